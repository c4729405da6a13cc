import { lineBreakOf } from '../../text/markdown/markdown.ts';
import { headingOf } from '../../text/markdown/prose-lines.ts';
import { contentEnd, sectionNamed, sectionsOf } from '../../text/markdown/sections.ts';
import { asRead, type QueueShape } from './queue.ts';
import { escapeComments, lineOf, oneLine, writtenValue } from './task-fields.ts';
import { endBeforeTicks, tickComments } from './ticks.ts';

/** A task to add to a queue. */
export interface NewTask {
  /** Its time, or in the later layout its title. */
  readonly heading: string;
  readonly title: string;
  readonly scope: string;
  /** Additional fields, written last. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** Returns the offset for a new task, after all others. Adds the section if it is missing. */
function placeOfTask(text: string, { section }: QueueShape, eol: string): { readonly text: string; readonly at: number } {
  // A task file ends with the agent's heartbeat.
  const end = () => endBeforeTicks(text, { from: 0, to: text.length }, tickComments(text));
  const found = section === null ? { to: end() } : sectionNamed(sectionsOf(text), section);
  if (found !== undefined) return { text, at: contentEnd(text.slice(0, found.to)) };
  const kept = text.slice(0, contentEnd(text));
  const made = `${kept}${kept === '' ? '' : eol + eol}## ${section}`;
  return { text: made + (text.slice(kept.length) || eol), at: made.length };
}

/** Returns the lines of a ready task in the queue's layout. */
function linesOf(shape: QueueShape, { heading, title, scope, fields = {} }: NewTask, eol: string): string[] {
  const head = `${'#'.repeat(shape.level)} ${heading}`;
  // Some titles cannot be headings, for example if they end in `#`.
  const titled = headingOf(head)?.name === oneLine(title) ? [] : [lineOf('Task', writtenValue('Task', title, eol))];
  const others = Object.entries(fields).map(([name, value]) => lineOf(name, escapeComments(oneLine(value))));
  const isScoped = scope.trim() !== '';
  if (shape.section !== null) {
    const scoped = isScoped ? [lineOf('Scope', writtenValue('Scope', scope, eol))] : [];
    return [head, ...titled, ...scoped, '**Status:** ready', ...others];
  }
  // In the later layout the scope is the text below the fields, and the status is the first field.
  const fielded = [head, '**Status:** ready', ...titled, ...others];
  return isScoped ? asRead(scope, (written) => [...fielded, '', written].join('\n')).split('\n') : fielded;
}

/** Adds a ready task after all others (seed 5, "Dispatch work"). All other text stays unchanged. */
export function addTask(text: string, shape: QueueShape, task: NewTask): string {
  const eol = lineBreakOf(text);
  const place = placeOfTask(text, shape, eol);
  const before = place.at === 0 ? '' : eol + eol;
  const rest = place.text.slice(place.at);
  const behind = rest === '' ? eol : rest.startsWith('\n') || rest.startsWith('\r') ? '' : eol + eol;
  return `${place.text.slice(0, place.at)}${before}${linesOf(shape, task, eol).join(eol)}${behind}${rest}`;
}
