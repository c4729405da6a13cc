import { CortexError } from '../platform/errors.ts';
import { isPrintableAscii } from '../text/ascii.ts';
import { hasControl } from '../text/one-line.ts';

/** What a name, a project and a tag have to be, so that every reader of a header reads the same. */
export const LINE_OF_TEXT = 'one line of text without control characters or white space around it';

/** Whether a value is `LINE_OF_TEXT`. */
export function isLineOfText(value: string): boolean {
  return value !== '' && value === value.trim() && (isPrintableAscii(value) || !(hasControl(value) || /\p{Cs}/u.test(value)));
}

/** @param is what it would be @throws CortexError `invalid-input` for a value that is no line of text */
export function requireLine(value: string, is: string): void {
  if (isLineOfText(value)) return;
  throw new CortexError('invalid-input', `is no ${is}`, { value, allowed: LINE_OF_TEXT, next: 'Write another one.' });
}
