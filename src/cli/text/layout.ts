import type * as z from 'zod';
import { isDate } from '../../engine/platform/clock.ts';
import { onDemand } from '../../engine/platform/on-demand.ts';
import { isAnswerOf } from '../../engine/platform/operation.ts';
import { counted, duration } from '../../engine/text/amounts.ts';
import { isPrintableAscii } from '../../engine/text/ascii.ts';
import { padded, widthOf } from './width.ts';

export { counted, dollars, duration, grouped } from '../../engine/text/amounts.ts';

/** What was typed, by the names of the operation's parameters. */
export type Asked = Readonly<Record<string, unknown>>;

/** How an answer reads in a terminal. `now`: milliseconds since 1970 UTC. */
export type Text = (answer: unknown, now: number, asked?: Asked) => string;

/** Binds a way of writing to the schema of the answers that it writes. */
export function text<Output extends z.ZodType>(
  output: () => Output,
  write: (answer: z.infer<Output>, now: number, asked: Asked) => string,
): Text {
  return (answer, now, asked = {}) => write(isAnswerOf(output, answer) ? answer : output().parse(answer), now, asked);
}

/** A share from 0 to 1, as people read it. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** All but what says how an emoji is drawn. */
const unseenCharacter = onDemand(() => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu);

/** Agents and people write these texts: nothing in them may move the cursor, end a line, or be there unseen. */
export function plain(value: string): string {
  return isPrintableAscii(value)
    ? value
    : value.replace(unseenCharacter(), (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** How a check ends. The files are named, since a warning of another kind may stand above it. @param checked such as "3 notes" */
export function problemCounts(checked: string, errors: number, warnings: number): string {
  return `${checked} checked: ${counted(errors, 'error')}, ${counted(warnings, 'warning')} in the files.`;
}

/** How many characters of a cell are shown. Nothing stands behind the last one, so it makes no other row longer. */
const WIDEST = { cell: 100, last: 400 } as const;

/** The text, or its beginning and `…`; a character that is written in two units is not divided. */
export function cut(value: string, width: number): string {
  if (value.length <= width) return value;
  const end = value.slice(0, width - 1);
  return `${/[\ud800-\udbff]$/.test(end) ? end.slice(0, -1) : end}…`;
}

/** A text as it is shown where there is only so much space. */
export function plainCut(value: string, width: number = WIDEST.last): string {
  // Cut before, too, so that a text of megabytes is not gone through.
  return cut(plain(cut(value, width)), width);
}

/** Rows under one another in columns; an empty last cell takes no space. What is too long for its column is cut. */
export function table(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell, column) => plainCut(cell, column === row.length - 1 ? WIDEST.last : WIDEST.cell)));
  const widths = (cells[0] ?? []).map((_, column) => cells.reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? '')), 0));
  const last = widths.length - 1;
  return cells
    .map((row) =>
      row
        .map((cell, column) => (column === last ? cell : padded(cell, widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** How long it is until then, rounded up: what was taken for ten minutes is there for ten minutes at first. */
export function timeLeft(until: number, now: number): string {
  const left = Math.max(0, until - now);
  const unit = left > MINUTE - SECOND ? MINUTE : SECOND;
  return `${duration(Math.ceil(left / unit) * unit)} left`;
}

/** A time of the day to the second, UTC; a number that no date can be made of stays one. */
export function seconds(time: number): string {
  if (!isDate(time)) return String(time);
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}
