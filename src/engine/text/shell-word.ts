/** Writes control characters, quotes and backslashes as in `$'…'` of a shell. */
function inAnsiQuotes(word: string): string {
  return word.replace(/[\p{Cc}'\\]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Quotes a word for a shell: no quotes if possible, else double quotes, or single quotes where double ones would change it. Control
 * characters, which must not reach a terminal, are written as in `$'\u000a'`.
 */
export function shellWord(word: string): string {
  if (/^[\w./:=@%+,-]+$/.test(word)) return word;
  if (/\p{Cc}/u.test(word)) return `$'${inAnsiQuotes(word)}'`;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}
