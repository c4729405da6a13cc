import { isPrintableAscii } from '../text/ascii.ts';

/** What a name, a project and a tag have to be, so that every reader of a header reads the same. */
export const LINE_OF_TEXT = 'one line of text without control characters or white space around it';

/** Whether a value is `LINE_OF_TEXT`. */
export function isLineOfText(value: string): boolean {
  return value !== '' && value === value.trim() && (isPrintableAscii(value) || !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(value));
}
