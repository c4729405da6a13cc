import { CortexError } from '../platform/errors.ts';

/**
 * Characters that end a line, move a terminal's cursor or reorder text: controls (C0, DEL, C1), line and paragraph separators, and
 * bidirectional embeddings, overrides and isolates. Direction marks and joiners are allowed, because languages need them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

/** Returns whether a text contains a line break, a control character or a bidirectional override. */
export const hasControl = (value: string): boolean => CONTROL.test(value);

/** Like `CONTROL`, for text of several lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters
const CONTROL_IN_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

/** Removes line breaks, control characters and bidirectional overrides from a text of another program. */
export const withoutControl = (text: string): string => text.replace(new RegExp(CONTROL, 'g'), '');

/** Rejects control characters and bidirectional overrides in a text of several lines. @throws CortexError as `requireOneLine` */
export function requireLines(what: string, value: string): string {
  const [found] = CONTROL_IN_LINES.exec(value) ?? [];
  if (found === undefined) return value;
  const allowed = 'text without control characters';
  throw new CortexError('invalid-input', `the ${what} must not contain ${nameOf(found)}`, { value, allowed, next: NOTHING_CHANGED });
}

const NOTHING_CHANGED = 'Correct it. Nothing was changed.';
const nameOf = (character: string): string => `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Returns a trimmed text that is safe in one line of a file. All such texts must pass through this function.
 * @param what names the text in the error, as in "the title must not be empty" @throws CortexError `invalid-input`, naming the character
 */
export function requireOneLine(what: string, value: string): string {
  const plain = wellFormed(value).trim();
  const [found] = CONTROL.exec(plain) ?? [];
  if (plain !== '' && found === undefined) return plain;
  const is =
    found === undefined ? 'must not be empty' : `must not contain ${found === '\n' || found === '\r' ? 'a line break' : nameOf(found)}`;
  throw new CortexError('invalid-input', `the ${what} ${is}`, {
    value,
    allowed: 'one line of text without control characters',
    next: NOTHING_CHANGED,
  });
}

/** Returns a text as it would be read back from a file, where an unpaired surrogate becomes U+FFFD. */
export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}
