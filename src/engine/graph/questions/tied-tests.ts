import { nameOf } from '../structure/paths.ts';
import { testedFileName } from '../structure/tests/test-files.ts';

/** Number of commits that changed a file together with the queried files, by the path of that file. */
export type Together = ReadonlyMap<string, number>;

/** Returns the words of a file's name, in lower case: `retry` and `timing` of `retry-timing.ts` and `retryTiming.test.ts`. */
function wordsOf(path: string): Set<string> {
  const inCase = nameOf(path).replaceAll(/([a-z\d])([A-Z])/g, '$1-$2');
  return new Set(
    testedFileName(inCase)
      .split(/[^\p{L}\d]+/u)
      .filter((word) => word !== ''),
  );
}

/** Returns how similar two sets of words are, from 0 to 1 (Dice's coefficient). */
function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((word) => other.has(word)).length;
  return common === 0 ? 0 : (2 * common) / (one.size + other.size);
}

/**
 * Returns a function that compares equally likely tests: first those that more commits changed together with the queried files, then those
 * with a more similar name.
 * @param together counted at the first tie only, because it may read the history
 */
export function nearerFirst(changed: readonly string[], together: () => Together): (one: string, other: string) => number {
  const words = changed.map(wordsOf);
  const known = new Map<string, number>();
  const nearness = (path: string): number => {
    const own = known.get(path) ?? Math.max(0, ...words.map((each) => similarity(each, wordsOf(path))));
    known.set(path, own);
    return own;
  };
  let counts: Together | undefined;
  return (one, other) => {
    counts ??= together();
    return (counts.get(other) ?? 0) - (counts.get(one) ?? 0) || nearness(other) - nearness(one);
  };
}
