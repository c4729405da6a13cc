/** Longer texts are cut to this length, in UTF-16 code units. */
export const MAX_COMPARED_LENGTH = 80;

/** Rows of the distance table, reused because allocating them would dominate the running time. */
let before = new Uint8Array(MAX_COMPARED_LENGTH + 1);
let now = new Uint8Array(MAX_COMPARED_LENGTH + 1);

/** Computes the next row of the distance table, for one more letter of the first text. Returns its minimum. */
function nextRow(letter: number, row: number, other: string): number {
  let least = row;
  now[0] = row;
  for (let at = 1; at <= other.length; at += 1) {
    const replaced = (before[at - 1] ?? 0) + (letter === other.charCodeAt(at - 1) ? 0 : 1);
    const distance = Math.min(replaced, (before[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1);
    now[at] = distance;
    if (distance < least) least = distance;
  }
  return least;
}

/** Returns the Levenshtein distance of two texts, each cut to `MAX_COMPARED_LENGTH`; infinite if it exceeds `most`. */
export function editDistance(first: string, second: string, most: number): number {
  const [one, other] = [first.slice(0, MAX_COMPARED_LENGTH), second.slice(0, MAX_COMPARED_LENGTH)];
  if (Math.abs(one.length - other.length) > most) return Number.POSITIVE_INFINITY;
  for (let at = 0; at <= other.length; at += 1) before[at] = at;
  for (let row = 1; row <= one.length; row += 1) {
    if (nextRow(one.charCodeAt(row - 1), row, other) > most) return Number.POSITIVE_INFINITY;
    [before, now] = [now, before];
  }
  const distance = before[other.length] ?? 0;
  return distance > most ? Number.POSITIVE_INFINITY : distance;
}

/** Maximum number of wrong, missing or extra letters in a misspelt word. */
const MAX_EDITS = 2;
/** Longer names are not compared. */
const MAX_LENGTH = 40;

const plainly = (word: string) => word.toLowerCase().replace(/[-_ ]/g, '');

/** Whether a word has two neighbouring letters of the other in the wrong order, which is one typing error but two edits. */
function isSwapped(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return at >= 0 && one.slice(0, at) + one.charAt(at + 1) + one.charAt(at) + one.slice(at + 2) === other;
}

/** Length of the names that `similarWord` skips, and that are still long enough for one typing error. */
const SHORT = 3;

/** Like `similarWord`, for names of three letters: with the same first letter and one typing error, if only one name is similar. */
export function similarShortName(typed: string, names: Iterable<string>): string | null {
  const isSimilar = (name: string) => isSwapped(typed, name) || editDistance(typed, name, 1) === 1;
  const similar = [...names].filter((name) => name.length === SHORT && name[0] === typed[0] && isSimilar(name));
  return similar.length === 1 ? (similar[0] ?? null) : null;
}

/** Returns the most similar word, which was probably meant by an unknown one; `null` if none is similar. Short words must be more similar. */
export function similarWord(typed: string, words: Iterable<string>): string | null {
  if (typed.length > MAX_LENGTH) return null;
  let [nearest, fewest]: [string | null, number] = [null, MAX_EDITS + 1];
  for (const word of words) {
    const most = Math.min(MAX_EDITS, Math.floor(word.length / 4));
    const [one, other] = [plainly(typed), plainly(word)];
    const edits = most > 0 && isSwapped(one, other) ? 1 : editDistance(one, other, most);
    if (edits <= most && edits < fewest) [nearest, fewest] = [word, edits];
  }
  return nearest;
}
