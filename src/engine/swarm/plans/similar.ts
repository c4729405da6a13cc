/** So many letters may be wrong, missing or too many for a word to be taken for a misspelt one. */
const MOST_EDITS = 2;
/** A longer name is nobody's slip. */
const LONGEST = 40;

/** How many letters must be changed, added or left out to make one word of the other. */
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

/** The word that was probably meant by one which is not among them; `null` when it is like none. Short words must be closer. */
export function similarWord(typed: string, words: Iterable<string>): string | null {
  if (typed.length > LONGEST) return null;
  for (const word of words) {
    if (edits(plainly(typed), plainly(word)) <= Math.min(MOST_EDITS, Math.floor(word.length / 4))) return word;
  }
  return null;
}
