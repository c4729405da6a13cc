import { cut } from '../text/cut.ts';

/** Maximum length of a name in an entry that this program writes, in UTF-16 code units. */
const MAX_ID = 1_000;
/** Maximum number of tasks or agents in one entry. */
const MAX_NAMES = 100;

/** Truncates an id for an entry. */
export const shortId = (id: string) => cut(id, MAX_ID);

/** Maximum length of a name in a sentence, in UTF-16 code units. */
const MAX_SHOWN = 100;

/** Truncates a name for a sentence. */
export const shortenName = (name: string) => cut(name, MAX_SHOWN);

/** As `shortenName`, in quotation marks. */
export const quoted = (name: string) => JSON.stringify(shortenName(name));

/** Returns a text as one short line. */
export function shortLine(text: string): string {
  return cut(text.slice(0, MAX_ID).replace(/\s+/g, ' ').trim(), MAX_SHOWN);
}

/** Returns the first names of a list, truncated. */
export function firstNames(names: readonly string[]): string[] {
  return names.slice(0, MAX_NAMES).map(shortId);
}
