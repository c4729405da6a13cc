import { CortexError } from '../../platform/errors.ts';
import { detectLineBreak } from '../../text/markdown/markdown.ts';
import { parseHeading } from '../../text/markdown/prose-lines.ts';
import { contentEnd, findSection, parseSections } from '../../text/markdown/sections.ts';
import { noteText } from '../notes/note-text.ts';
import { findOutsideTasks, hasQueue } from './outside-tasks.ts';
import { insertAsRead, type QueueShape } from './queue.ts';
import { escapeComments, formatField, oneLine, writtenValue } from './task-fields.ts';
import { endBeforeTicks, findTickComments } from './ticks.ts';

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
  const end = () => endBeforeTicks(text, { from: 0, to: text.length }, findTickComments(text));
  const found = section === null ? { to: end() } : findSection(parseSections(text), section);
  if (found !== undefined) return { text, at: contentEnd(text.slice(0, found.to)) };
  const kept = text.slice(0, contentEnd(text));
  const made = `${kept}${kept === '' ? '' : eol + eol}## ${section}`;
  return { text: made + (text.slice(kept.length) || eol), at: made.length };
}

/** Returns the lines of a ready task in the queue's layout. */
function linesOf(shape: QueueShape, { heading, title, scope, fields = {} }: NewTask, eol: string): string[] {
  const head = `${'#'.repeat(shape.level)} ${heading}`;
  // Some titles cannot be headings, for example if they end in `#`.
  const titled = parseHeading(head)?.name === oneLine(title) ? [] : [formatField('Task', writtenValue('Task', title, eol))];
  const others = Object.entries(fields).map(([name, value]) => formatField(name, escapeComments(oneLine(value))));
  const isScoped = scope.trim() !== '';
  if (shape.section !== null) {
    const scoped = isScoped ? [formatField('Scope', writtenValue('Scope', scope, eol))] : [];
    return [head, ...titled, ...scoped, '**Status:** ready', ...others];
  }
  // In the later layout the scope is the text below the fields, and the status is the first field.
  const fielded = [head, '**Status:** ready', ...titled, ...others];
  return isScoped ? insertAsRead(scope, (written) => [...fielded, '', written].join('\n')).split('\n') : fielded;
}

/** Checks that no second section is added beside a misspelt one. @throws CortexError `broken-file` with the line */
function requireQueue(text: string, shape: QueueShape): void {
  const note = noteText(text);
  if (hasQueue(note, shape)) return;
  const [problem] = findOutsideTasks(note, shape, []);
  if (problem === undefined) return;
  const next = 'Correct it, then try again; nothing was changed.';
  throw new CortexError('broken-file', problem.message, { line: problem.line, next });
}

/**
 * Adds a ready task after all others (seed 5, "Dispatch work"). All other text stays unchanged.
 * @throws CortexError `broken-file` if the heading of the queue is misspelt
 */
export function addTask(text: string, shape: QueueShape, task: NewTask): string {
  requireQueue(text, shape);
  const eol = detectLineBreak(text);
  const place = placeOfTask(text, shape, eol);
  const before = place.at === 0 ? '' : eol + eol;
  const rest = place.text.slice(place.at);
  const behind = rest === '' ? eol : rest.startsWith('\n') || rest.startsWith('\r') ? '' : eol + eol;
  return `${place.text.slice(0, place.at)}${before}${linesOf(shape, task, eol).join(eol)}${behind}${rest}`;
}
