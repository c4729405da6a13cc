import { wordsIn } from '../../text/ascii.ts';
import { comparable } from '../notes/comparable.ts';

/** Texts with fewer words are compared by single words, because one more or less would change most of their word triples. */
const SHORT = 20;
const TOGETHER = 3;
/** Limit of the compared text, in UTF-16 code units. Notes that are alike up to there count as alike. */
export const MAX_COMPARED = 65_536;

/** Returns the normalized words of a text, in order. */
export function splitWords(text: string): string[] {
  return wordsIn(comparable(text.slice(0, MAX_COMPARED)));
}

function wordTriples(words: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (let at = TOGETHER; at <= words.length; at += 1) found.add(words.slice(at - TOGETHER, at).join(' '));
  return found;
}

/** Returns the Jaccard similarity of two sets, from 0 to 1. It is 0 for two empty sets. */
export function jaccardSimilarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const each of few) if (many.has(each)) shared += 1;
  return shared === 0 ? 0 : shared / (one.size + other.size - shared);
}

/** Returns the similarity of two texts from 0 to 1, by their word triples, or by single words for short texts. */
export function similarity(one: readonly string[], other: readonly string[]): number {
  const areShort = one.length < SHORT || other.length < SHORT;
  return areShort ? jaccardSimilarity(new Set(one), new Set(other)) : jaccardSimilarity(wordTriples(one), wordTriples(other));
}
