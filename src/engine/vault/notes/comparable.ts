/** A text with anything beyond ASCII in it. */
export const FOREIGN = /[^\0-\x7f]/;

/** A text as the vault compares it: without case, and letters with marks alike however they are written (rulings, vault 1). */
export function comparable(text: string): string {
  const lower = text.toLowerCase();
  return FOREIGN.test(lower) ? lower.normalize('NFC') : lower;
}
