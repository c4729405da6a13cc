/** Returns a predicate for texts that contain all words of a query, ignoring case. Words are literal. An empty query matches every text. */
export function wordFilter(query: string): (text: () => string) => boolean {
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
