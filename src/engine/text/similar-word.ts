import { editDistance } from './edit-distance.ts';

/** Maximum number of wrong, missing or extra letters in a misspelt word. */
const MOST_EDITS = 2;
/** Longer names are not compared. */
const LONGEST = 40;

const plainly = (word: string) => word.toLowerCase().replace(/[-_ ]/g, '');

/** Whether a word has two neighbouring letters of the other in the wrong order, which is one typing error but two edits. */
function isSwapped(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return at >= 0 && one.slice(0, at) + one.charAt(at + 1) + one.charAt(at) + one.slice(at + 2) === other;
}

/** Returns the most similar word, which was probably meant by an unknown one; `null` if none is similar. Short words must be more similar. */
export function similarWord(typed: string, words: Iterable<string>): string | null {
  if (typed.length > LONGEST) return null;
  let [nearest, fewest]: [string | null, number] = [null, MOST_EDITS + 1];
  for (const word of words) {
    const most = Math.min(MOST_EDITS, Math.floor(word.length / 4));
    const [one, other] = [plainly(typed), plainly(word)];
    const edits = most > 0 && isSwapped(one, other) ? 1 : editDistance(one, other, most);
    if (edits <= most && edits < fewest) [nearest, fewest] = [word, edits];
  }
  return nearest;
}
