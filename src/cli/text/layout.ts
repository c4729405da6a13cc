import type * as z from 'zod';
import { isDate } from '../../engine/platform/clock.ts';
import { onDemand } from '../../engine/platform/on-demand.ts';
import { validatedOutput } from '../../engine/platform/operation.ts';
import { counted, remaining } from '../../engine/text/amounts.ts';
import { isPrintableAscii } from '../../engine/text/ascii.ts';
import { isMark, withoutMarks } from './style.ts';

/** Characters that are drawn over the previous one. */
const characterWithoutWidth = onDemand(() => /[\p{Mn}\p{Me}\p{Variation_Selector}]/gu);

/** Characters that terminals draw two columns wide: East Asian scripts and punctuation, full-width forms, and emoji. */
const wideCharacter = onDemand(
  () =>
    /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/gu,
);

/** Returns the width of a text in terminal columns. */
export function columnWidth(text: string): number {
  if (isPrintableAscii(text)) return text.length;
  const seen = withoutMarks(text).replace(characterWithoutWidth(), '').replace(wideCharacter(), '  ');
  return Array.from(seen).length;
}

/** Pads a text with blanks to a width. */
export function padToWidth(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columnWidth(text)));
}

export { counted, dollars, duration, grouped, percent } from '../../engine/text/amounts.ts';

/** The typed input of an operation, by parameter. */
export type TypedInput = Readonly<Record<string, unknown>>;

/** Formats an answer for a terminal. `now`: milliseconds since 1970 UTC. */
export type Text = (answer: unknown, now: number, asked?: TypedInput) => string;

/** Makes a text output from an answer's schema and a function that formats it. */
export function textOutput<Output extends z.ZodType>(
  output: () => Output,
  write: (answer: z.infer<Output>, now: number, asked: TypedInput) => string,
): Text {
  return (answer, now, asked = {}) => write(validatedOutput(output, answer), now, asked);
}

/** Control and invisible characters, except variation selectors, which choose how an emoji is drawn. */
const unseenCharacter = onDemand(() => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu);

/** Escapes control and invisible characters, because agents and people write these texts: they must not move the cursor or end a line. */
export function escapeText(value: string): string {
  return isPrintableAscii(value)
    ? value
    : value.replace(unseenCharacter(), (character) => (isMark(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`));
}

/**
 * Escapes each line of a whole output, except its tabs. Texts escape the values in them, so that no value adds a line; this is the last
 * safeguard, also for pages that are printed as they are, such as a description of the project (docs/security.md).
 */
export function escapeLines(output: string): string {
  if (isPrintableAscii(output)) return output;
  const escapeLine = (line: string) => (isPrintableAscii(line) ? line : line.split('\t').map(escapeText).join('\t'));
  return output.split('\n').map(escapeLine).join('\n');
}

/** Returns the last line of a check. It says "in the files", because other warnings may precede it. @param checked such as "3 notes" */
export function problemCounts(checked: string, errors: number, warnings: number): string {
  if (errors === 0 && warnings === 0) return `${checked} checked: no problems found.`;
  return `${checked} checked: ${counted(errors, 'error')}, ${counted(warnings, 'warning')} in the files.`;
}

/** Maximum length of a cell, in code units. The last cell may be longer, because it pads no other row. Systems allow no longer paths. */
const WIDEST = { cell: 100, last: 400, path: 4_096 } as const;

/** Shortens a text with `…`, without splitting a surrogate pair. */
export function truncate(value: string, width: number): string {
  if (value.length <= width) return value;
  const end = value.slice(0, width - 1);
  return `${/[\ud800-\udbff]$/.test(end) ? end.slice(0, -1) : end}…`;
}

/** Returns the first line of a text for a list, with `…` if there are more. */
export function headline(value: string): string {
  const [first = '', ...rest] = value.trim().split(/\s*\n\s*/, 2);
  return rest.length === 0 ? first : `${first} …`;
}

/** Returns an escaped text of limited length. */
export function escapeAndTruncate(value: string, width: number = WIDEST.last): string {
  // Cut before escaping too, so that a text of megabytes is not processed.
  return truncate(escapeText(truncate(value, width)), width);
}

/** A cell of a table that is not shortened: a path, which a reader opens, or an editor by a click. */
interface WholeCell {
  readonly whole: string;
}

export type Cell = string | WholeCell;

/** Marks a path as a cell that is not shortened. */
export const whole = (path: string): WholeCell => ({ whole: path });

const textInCell = (cell: Cell, width: number): string =>
  typeof cell === 'string' ? escapeAndTruncate(cell, width) : escapeAndTruncate(cell.whole, WIDEST.path);

/** Formats rows in aligned columns. An empty last cell takes no space. A longer path than the limit of a cell moves only its own row. */
export function table(rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map((cell, column) => textInCell(cell, column === row.length - 1 ? WIDEST.last : WIDEST.cell)));
  const widest = (column: number): number => cells.reduce((width, row) => Math.max(width, columnWidth(row[column] ?? '')), 0);
  const widths = (cells[0] ?? []).map((_, column) => Math.min(widest(column), WIDEST.cell));
  const last = widths.length - 1;
  return cells
    .map((row) =>
      row
        .map((cell, column) => (column === last ? cell : padToWidth(cell, widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Returns the time that is left until `until`. */
export const timeLeft = (until: number, now: number): string => `${remaining(until - now)} left`;

/** Formats a time as ISO 8601 to the second, UTC. A number that is no valid date is printed unchanged. */
export function seconds(time: number): string {
  if (!isDate(time)) return String(time);
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Changes of files, written or only previewed. */
interface Changes {
  readonly written: boolean;
  readonly files: readonly { readonly path: string; readonly diff: string }[];
}

/** Returns the changes, or a preview of them. @param verb what was done to the files */
export function formatChanges({ written, files }: Changes, verb: string): string {
  if (files.length === 0) return 'Nothing to change.';
  if (written) return escapeText(`${verb} ${files.map(({ path }) => path).join(', ')}.`);
  const shown = files.map(({ path, diff }) => `${escapeText(path)}\n${diff.split('\n').map(escapeText).join('\n')}`);
  return [...shown, 'Nothing was written. To apply the changes, add --write.'].join('\n');
}
