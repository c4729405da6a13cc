/** Longer texts are cut to this length, in UTF-16 code units. */
export const LONGEST_COMPARED = 80;

/** Rows of the distance table, reused because allocating them would dominate the running time. */
let before = new Uint8Array(LONGEST_COMPARED + 1);
let now = new Uint8Array(LONGEST_COMPARED + 1);

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

/** Returns the Levenshtein distance of two texts, each cut to `LONGEST_COMPARED`; infinite if it exceeds `most`. */
export function editDistance(first: string, second: string, most: number): number {
  const [one, other] = [first.slice(0, LONGEST_COMPARED), second.slice(0, LONGEST_COMPARED)];
  if (Math.abs(one.length - other.length) > most) return Number.POSITIVE_INFINITY;
  for (let at = 0; at <= other.length; at += 1) before[at] = at;
  for (let row = 1; row <= one.length; row += 1) {
    if (nextRow(one.charCodeAt(row - 1), row, other) > most) return Number.POSITIVE_INFINITY;
    [before, now] = [now, before];
  }
  const distance = before[other.length] ?? 0;
  return distance > most ? Number.POSITIVE_INFINITY : distance;
}
