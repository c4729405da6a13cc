// @ts-check

/**
 * Runs items concurrently, except that items of the same sequence run one after the other, in order. An item without a sequence waits for
 * all items before it, and runs alone.
 * @template {{ readonly sequence?: string }} T
 * @param {readonly T[]} items
 * @param {(item: T) => Promise<void>} act
 */
export async function runInSequences(items, act) {
  /** @type {Map<string, Promise<void>>} */
  const ends = new Map();
  for (const item of items) {
    if (item.sequence === undefined) {
      await Promise.all(ends.values());
      ends.clear();
      await act(item);
    } else {
      const before = ends.get(item.sequence) ?? Promise.resolve();
      ends.set(
        item.sequence,
        before.then(() => act(item)),
      );
    }
  }
  await Promise.all(ends.values());
}
