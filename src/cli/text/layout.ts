import type * as z from 'zod';

/** How an answer reads in a terminal. */
export type Text = (answer: unknown) => string;

/** Binds a way of writing to the schema of the answers that it writes. */
export function text<Output extends z.ZodType>(output: Output, write: (answer: z.infer<Output>) => string): Text {
  return (answer) => write(output.parse(answer));
}

/** Agents and people write these texts: nothing in them may move the cursor, end a line, or be there unseen. */
export function plain(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Rows under one another in columns; an empty last cell takes no space. */
export function table(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(plain));
  const widths = (cells[0] ?? []).map((_, column) => cells.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A time of the day to the second, UTC; a number that no date can be made of stays one. */
export function seconds(time: number): string {
  if (!(Math.abs(time) <= 8_640_000_000_000_000)) return String(time);
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}
