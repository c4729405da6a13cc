// @ts-check

/**
 * Does things beside each other: those of one lane one after the other, in their order, each lane beside the others. What has no lane
 * waits for all before it and is done alone.
 * @template {{ readonly lane?: string }} T
 * @param {readonly T[]} items
 * @param {(item: T) => Promise<void>} act
 */
export async function inLanes(items, act) {
  /** @type {Map<string, Promise<void>>} */
  const ends = new Map();
  for (const item of items) {
    if (item.lane === undefined) {
      await Promise.all(ends.values());
      ends.clear();
      await act(item);
    } else {
      const before = ends.get(item.lane) ?? Promise.resolve();
      ends.set(
        item.lane,
        before.then(() => act(item)),
      );
    }
  }
  await Promise.all(ends.values());
}
