import { COULD_HOLD_MARKS } from '../../text/conflicts/merge-conflicts.ts';

/** A text with messages. */
export interface MessageText {
  readonly text: string;
  /** Decodes a part of the text, which may be the bytes of a file, one character each. */
  readonly decode: (part: string) => string;
}

const NOT_ASCII = /[\x80-\xff]/;
/** A byte order mark in UTF-8. */
const MARK_BYTES = 3;

const decodeBytes = (part: string): string => (NOT_ASCII.test(part) ? Buffer.from(part, 'latin1').toString('utf8') : part);

/** Returns a decoded text. */
export const plainText = (text: string): MessageText => ({ text, decode: (part) => part });

/**
 * Returns the text of a file, mostly one character for each byte. A decoded text has two bytes for each character once one of them is not in
 * Latin-1.
 * @param bytes valid UTF-8
 */
export function messageText(bytes: Buffer): MessageText {
  if (COULD_HOLD_MARKS.some((mark) => bytes.includes(mark))) return plainText(bytes.toString('utf8'));
  const hasMark = bytes.subarray(0, MARK_BYTES).toString('utf8') === '\ufeff';
  return { text: bytes.toString('latin1', hasMark ? MARK_BYTES : 0), decode: decodeBytes };
}
