import { CortexError } from '../kernel/errors.ts';

/** What is to stand in one line of a file, without the spaces around it. @param what as in "the … is one line of text" @throws CortexError `invalid-input` */
export function requireOneLine(what: string, value: string): string {
  const plain = wellFormed(value).trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (plain !== '' && !/[\u0000-\u001f\u007f]/.test(plain)) return plain;
  const data = {
    value,
    allowed: 'some characters without line breaks or other control characters',
    next: 'Correct it; nothing was changed.',
  };
  throw new CortexError('invalid-input', `the ${what} is one line of text`, data);
}

/** A text as it comes back from a file: half a surrogate pair is no character there. */
export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}
