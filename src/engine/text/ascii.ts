// Most texts are ASCII, and what is asked of one is answered for those without a class of Unicode: to compile `\p{L}` takes V8 half a
// millisecond, twice (docs/decisions/0005-how-the-programs-start.md).

/** Whether a text is ASCII. */
export function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/** Whether a text is ASCII without control characters: one line, and nothing in it is unseen. */
export function isPrintableAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** A text decomposed (NFKD), without accents and other marks. */
export function withoutMarks(text: string): string {
  return isAscii(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '');
}

/** The words of a text in order: letters of all scripts with their marks, and digits. */
export function wordsIn(text: string): string[] {
  return text.match(isAscii(text) ? /[A-Za-z0-9]+/g : /[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
