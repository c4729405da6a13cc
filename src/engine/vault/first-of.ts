/** Extra candidates, beyond twice the requested number, to collect before sorting. */
const ROOM = 256;

/** Returns the first items in an order without sorting all of them. */
export function takeFirst<T>(things: Iterable<T>, count: number, compare: (one: T, other: T) => number): T[] {
  let first: T[] = [];
  let last: T | undefined;
  for (const thing of things) {
    if (last !== undefined && compare(thing, last) >= 0) continue;
    first.push(thing);
    if (first.length < 2 * count + ROOM) continue;
    first = first.sort(compare).slice(0, count);
    last = first.at(-1);
  }
  return first.sort(compare).slice(0, count);
}
