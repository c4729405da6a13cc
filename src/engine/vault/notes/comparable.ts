/** Matches texts with characters beyond ASCII. */
export const FOREIGN = /[^\0-\x7f]/;

/** Normalizes a text for comparison: ignores case and the encoding of accents (rulings, vault 1). */
export function comparable(text: string): string {
  const lower = text.toLowerCase();
  return FOREIGN.test(lower) ? lower.normalize('NFC') : lower;
}
