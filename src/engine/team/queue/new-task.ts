import { lineBreakOf } from '../../text/markdown/markdown.ts';
import { headingOf } from '../../text/markdown/prose-lines.ts';
import { contentEnd, sectionNamed, sectionsOf } from '../../text/markdown/sections.ts';
import { asRead, type QueueShape } from './queue.ts';
import { escapeComments, lineOf, oneLine, writtenValue } from './task-fields.ts';
import { endBeforeTicks, tickComments } from './ticks.ts';

/** A task that is written into a queue. */
export interface NewTask {
  /** What stands in its heading: its time, or its title in the later layout. */
  readonly heading: string;
  readonly title: string;
  readonly scope: string;
  /** Further fields, which come last. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** The place where a new task comes, behind all others; the section is made where there is none. */
function placeOfTask(text: string, { section }: QueueShape, eol: string): { readonly text: string; readonly at: number } {
  // A task file ends with the agent's heartbeat.
  const end = () => endBeforeTicks(text, { from: 0, to: text.length }, tickComments(text));
  const found = section === null ? { to: end() } : sectionNamed(sectionsOf(text), section);
  if (found !== undefined) return { text, at: contentEnd(text.slice(0, found.to)) };
  const kept = text.slice(0, contentEnd(text));
  const made = `${kept}${kept === '' ? '' : eol + eol}## ${section}`;
  return { text: made + (text.slice(kept.length) || eol), at: made.length };
}

/** The lines of a ready task, as its layout has them. */
function linesOf(shape: QueueShape, { heading, title, scope, fields = {} }: NewTask, eol: string): string[] {
  const head = `${'#'.repeat(shape.level)} ${heading}`;
  // Not every title can be a heading: one may end in the marks of one.
  const titled = headingOf(head)?.name === oneLine(title) ? [] : [lineOf('Task', writtenValue('Task', title, eol))];
  const others = Object.entries(fields).map(([name, value]) => lineOf(name, escapeComments(oneLine(value))));
  const isScoped = scope.trim() !== '';
  if (shape.section !== null) {
    const scoped = isScoped ? [lineOf('Scope', writtenValue('Scope', scope, eol))] : [];
    return [head, ...titled, ...scoped, '**Status:** ready', ...others];
  }
  // In the later layout what is to be done is the text below the fields, and the status is the first of them.
  const fielded = [head, '**Status:** ready', ...titled, ...others];
  return isScoped ? asRead(scope, (written) => [...fielded, '', written].join('\n')).split('\n') : fielded;
}

/** Adds a ready task behind the others (seed 5, "Dispatch work"); changes nothing else. */
export function addTask(text: string, shape: QueueShape, task: NewTask): string {
  const eol = lineBreakOf(text);
  const place = placeOfTask(text, shape, eol);
  const before = place.at === 0 ? '' : eol + eol;
  const rest = place.text.slice(place.at);
  const behind = rest === '' ? eol : rest.startsWith('\n') || rest.startsWith('\r') ? '' : eol + eol;
  return `${place.text.slice(0, place.at)}${before}${linesOf(shape, task, eol).join(eol)}${behind}${rest}`;
}
