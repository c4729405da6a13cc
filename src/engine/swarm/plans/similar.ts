/** Maximum number of wrong, missing or extra letters in a misspelt word. */
const MOST_EDITS = 2;
/** Longer names are not compared. */
const LONGEST = 40;

/** Returns the Levenshtein distance: how many letters must be changed, added or removed to turn one word into the other. */
function edits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [place, wanted] of [...other].entries()) {
      const kept = (row[place] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(kept, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

const plainly = (word: string) => word.toLowerCase().replace(/[-_ ]/g, '');

/** Returns the word that was probably meant by an unknown one; `null` if none is similar. Short words must be more similar. */
export function similarWord(typed: string, words: Iterable<string>): string | null {
  if (typed.length > LONGEST) return null;
  for (const word of words) {
    if (edits(plainly(typed), plainly(word)) <= Math.min(MOST_EDITS, Math.floor(word.length / 4))) return word;
  }
  return null;
}
