import { cut } from '../text/cut.ts';

/** How long the name of anything may be in an entry that we write, in UTF-16 code units. */
const MOST_ID = 1_000;
/** How many tasks or agents one entry names. */
const MOST_NAMES = 100;

/** An id, as far as it has any business in an entry. */
export const cutId = (id: string) => cut(id, MOST_ID);

/** How much of the name of anything is shown in a sentence, in UTF-16 code units. */
const MOST_SHOWN = 100;

/** A name in a sentence, as far as it helps whoever reads it. */
export const shownName = (name: string) => cut(name, MOST_SHOWN);

/** As `shownName`, in quotation marks. */
export const quoted = (name: string) => JSON.stringify(shownName(name));

/** One line of a timeline that is read at a glance. */
export function brief(text: string): string {
  return cut(text.slice(0, MOST_ID).replace(/\s+/g, ' ').trim(), MOST_SHOWN);
}

/** The first of many names. */
export function few(names: readonly string[]): string[] {
  return names.slice(0, MOST_NAMES).map(cutId);
}
