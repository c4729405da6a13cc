/** How many more than twice as many as are wanted are gathered before they are put in order. */
const ROOM = 256;

/** The first of many things in an order, without putting all of them in order. */
export function firstOf<T>(things: Iterable<T>, count: number, compare: (one: T, other: T) => number): T[] {
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
