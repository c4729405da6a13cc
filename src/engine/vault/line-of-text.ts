import { CortexError } from '../platform/errors.ts';
import { isPrintableAscii } from '../text/ascii.ts';
import { hasControl } from '../text/one-line.ts';

/** Required form of names, projects and tags, so that all programs parse them alike in a header. */
export const LINE_OF_TEXT = 'one line of text without control characters or white space around it';

/** Reports whether a value is `LINE_OF_TEXT`. */
export function isLineOfText(value: string): boolean {
  return value !== '' && value === value.trim() && (isPrintableAscii(value) || !(hasControl(value) || /\p{Cs}/u.test(value)));
}

/** @param is what the value should be, for the message @throws CortexError `invalid-input` if the value is not one line of text */
export function requireLine(value: string, is: string): void {
  if (isLineOfText(value)) return;
  throw new CortexError('invalid-input', `this is not a valid ${is}`, { value, allowed: LINE_OF_TEXT, next: 'Choose another one.' });
}
