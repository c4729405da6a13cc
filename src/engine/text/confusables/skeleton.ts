import { onDemand } from '../../platform/on-demand.ts';
import { CONFUSABLE_CHARACTERS } from './confusable-characters.ts';
import { MORE_CONFUSABLE, SIMILAR_LETTERS } from './more-confusable.ts';

/** Invisible characters: white space, and characters that only format others. U+2800 is the blank of Braille. */
const unseenCharacter = onDemand(() => /[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}]/gu);
const ASCII = /^[\x21-\x7e]*$/;
const LETTERS = 26;

/** First characters of rows of A to Z in frames or in white on black, which Unicode does not normalise to letters. */
const ENCLOSED_ROWS = [0x1f150, 0x1f170, 0x1f1e6];

let plainOf: ReadonlyMap<string, string> | null = null;

/** Created on first use, because most ids are ASCII. */
function confusables(): ReadonlyMap<string, string> {
  plainOf ??= new Map(
    [...CONFUSABLE_CHARACTERS, ...MORE_CONFUSABLE].flatMap(([plain, confused]) => [...confused].map((each) => [each, plain] as const)),
  );
  return plainOf;
}

const cherokee = onDemand(() => /\p{Script=Cherokee}/u);

/** Returns the ASCII text that Unicode's list has for a character. Small letters of Cherokee look like their capitals, which the list has. */
const listed = (character: string) => confusables().get(cherokee().test(character) ? character.toUpperCase() : character);

function enclosedLetter(character: string): string | null {
  const code = character.codePointAt(0) ?? 0;
  const row = ENCLOSED_ROWS.find((first) => first <= code && code < first + LETTERS);
  return row === undefined ? null : String.fromCharCode(0x61 + code - row);
}

/** One letter or digit surrounded by brackets, dots and the like, as `⒫` is in NFKD. */
const ENCLOSED = /^[^a-z0-9]*([a-z0-9])[^a-z0-9]*$/i;

/** Returns the ASCII text that a character looks like. Compatibility forms take precedence: the long s looks like an f but means an s. */
function plainCharacter(character: string): string {
  const decomposed = character.normalize('NFKD');
  const [, letter] = ENCLOSED.exec(decomposed) ?? [];
  if (letter !== undefined) return letter;
  const plain = listed(character) ?? enclosedLetter(character);
  if (plain !== null) return plain;
  const bare = decomposed.replace(/\p{M}/gu, '').replace(unseenCharacter(), '');
  return bare === character ? character : [...bare].map((each) => listed(each) ?? each).join('');
}

/**
 * Returns what a text looks like: two texts with the same skeleton look alike (UTS 39, except that ASCII is unchanged). The result is in
 * lower case, without marks and invisible characters.
 */
export function toSkeleton(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return [...text.replace(unseenCharacter(), '')].map(plainCharacter).join('').toLowerCase();
}

/** Replaces letters of a skeleton that resemble a letter of `person` or `cortex` by that letter. */
export function withSimilarLetters(skeleton: string): string {
  if (ASCII.test(skeleton)) return skeleton;
  const plain = new Map(SIMILAR_LETTERS.flatMap(([letter, similar]) => [...similar].map((each) => [each, letter] as const)));
  return [...skeleton].map((each) => plain.get(each) ?? each).join('');
}

/** Returns one of `others` that looks like `text` but is spelled differently; `null` if there is none. ASCII texts return at once. */
export function lookAlike(text: string, others: Iterable<string>): string | null {
  if (ASCII.test(text)) return null;
  const skeleton = toSkeleton(text);
  for (const other of others) if (other !== text && toSkeleton(other) === skeleton) return other;
  return null;
}
