import { CortexError } from '../../platform/errors.ts';

/** The change after which a page begins: `<ordinal>.<index among the changes of that ordinal>`. */
export interface Cursor {
  readonly ordinal: number;
  readonly index: number;
}

/** Parses a cursor. @throws CortexError `invalid-input` for any other text */
export function decodeCursor(text: string): Cursor {
  const [, ordinal, index] = /^(\d{1,16})\.(\d{1,9})$/.exec(text) ?? [];
  if (ordinal !== undefined && index !== undefined) return { ordinal: Number(ordinal), index: Number(index) };
  const next = 'Use the value of "next" or "earlier" of the previous page, or of "cursor" of a change.';
  throw new CortexError('invalid-input', 'this is not a page cursor', { value: text, next });
}

export function encodeCursor({ ordinal, index }: Cursor): string {
  return `${ordinal}.${index}`;
}

/** Reports whether one position is after another. */
export function isBehind(one: Cursor, other: Cursor): boolean {
  return one.ordinal > other.ordinal || (one.ordinal === other.ordinal && one.index > other.index);
}
