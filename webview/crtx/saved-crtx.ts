import { asText, asTexts, fieldOf, type SavedLists, savedLists, textOrNull } from '../saved.ts';

/** What outlives a reload of the page: the ways to values, places, and what was looked for. */
export interface SavedCrtx extends SavedLists<'values'> {
  /** The ids of the values that show what they hold. */
  readonly unfolded: readonly string[];
  readonly search: string;
  /** The id of the value of which all is shown. */
  readonly reading: string | null;
}

export const ofLists = <Value>(of: (list: 'values') => Value): Record<'values', Value> => ({ values: of('values') });

/** The host looks for no more, and says nothing to a page that asks for more. */
export const MOST_WORDS = 20_000;

/** What a file is about stands in its data. */
const AT_FIRST = [JSON.stringify(['data'])];

/** Reads what was saved, perhaps by another version of the page; what makes no sense counts as not saved. */
export function readSavedCrtx(saved: unknown): SavedCrtx {
  const unfolded = fieldOf(saved, 'unfolded');
  return {
    unfolded: Array.isArray(unfolded) ? asTexts(unfolded) : AT_FIRST,
    search: asText(fieldOf(saved, 'search')).slice(0, MOST_WORDS),
    reading: textOrNull(fieldOf(saved, 'reading')),
    ...savedLists(saved, ofLists),
  };
}
