/** Parts of at most `size` elements. */
export function chunk<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size));
  return parts;
}

/** The elements by a key, in the order in which each key first came. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

/** The largest first; equal ones keep their order. */
export function largestFirst<T>(items: readonly T[], sizeOf: (item: T) => number): T[] {
  return [...items].sort((one, other) => sizeOf(other) - sizeOf(one));
}
