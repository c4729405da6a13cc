import { editDistance } from '../../text/edit-distance.ts';

/** Maximum number of wrong, missing or extra letters in a misspelt word. */
const MOST_EDITS = 2;
/** Longer names are not compared. */
const LONGEST = 40;

const plainly = (word: string) => word.toLowerCase().replace(/[-_ ]/g, '');

/** Returns the word that was probably meant by an unknown one; `null` if none is similar. Short words must be more similar. */
export function similarWord(typed: string, words: Iterable<string>): string | null {
  if (typed.length > LONGEST) return null;
  for (const word of words) {
    const most = Math.min(MOST_EDITS, Math.floor(word.length / 4));
    if (editDistance(plainly(typed), plainly(word), most) <= most) return word;
  }
  return null;
}
