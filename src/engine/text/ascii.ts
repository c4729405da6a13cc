// Most texts are ASCII, and these functions handle them without Unicode classes: V8 needs half a millisecond to compile `\p{L}`, twice
// (docs/decisions/0005-program-startup.md).

/** Whether a text is ASCII. */
export function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/** Whether a text is ASCII without control characters: one line without invisible characters. */
export function isPrintableAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** Returns a text decomposed (NFKD), without accents and other marks. */
export function withoutMarks(text: string): string {
  return isAscii(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '');
}

/** Returns the words of a text in order: letters of all scripts with their marks, and digits. */
export function wordsIn(text: string): string[] {
  return text.match(isAscii(text) ? /[A-Za-z0-9]+/g : /[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
