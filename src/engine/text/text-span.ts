/** One changed range of a text, in whole lines. */
export interface TextSpan {
  /** Start of the range, in bytes. */
  readonly from: number;
  /** Up to three lines before it. */
  readonly context: string;
  readonly removed: string;
  readonly inserted: string;
}

const CONTEXT_LINES = 3;
const LINE_END = 0x0a;

const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/));

/** Returns the change from `before` to `after`. */
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

/** Applies a change. @param text the text before the change */
export function applySpan({ from, removed, inserted }: TextSpan, text: Buffer): Buffer {
  return replaced(text, from, Buffer.byteLength(removed), inserted);
}

/** Reverts a change. @param text the text after the change */
export function undoSpan({ from, removed, inserted }: TextSpan, text: Buffer): Buffer {
  return replaced(text, from, Buffer.byteLength(inserted), removed);
}

/** Applies a change to an unknown text, if exactly one place in it has the lines of the change and those before it; otherwise `null`. */
export function applyWhereUnique({ context, removed, inserted }: TextSpan, text: Buffer): Buffer | null {
  const place = Buffer.from(context + removed);
  const [at, end] = [text.indexOf(place), text.indexOf(place) + place.length];
  const isUnique = context !== '' && at >= 0 && !text.includes(place, at + 1);
  if (!isUnique || !isLineStart(text, at) || !isLineStart(text, end)) return null;
  return replaced(text, at + Buffer.byteLength(context), Buffer.byteLength(removed), inserted);
}

/** Returns whether a line begins at an offset, or the text ends there. */
const isLineStart = (text: Buffer, at: number): boolean => at === 0 || at === text.length || text[at - 1] === LINE_END;

/**
 * Applies a change to another version of the same text; `null` if both changed the same lines. If both inserted at the same place, ours is
 * first.
 * @param before the common origin
 * @param other another change's result
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
