import type { Row } from './compare.ts';
import { type Summary, spreadIsLarge } from './statistics.ts';

const NAME_WIDTH = 38;
const WIDTHS = [12, 19, 8, 16, 14];
const HEAD = ['median', 'middle half', 'ratio', 'middle half'];

/** What another program is known to take, where it was measured once and does not run here. */
export interface Reference {
  readonly name: string;
  readonly of: (row: Pick<Row, 'figure' | 'name'>) => number | undefined;
}

/** Three digits, but all of those before the point. */
function short(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(value >= 10 ? 1 : 2);
}

const range = ({ low, high }: Summary, text: (value: number) => string) => `${text(low)} – ${text(high)}`;

function line(name: string, cells: readonly string[]): string {
  return `${name.padEnd(NAME_WIDTH)}${cells.map((cell, n) => cell.padStart(WIDTHS[n] ?? 0)).join('')}`.trimEnd();
}

function lineOf(row: Row, unit: string, reference: Reference | undefined): string {
  const { name, value, ratio } = row;
  const times = (number: number) => number.toFixed(2);
  const known = reference?.of(row);
  const cells = [`${short(value.median)} ${unit}`, range(value, short), times(ratio.median), range(ratio, times)];
  if (known !== undefined) cells.push(`${short(known)} ${unit}`);
  return line(`    ${name}`, cells) + (isUnsteady({ value, ratio }) ? '  large spread' : '');
}

/** Whether a row's medians are little to go by. */
export function isUnsteady({ value, ratio }: Pick<Row, 'value' | 'ratio'>): boolean {
  return spreadIsLarge(value) || spreadIsLarge(ratio);
}

/** The rows, figure by figure; ratios are to the first case of each figure, and say nothing of the reference. */
export function table(rows: readonly Row[], unit: string, reference?: Reference): string {
  const lines = [line('', reference === undefined ? HEAD : [...HEAD, reference.name])];
  let figure = '';
  for (const row of rows) {
    if (row.figure !== figure) lines.push(`  ${row.figure}`);
    figure = row.figure;
    lines.push(lineOf(row, unit, reference));
  }
  return lines.join('\n');
}
