/** One changed piece of a text, in whole lines. */
export interface TextSpan {
  /** Where it begins, in bytes. */
  readonly from: number;
  /** Up to three lines before it. */
  readonly context: string;
  readonly removed: string;
  readonly inserted: string;
}

const CONTEXT_LINES = 3;

const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/));

/** What leads from one text to the other. */
export function spanBetween(before: Buffer, after: Buffer): TextSpan {
  const [one, other] = [linesOf(before.toString()), linesOf(after.toString())];
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  const part = (lines: readonly string[]) => lines.slice(start, lines.length - end).join('');
  const context = one.slice(Math.max(0, start - CONTEXT_LINES), start).join('');
  return { from: Buffer.byteLength(one.slice(0, start).join('')), context, removed: part(one), inserted: part(other) };
}

function replaced(text: Buffer, from: number, length: number, by: string): Buffer {
  return Buffer.concat([text.subarray(0, from), Buffer.from(by), text.subarray(from + length)]);
}

/** The text with the change made. @param text what it was made of */
export function applySpan({ from, removed, inserted }: TextSpan, text: Buffer): Buffer {
  return replaced(text, from, Buffer.byteLength(removed), inserted);
}

/** The text as it was before the change. @param text what the change has led to */
export function undoSpan({ from, removed, inserted }: TextSpan, text: Buffer): Buffer {
  return replaced(text, from, Buffer.byteLength(inserted), removed);
}

/**
 * A change made in another text of the same origin; `null` where both have changed the same lines. Where both insert at the same place,
 * ours stands first.
 * @param before what the change was made of @param other what somebody else made of that
 */
export function applyToOther(change: TextSpan, before: Buffer, other: Buffer): Buffer | null {
  const theirs = spanBetween(before, other);
  if (theirs.removed === '' && theirs.inserted === '') return applySpan(change, other);
  const length = Buffer.byteLength(change.removed);
  if (theirs.from >= change.from + length) return replaced(other, change.from, length, change.inserted);
  const shift = other.length - before.length;
  return theirs.from + Buffer.byteLength(theirs.removed) <= change.from
    ? replaced(other, change.from + shift, length, change.inserted)
    : null;
}
