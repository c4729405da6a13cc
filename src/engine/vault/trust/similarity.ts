import { wordsIn } from '../../text/ascii.ts';
import { comparable } from '../notes/comparable.ts';

/** A text of fewer words is compared by its words: one word more or less would change most of what it is in threes. */
const SHORT = 20;
const TOGETHER = 3;
/** What lies beyond is not compared, in UTF-16 units: two notes that are alike for so long are alike. */
export const MOST_COMPARED = 65_536;

/** The words of a text, comparable, in order. */
export function wordsOf(text: string): string[] {
  return wordsIn(comparable(text.slice(0, MOST_COMPARED)));
}

function threes(words: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (let at = TOGETHER; at <= words.length; at += 1) found.add(words.slice(at - TOGETHER, at).join(' '));
  return found;
}

/** What two sets have in common, of all they have: 0 to 1 (Jaccard). Of two empty ones nothing. */
export function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const each of few) if (many.has(each)) shared += 1;
  return shared === 0 ? 0 : shared / (one.size + other.size - shared);
}

/** How much two texts are alike, from 0 to 1, by the threes of words that stand together in them; of short ones by their words. */
export function likenessOf(one: readonly string[], other: readonly string[]): number {
  const areShort = one.length < SHORT || other.length < SHORT;
  return areShort ? shareOf(new Set(one), new Set(other)) : shareOf(threes(one), threes(other));
}
