import { CONFUSABLE_CHARACTERS } from './confusable-characters.ts';

/** What is not seen where text is shown: white space, and characters that only say how others are set. U+2800 is a blank of Braille. */
const UNSEEN = /[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}]/gu;
const ASCII = /^[\x21-\x7e]*$/;

let plainOf: ReadonlyMap<string, string> | null = null;

/** Made when it is first needed: most ids are ASCII. */
function confusables(): ReadonlyMap<string, string> {
  plainOf ??= new Map(CONFUSABLE_CHARACTERS.flatMap(([plain, confused]) => [...confused].map((each) => [each, plain] as const)));
  return plainOf;
}

const withPlain = (text: string): string => [...text].map((each) => confusables().get(each) ?? each).join('');

/**
 * What a reader takes a text for, whatever characters it is written with: two texts with the same skeleton look alike (UTS 39, with ASCII
 * taken as it is). In lower case, without marks and what is not seen.
 */
export function skeletonOf(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const decomposed = withPlain(text.replace(UNSEEN, '')).normalize('NFKD').replace(/\p{M}/gu, '').replace(UNSEEN, '');
  return withPlain(decomposed).toLowerCase();
}

/** One of `others` that is written differently and looks the same; `null` where there is none. Costs nothing for a text of ASCII. */
export function lookAlike(text: string, others: Iterable<string>): string | null {
  if (ASCII.test(text)) return null;
  const skeleton = skeletonOf(text);
  for (const other of others) if (other !== text && skeletonOf(other) === skeleton) return other;
  return null;
}
