import { hash } from 'node:crypto';

/** The fields that an id is derived from. */
export interface HashedFields {
  readonly from: string;
  readonly to: string | null;
  readonly thread: string | null;
  readonly replyTo: string | null;
  readonly type: string;
  /** As written in the header. */
  readonly time: string | null;
  readonly content: string;
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Six bytes fit a JavaScript number exactly. */
const HASH_BYTES = 6;
const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/;
const UNZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/**
 * Returns a time in UTC, truncated to the minute. A time without a zone, or an invalid one, stays as written: an id must not depend on the
 * machine.
 */
function hashedTime(time: string | null): string {
  if (time === null) return '';
  const at = ZONED.test(time) ? Date.parse(time) : Number.NaN;
  if (!Number.isNaN(at)) return `${new Date(at).toISOString().slice(0, 16)}Z`;
  return UNZONED.exec(time)?.[0] ?? time;
}

function base62(bytes: Buffer): string {
  let rest = bytes.readUIntBE(0, HASH_BYTES);
  let text = '';
  do {
    text = DIGITS.charAt(rest % DIGITS.length) + text;
    rest = Math.floor(rest / DIGITS.length);
  } while (rest > 0);
  return text;
}

/**
 * Returns the id of a message (seed 4, "Hash-Based Message IDs"; rulings, stack 2). The same message within a minute has the same id.
 * @param longer also hash the fields that tell apart answers to different questions; always done for a reply
 */
export function messageId({ from, to, thread, replyTo, type, time, content }: HashedFields, longer = false): string {
  const parts = [from, type, content, hashedTime(time)];
  if (longer || replyTo !== null) parts.push(to ?? '', thread ?? '', replyTo ?? '');
  return `msg-${base62(hash('sha256', parts.join('\n'), 'buffer').subarray(0, HASH_BYTES))}`;
}
