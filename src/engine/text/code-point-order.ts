/** Ranks surrogates after all other code units, because they encode code points beyond U+FFFF. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** Compares texts by code points, as other languages do. JavaScript's own order is by UTF-16 code units. */
export function compareCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  let at = 0;
  while (at < length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at === length ? one.length - other.length : rank(one.charCodeAt(at)) - rank(other.charCodeAt(at));
}

const SURROGATE = /[\ud800-\udfff]/;

/** Sorts texts by `compareCodePoints` and removes duplicates. Without code points beyond U+FFFF, the faster default order is the same. */
export function inCodePointOrder(texts: Iterable<string>): string[] {
  const sorted = [...texts].sort();
  if (sorted.some((text) => SURROGATE.test(text))) sorted.sort(compareCodePoints);
  return sorted.filter((text, n) => text !== sorted[n - 1]);
}
