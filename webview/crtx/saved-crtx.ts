import { readField, type SavedLists, savedLists, textOrEmpty, textOrNull, textsOrNone } from '../saved.ts';

/** State saved over reloads of the page: paths of values, positions, and the search text. */
export interface SavedCrtx extends SavedLists<'values'> {
  /** Ids of expanded values. */
  readonly unfolded: readonly string[];
  readonly search: string;
  /** Id of the value that is shown in full. */
  readonly reading: string | null;
}

export const ofLists = <Value>(of: (list: 'values') => Value): Record<'values', Value> => ({ values: of('values') });

/** Largest search text, in UTF-16 code units. The host ignores longer ones without an answer. */
export const MAX_SEARCH_LENGTH = 20_000;

/** At first, only the data of the file is expanded. */
const AT_FIRST = [JSON.stringify(['data'])];

/** Parses saved state, perhaps of another version of the page. Invalid parts are ignored. */
export function readSavedCrtx(saved: unknown): SavedCrtx {
  const unfolded = readField(saved, 'unfolded');
  return {
    unfolded: Array.isArray(unfolded) ? textsOrNone(unfolded) : AT_FIRST,
    search: textOrEmpty(readField(saved, 'search')).slice(0, MAX_SEARCH_LENGTH),
    reading: textOrNull(readField(saved, 'reading')),
    ...savedLists(saved, ofLists),
  };
}
