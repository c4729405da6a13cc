import { decodeLine, findRecordStart, recordEnd } from '../record.ts';

/** A part of a line: a record, or damaged bytes. */
export interface LinePart {
  readonly from: number;
  readonly to: number;
}

const BLANK = new Set([0x00, 0x0d, 0x20]);

/**
 * Returns the next part of a line; `null` if only bytes follow that no record was in.
 *
 * If the newline between two records is damaged, both are in one line: the first ends where its head says, and the second follows at
 * once or after one byte. The parts are those that the line would have with its newline, so no ordinal changes.
 * @param follows whether a record precedes in the same line
 */
export function nextPart(line: Buffer, follows: boolean): LinePart | null {
  if (!follows) return { from: 0, to: endOfRecord(line) ?? line.length };
  const start = findRecordStart(line) ?? line.length;
  const isSeparator = countText(line.subarray(0, start)) <= 1;
  if (!isSeparator) return { from: 0, to: start };
  if (start === line.length) return null;
  return { from: start, to: start + (endOfRecord(line.subarray(start)) ?? line.length - start) };
}

/** Returns the end of a valid record if more than zeros of a power loss or blanks follow it. */
function endOfRecord(line: Buffer): number | null {
  const end = recordEnd(line);
  if (end === null || end >= line.length || decodeLine(line) === null) return null;
  return countText(line.subarray(end)) === 0 ? null : end;
}

/** Counts the bytes that are not blank, up to two. */
function countText(bytes: Buffer): number {
  const first = bytes.findIndex((byte) => !BLANK.has(byte));
  if (first === -1) return 0;
  return bytes.subarray(first + 1).some((byte) => !BLANK.has(byte)) ? 2 : 1;
}
