import type { Row } from './compare.ts';
import { type Summary, spreadIsLarge } from './statistics.ts';

const NAME_WIDTH = 38;
const WIDTHS = [12, 19, 8, 16];
const HEAD = ['median', 'middle half', 'ratio', 'middle half'];

/** Three digits, but all of those before the point. */
function short(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(value >= 10 ? 1 : 2);
}

const range = ({ low, high }: Summary, text: (value: number) => string) => `${text(low)} – ${text(high)}`;

function line(name: string, cells: readonly string[]): string {
  return `${name.padEnd(NAME_WIDTH)}${cells.map((cell, n) => cell.padStart(WIDTHS[n] ?? 0)).join('')}`.trimEnd();
}

function lineOf({ name, value, ratio }: Row, unit: string): string {
  const times = (number: number) => number.toFixed(2);
  const cells = [`${short(value.median)} ${unit}`, range(value, short), times(ratio.median), range(ratio, times)];
  return line(`    ${name}`, cells) + (isUnsteady({ value, ratio }) ? '  large spread' : '');
}

/** Whether a row's medians are little to go by. */
export function isUnsteady({ value, ratio }: Pick<Row, 'value' | 'ratio'>): boolean {
  return spreadIsLarge(value) || spreadIsLarge(ratio);
}

/** The rows, figure by figure; ratios are to the first case of each figure. */
export function table(rows: readonly Row[], unit: string): string {
  const lines = [line('', HEAD)];
  let figure = '';
  for (const row of rows) {
    if (row.figure !== figure) lines.push(`  ${row.figure}`);
    figure = row.figure;
    lines.push(lineOf(row, unit));
  }
  return lines.join('\n');
}
