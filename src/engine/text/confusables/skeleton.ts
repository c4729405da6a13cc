import { onDemand } from '../../platform/on-demand.ts';
import { CONFUSABLE_CHARACTERS } from './confusable-characters.ts';
import { MORE_CONFUSABLE, SIMILAR_LETTERS } from './more-confusable.ts';

/** What is not seen where text is shown: white space, and characters that only say how others are set. U+2800 is a blank of Braille. */
const unseenCharacter = onDemand(() => /[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}]/gu);
const ASCII = /^[\x21-\x7e]*$/;
const LETTERS = 26;

/** Rows of the letters A to Z in a frame or in white on black, by their first: Unicode does not normalise them to letters. */
const ENCLOSED_ROWS = [0x1f150, 0x1f170, 0x1f1e6];

let plainOf: ReadonlyMap<string, string> | null = null;

/** Made when it is first needed: most ids are ASCII. */
function confusables(): ReadonlyMap<string, string> {
  plainOf ??= new Map(
    [...CONFUSABLE_CHARACTERS, ...MORE_CONFUSABLE].flatMap(([plain, confused]) => [...confused].map((each) => [each, plain] as const)),
  );
  return plainOf;
}

function enclosedLetter(character: string): string | null {
  const code = character.codePointAt(0) ?? 0;
  const row = ENCLOSED_ROWS.find((first) => first <= code && code < first + LETTERS);
  return row === undefined ? null : String.fromCharCode(0x61 + code - row);
}

/** One letter or digit with brackets, dots and the like around it: what `⒫` is in NFKD. */
const ENCLOSED = /^[^a-z0-9]*([a-z0-9])[^a-z0-9]*$/i;

/** The ASCII that one character looks like. Compatibility forms go first: the long s looks like an f, and means an s. */
function plainCharacter(character: string): string {
  const decomposed = character.normalize('NFKD');
  const [, letter] = ENCLOSED.exec(decomposed) ?? [];
  if (letter !== undefined) return letter;
  const known = confusables();
  const plain = known.get(character) ?? enclosedLetter(character);
  if (plain !== null) return plain;
  const bare = decomposed.replace(/\p{M}/gu, '').replace(unseenCharacter(), '');
  return bare === character ? character : [...bare].map((each) => known.get(each) ?? each).join('');
}

/**
 * What a reader takes a text for, whatever characters it is written with: two texts with the same skeleton look alike (UTS 39, with ASCII
 * taken as it is). In lower case, without marks and what is not seen.
 */
export function skeletonOf(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return [...text.replace(unseenCharacter(), '')].map(plainCharacter).join('').toLowerCase();
}

/** A skeleton with the letters that look at a glance like one of `person` or `cortex` replaced by it. */
export function withSimilarLetters(skeleton: string): string {
  if (ASCII.test(skeleton)) return skeleton;
  const plain = new Map(SIMILAR_LETTERS.flatMap(([letter, similar]) => [...similar].map((each) => [each, letter] as const)));
  return [...skeleton].map((each) => plain.get(each) ?? each).join('');
}

/** One of `others` that is written differently and looks the same; `null` where there is none. Costs nothing for a text of ASCII. */
export function lookAlike(text: string, others: Iterable<string>): string | null {
  if (ASCII.test(text)) return null;
  const skeleton = skeletonOf(text);
  for (const other of others) if (other !== text && skeletonOf(other) === skeleton) return other;
  return null;
}
