import type { Page, Range } from '../../src/host/dashboards/protocol.ts';

/** Rows are requested in multiples of this, to avoid a request for every scrolled row. */
const STEP = 25;
/** Number of rows to request before the height of a list is known. */
const FIRST_LOOK = 50;

/** Returns the range to request when rows `first` to `last` are in view, with at least one step on either side. */
export function rangeAround(first: number, last: number): Range {
  const from = Math.max(0, Math.floor(first / STEP) - 1) * STEP;
  const end = (Math.floor(last / STEP) + 2) * STEP;
  return { from, count: end - from };
}

/** Returns the range to request when only the first row in view is known. */
export const rangeFrom = (first: number): Range => rangeAround(first, first + FIRST_LOOK);

/** Returns a row by its index in the whole list; `undefined` outside the page. */
export function rowAt<Row>(page: Page<Row>, index: number): Row | undefined {
  return index < page.from ? undefined : page.rows[index - page.from];
}
