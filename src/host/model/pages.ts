import type { FileProblem } from '../../engine/platform/file-problem.ts';
import { cut } from '../../engine/text/cut.ts';
import type { Names, Page, ProblemRow, Range } from '../dashboards/protocol.ts';

/** Maximum number of rows per page, whatever the page requests. */
const MAX_ROWS = 500;
const MAX_PROBLEMS = 50;
const MAX_NAMES = 20;
/** Maximum length of a text, in UTF-16 code units. More than a dashboard shows; agents may write megabytes. */
const MAX_CHARACTERS = 2_000;

export const EMPTY_PAGE = { total: 0, from: 0, rows: [] };

export function clipText(text: string): string {
  return cut(text, MAX_CHARACTERS);
}

export const clippedOrNull = (text: string | null): string | null => (text === null ? null : clipText(text));

export function toNames(names: readonly string[], most = MAX_NAMES): Names {
  return { first: names.slice(0, most).map(clipText), total: names.length };
}

/** Limits a requested range to the rows that exist, and to `MAX_ROWS`. */
function clamp({ from, count }: Range, total: number): { from: number; to: number } {
  const start = Math.min(Math.max(0, Math.trunc(from) || 0), total);
  return { from: start, to: Math.min(start + Math.min(Math.max(0, Math.trunc(count) || 0), MAX_ROWS), total) };
}

export function toPage<Item, Row>(items: readonly Item[], range: Range, toRow: (item: Item) => Row): Page<Row> {
  const { from, to } = clamp(range, items.length);
  return { total: items.length, from, rows: items.slice(from, to).map(toRow) };
}

export function problemRows(problems: readonly FileProblem[]): ProblemRow[] {
  return problems
    .slice(0, MAX_PROBLEMS)
    .map(({ severity, message, summary, file, line, column }) =>
      file === null
        ? { severity, message: clipText(message), place: null }
        : { severity, message: clipText(summary), place: { file, line, column } },
    );
}
