/** Returns the words of a search text, in lower case. */
export function splitSearchWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Whether a text contains all words, in any order, also as parts of words. @param words as `splitSearchWords` returns them */
export function hasWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}
