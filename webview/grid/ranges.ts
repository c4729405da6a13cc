import type { Page, Range } from '../../src/host/dashboards/protocol.ts';

/** Rows are asked for in steps of this many, so that the host is not asked again for every row that is scrolled. */
const STEP = 25;
/** What is asked for before the height of a list is known. */
const FIRST_LOOK = 50;

/** What to ask for when the rows from `first` to `last` are in view: these, and a step or more on either side. */
export function rangeAround(first: number, last: number): Range {
  const from = Math.max(0, Math.floor(first / STEP) - 1) * STEP;
  const end = (Math.floor(last / STEP) + 2) * STEP;
  return { from, count: end - from };
}

/** What to ask for of a list of which only the first row in view is known. */
export const rangeFrom = (first: number): Range => rangeAround(first, first + FIRST_LOOK);

/** A row by its place in the whole list; nothing where the page does not reach. */
export function rowAt<Row>(page: Page<Row>, index: number): Row | undefined {
  return index < page.from ? undefined : page.rows[index - page.from];
}
