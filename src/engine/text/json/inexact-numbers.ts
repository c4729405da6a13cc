import { type JsonPath, visitJsonValues } from './json-position.ts';

/** A number in a JSON text that a double cannot hold as written. */
export interface InexactNumber {
  readonly path: JsonPath;
  readonly offset: number;
  /** The number as written. */
  readonly written: string;
}

/** What to write instead of an inexact number. */
export const EXACT_NUMBER = 'a number that a double holds, or the digits as a text in quotes';

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Fewer digits always fit into a double. */
const LONG_NUMBER = /\d[\d.]{15,}(?:[eE][+-]?\d+)?/g;
/** Only exponents with three digits may exceed the range of a double. Most hexadecimal digits in strings do not match. */
const LARGE_EXPONENT = /[\s:,[]-?\d[\d.]*[eE][+-]?\d{3}/;
const WELL_FORMED = /^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Significant digits that determine a double. */
const DOUBLE_DIGITS = 17;
/** The smallest double with full precision. */
const SMALLEST_NORMAL = 2 ** -1022;
/** Most digits that `toPrecision` can return. */
const MAX_DIGITS = 100;

/** The digits of a number without zeros at the ends, and the power of ten of its first digit. */
function decimalOf(written: string): { readonly digits: string; readonly exponent: number } {
  const [mantissa = '', power = '0'] = written.replace('-', '').toLowerCase().split('e', 2);
  // In `1e-7`, the sign that was removed may be that of the exponent.
  const sign = /e-/i.test(written) ? -1 : 1;
  const [whole = '', fraction = ''] = mantissa.split('.', 2);
  const all = whole + fraction;
  const first = all.search(/[1-9]/);
  if (first === -1) return { digits: '', exponent: 0 };
  const exponent = whole.length - first + sign * Math.abs(Number(power));
  return { digits: all.slice(first).replace(/0+$/, ''), exponent };
}

function isSameDecimal(one: string, other: string): boolean {
  const [left, right] = [decimalOf(one), decimalOf(other)];
  return left.digits === right.digits && left.exponent === right.exponent;
}

/**
 * Whether a number keeps its value when it is read into a double and written again. An integer must keep all its digits. Of a number with a
 * fraction or an exponent, 17 significant digits count, or all if they are those of the double (`0.1000000000000000055511151231257827`).
 * @param written a number in JSON
 */
export function isExactNumber(written: string): boolean {
  const value = Number(written);
  if (!Number.isFinite(value)) return false;
  if (isSameDecimal(written, String(value))) return true;
  if (!/[.e]/i.test(written)) return false;
  const { length } = decimalOf(written).digits;
  if (length <= DOUBLE_DIGITS && Math.abs(value) >= SMALLEST_NORMAL) return true;
  return length > 0 && length <= MAX_DIGITS && isSameDecimal(written, value.toPrecision(length));
}

/** Whether the text may contain an inexact number. Faster than a scan; digits in strings count, too. */
function mayHaveInexactNumbers(text: string): boolean {
  if (LARGE_EXPONENT.test(text)) return true;
  for (const [found] of text.matchAll(LONG_NUMBER)) if (!WELL_FORMED.test(found) || !isExactNumber(found)) return true;
  return false;
}

/** Returns the numbers that a double cannot hold as written, in the order of the text, which must be JSON. */
export function findInexactNumbers(text: string): InexactNumber[] {
  const numbers: InexactNumber[] = [];
  if (!mayHaveInexactNumbers(text)) return numbers;
  visitJsonValues(text, (open, offset) => {
    NUMBER.lastIndex = offset;
    const [written] = NUMBER.exec(text) ?? [];
    if (written !== undefined && !isExactNumber(written)) numbers.push({ path: open.flatMap((part) => part.key ?? []), offset, written });
  });
  return numbers;
}
