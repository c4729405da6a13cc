/** Truncates a text to at most `most` UTF-16 code units, with an ellipsis at the end. */
export function cut(text: string, most: number): string {
  // Do not split a surrogate pair.
  return text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
