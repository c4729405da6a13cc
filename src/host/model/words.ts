/** Whether a text has all words of a query somewhere, in any case. The words are taken as they are: none of them is a pattern. No word: it has them all. */
export function wordsIn(query: string): (text: () => string) => boolean {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return () => true;
  return (textOf) => {
    const text = textOf().toLowerCase();
    return words.every((word) => text.includes(word));
  };
}
