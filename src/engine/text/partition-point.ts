/**
 * Binary search: returns how many of the first `length` indexes are before the searched place.
 * @param isBefore true up to some index, and false from there on
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
