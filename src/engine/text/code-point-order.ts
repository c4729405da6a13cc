/** Surrogates stand for what is beyond U+FFFF, so behind all other units. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** Orders texts by their code points, as other languages and every machine do; JavaScript's own order is by UTF-16 units. */
export function compareCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  let at = 0;
  while (at < length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at === length ? one.length - other.length : rank(one.charCodeAt(at)) - rank(other.charCodeAt(at));
}

const SURROGATE = /[\ud800-\udfff]/;

/**
 * Texts in the order of `compareCodePoints`, each once. Where nothing is beyond U+FFFF the order of units is the same, and V8 knows that
 * one by itself.
 */
export function inCodePointOrder(texts: Iterable<string>): string[] {
  const sorted = [...texts].sort();
  if (sorted.some((text) => SURROGATE.test(text))) sorted.sort(compareCodePoints);
  return sorted.filter((text, n) => text !== sorted[n - 1]);
}
