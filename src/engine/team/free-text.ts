import type { Range } from '../text/markdown/markdown.ts';
import { linesWithin, type ProseLine } from '../text/markdown/prose-lines.ts';
import { isOnlyComments } from './notes/note-text.ts';
import { withoutPlaceholder } from './notes/placeholder.ts';
import { fieldEnd, isKnownField, type TaskField, unescaped } from './queue/task-fields.ts';

/** Parts of a task that determine its free text. */
export interface TaskParts {
  /** From after the heading's line to the first heading in the task. */
  readonly body: Range;
  /** Fields in the body, in order. */
  readonly fields: readonly TaskField[];
  /** Upper bound for the end of the free text: the start of the summary or of the next task. */
  readonly limit: number;
}

/** After a blank line, only fields of the protocol continue the block above. */
const BLANK_LINE = /\n[ \t]*\r?\n/;

/** Returns the end of the fields at the start of a task. */
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
 * Returns the range of a task's text outside of fields (rulings, team 7): below its fields, up to the next field of the protocol, the
 * summary or the end. If there is none, the range is empty, after the fields.
 */
export function freeTextRange(text: string, lines: readonly ProseLine[], parts: TaskParts): Range {
  const begin = blockEnd(text, lines, parts);
  const next = parts.fields.find((field) => field.line.from >= begin && isKnownField(field));
  const all = text.slice(begin, next?.line.from ?? parts.limit);
  if (all.trim() === '') return { from: begin, to: begin };
  const from = begin + (all.length - all.trimStart().length);
  // The first line keeps its indentation, because it may be code.
  const lineFrom = Math.max(text.lastIndexOf('\n', from - 1) + 1, begin);
  return { from: lineFrom, to: begin + all.trimEnd().length };
}

/** Returns the unescaped text; `null` if it contains only comments or a placeholder. */
export function freeText(text: string, { from, to }: Range): string | null {
  const written = text.slice(from, to);
  return isOnlyComments(written) ? null : withoutPlaceholder(unescaped(`\n${written}`)) || null;
}
