/**
 * Where in an ordered list something belongs: how many of its first `length` places stand before it. Asks a logarithm of them.
 * @param isBefore true up to some place, and false from there on
 */
export function partitionPoint(length: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
