/** Longest id to compare. Foreign ids may have any length. */
const MAX_LENGTH = 64;
/** Largest number of typos; with more, it is a different id. */
const MAX_SLIPS = 3;

/** Returns the edit distance of two texts. Two swapped neighbours count as one edit. */
function typingDistance(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const change = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      row.push(isSwap ? Math.min(change, (before[j - 2] ?? 0) + 1) : change);
    }
    [before, last] = [last, row];
  }
  return last[other.length] ?? 0;
}

/** Returns the id most similar to a typed one; `null` when none is close. Case is ignored. */
export function findNearestId(typed: string, ids: Iterable<string>): string | null {
  if (typed.length > MAX_LENGTH) return null;
  const most = Math.min(MAX_SLIPS, Math.floor(typed.length / 3));
  let [nearest, fewest]: [string | null, number] = [null, most + 1];
  for (const id of ids) {
    if (Math.abs(id.length - typed.length) > most) continue;
    const count = typingDistance(typed.toLowerCase(), id.toLowerCase());
    if (count < fewest) [nearest, fewest] = [id, count];
  }
  return nearest;
}
