import type { Range } from '../text/markdown/markdown.ts';
import { linesWithin, type ProseLine } from '../text/markdown/prose-lines.ts';
import { isOnlyComments } from './notes/note-text.ts';
import { filledIn } from './notes/placeholder.ts';
import { fieldEnd, isKnownField, type TaskField, unescaped } from './queue/task-fields.ts';

/** A task as far as its free text depends on it. */
export interface TaskParts {
  /** From behind the heading's line to the first heading in the task. */
  readonly body: Range;
  /** The fields in the body, in their order. */
  readonly fields: readonly TaskField[];
  /** Where the free text ends at the latest: before the summary, or the next task. */
  readonly limit: number;
}

/** A blank line: what follows it is no field of the block above, unless it is one of the protocol's. */
const BLANK_LINE = /\n[ \t]*\r?\n/;

/** Behind the fields at the beginning of a task. */
function blockEnd(text: string, lines: readonly ProseLine[], { body, fields }: TaskParts): number {
  const at = new Map(fields.map((field) => [field.line.from, field]));
  let end = body.from;
  for (const line of linesWithin(lines, body)) {
    if (line.from < end || line.text.trim() === '') continue;
    const field = at.get(line.from);
    const gap = text.slice(end, line.from);
    const goesOn = field !== undefined && gap.trim() === '' && (isKnownField(field) || end === body.from || !BLANK_LINE.test(gap));
    if (!goesOn) break;
    end = isKnownField(field) ? fieldEnd(field) : line.to;
  }
  return end;
}

/**
 * Where the text of a task stands that is in no field (rulings, team 7): below its fields, up to the next field of the protocol, the summary or
 * the end. Empty, behind the fields, where there is none.
 */
export function freeTextRange(text: string, lines: readonly ProseLine[], parts: TaskParts): Range {
  const begin = blockEnd(text, lines, parts);
  const next = parts.fields.find((field) => field.line.from >= begin && isKnownField(field));
  const all = text.slice(begin, next?.line.from ?? parts.limit);
  if (all.trim() === '') return { from: begin, to: begin };
  const from = begin + (all.length - all.trimStart().length);
  // Code may be indented: its first line keeps its blanks.
  const lineFrom = Math.max(text.lastIndexOf('\n', from - 1) + 1, begin);
  return { from: lineFrom, to: begin + all.trimEnd().length };
}

/** What stands there, as it was meant; `null` where a person has written nothing. */
export function freeText(text: string, { from, to }: Range): string | null {
  const written = text.slice(from, to);
  return isOnlyComments(written) ? null : filledIn(unescaped(`\n${written}`)) || null;
}
