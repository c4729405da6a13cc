import { CortexError } from '../platform/errors.ts';

/**
 * What ends a line, moves a terminal's cursor, or shows a text in another order than it has: controls (C0, DEL, C1), the line and paragraph
 * separators, and the embeddings, overrides and isolates of bidirectional text. Marks of direction and joiners belong to languages.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

const nameOf = (character: string): string => `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * What is to stand in one line of a file, without the spaces around it: the only door for such texts, whoever gives them.
 * @param what as in "the … is one line of text" @throws CortexError `invalid-input` which names the character
 */
export function requireOneLine(what: string, value: string): string {
  const plain = wellFormed(value).trim();
  const [found] = CONTROL.exec(plain) ?? [];
  if (plain !== '' && found === undefined) return plain;
  const is = found === undefined ? 'and not empty' : `and has no ${found === '\n' || found === '\r' ? 'line break' : nameOf(found)} in it`;
  throw new CortexError('invalid-input', `the ${what} is one line of text ${is}`, {
    value,
    allowed: 'some characters without line breaks or other control characters',
    next: 'Correct it; nothing was changed.',
  });
}

/** A text as it comes back from a file: half a surrogate pair is no character there. */
export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}
