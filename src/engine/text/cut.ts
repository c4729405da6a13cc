/** A text of at most so many UTF-16 code units; what was cut shows as an ellipsis. */
export function cut(text: string, most: number): string {
  // Never half a character.
  return text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
