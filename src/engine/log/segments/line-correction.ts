import { isUtf8 } from 'node:buffer';
import { checksumOf, decodeLine, encodeBody, type LogRecord, recordEnd } from '../record.ts';

/** Longest line in which each single bit is tried, and each value of each byte, in bytes. */
const MAX_FOR_BITS_LENGTH = 8_192;
const MAX_FOR_BYTES = 1_024;
/** Most lines per segment that are tried, so that a file full of damage is read in time. Counted from its start, as by every reader. */
const MAX_TRIED = 16;
/** Maximum work to correct the lines of one segment, as the number of bytes that are hashed. It takes about two seconds. */
const MAX_WORK = 1_600_000_000;
/** Each checksum takes as long as this many bytes of another, whatever its length. */
const WORK_FOR_EACH = 2_000;
const HEAD_WITHOUT_LENGTH = '{"c":"0123456789abcdef","n":,"r":'.length;
const NEWLINE = 0x0a;

/** A record in which one byte was wrong. */
export interface CorrectedRecord {
  readonly record: LogRecord;
  /** Offset of its first byte in the segment. */
  readonly from: number;
  /** Whether the wrong byte was a newline, so that the record was in two lines. */
  readonly isSplit: boolean;
}

/** An invalid line with a newline behind it. */
interface Failed {
  readonly line: Buffer;
  /** Offset behind its newline. */
  readonly next: number;
}

/**
 * Finds the records in lines of one segment in which a single byte is wrong. The checksum tells which byte: that another change gives the
 * right checksum, too, is as unlikely as a damaged line with a right one.
 */
export class LineCorrection {
  #tried = 0;
  readonly #work = { left: MAX_WORK };
  #unfinished: Buffer | null = null;
  #before: Failed | null = null;

  /**
   * Returns the record in an invalid line; `null` if more than one byte is wrong, or it is incomplete.
   * @param from its offset in the segment
   * @param isFinished false for a line that may still grow, and is tried again then
   */
  correct(line: Buffer, from: number, isFinished: boolean): CorrectedRecord | null {
    if (line.length > MAX_FOR_BITS_LENGTH) return null;
    const before = this.#before?.next === from ? this.#before.line : null;
    const mayTry = () => this.#mayTry(line, isFinished);
    const joined = before === null ? null : joinedRecord(before, line, mayTry);
    if (before !== null && joined !== null) return { record: joined, from: from - before.length - 1, isSplit: true };
    const record = correctedRecord(line, mayTry, isFinished ? this.#work : { left: MAX_WORK });
    if (record !== null) return { record, from, isSplit: false };
    if (isFinished) this.#before = { line: Buffer.from(line), next: from + line.length + 1 };
    else this.#unfinished = Buffer.from(line);
    return null;
  }

  #mayTry(line: Buffer, isFinished: boolean): boolean {
    if (isFinished) this.#tried += 1;
    // An unfinished line is read again and again.
    return this.#tried <= MAX_TRIED && this.#unfinished?.equals(line) !== true;
  }
}

/** What the attempts to correct the lines of a segment may still cost. */
interface Work {
  left: number;
}

function correctedRecord(line: Buffer, mayTry: () => boolean, work: Work): LogRecord | null {
  const head = withRightHead(line);
  if (head !== null) return decodeLine(head);
  if (recordEnd(line) !== line.length) return null;
  const places = placesOfError(line);
  if (places.length === 0 || !mayTry()) return null;
  const found = withRightBody(line, places, work);
  return found === null ? null : decodeLine(found);
}

/** Returns the record that a newline in place of another byte split into two lines; `null` if these were not one record. */
function joinedRecord(first: Buffer, second: Buffer, mayTry: () => boolean): LogRecord | null {
  const line = Buffer.concat([first, Buffer.of(NEWLINE), second]);
  if (line.length > MAX_FOR_BITS_LENGTH) return null;
  const head = withRightHead(line);
  if (head !== null) return decodeLine(head);
  return recordEnd(line) === line.length && mayTry() ? decodeAny(line, first.length) : null;
}

/** Returns the line with the head and the end that its body has, if at most one byte differs from them. */
function withRightHead(line: Buffer): Buffer | null {
  for (let digits = 1; digits <= String(line.length).length; digits++) {
    const start = HEAD_WITHOUT_LENGTH + digits;
    const bytes = line.length - start - 1;
    if (bytes < 1 || String(bytes).length !== digits) continue;
    const right = encodeBody(line.subarray(start, -1));
    if (countDifferent(line, right) <= 1) return right;
  }
  return null;
}

function countDifferent(one: Buffer, other: Buffer): number {
  if (one.length !== other.length) return Number.POSITIVE_INFINITY;
  let count = 0;
  for (let at = 0; at < one.length && count < 2; at++) if (one[at] !== other[at]) count += 1;
  return count;
}

/**
 * Returns where in a line a single wrong byte of its body can be. Some bytes are in no record: one of them is the error, and two are
 * two errors. Where the text is not valid UTF-8, the error is beside a byte that is not ASCII.
 */
function placesOfError(line: Buffer): readonly number[] {
  const start = bodyStart(line);
  const places = Array.from({ length: line.length - 1 - start }, (_value, at) => start + at);
  const isNear = (at: number) => line.subarray(Math.max(start, at - NEAR), at + NEAR + 1).some((byte) => byte >= FIRST_NOT_ASCII);
  const impossible = places.filter((at) => isImpossible(line[at] ?? 0));
  if (impossible.length > 1) return [];
  const possible = impossible.length === 1 ? impossible : places;
  return isUtf8(line.subarray(start, -1)) ? possible : possible.filter(isNear);
}

/** Reports whether a byte is in no record: a control character, or one that UTF-8 does not use. */
const isImpossible = (byte: number) => byte < 0x20 || byte === 0xc0 || byte === 0xc1 || byte > 0xf4;
const FIRST_NOT_ASCII = 0x80;
/** A character has at most four bytes. */
const NEAR = 3;

const bodyStart = (line: Buffer) => line.indexOf('"r":') + 4;

/**
 * Returns the line with one byte of its body replaced so that the checksum is right. Bits first: they are what memory and disks flip.
 * @param places where the byte can be
 */
function withRightBody(line: Buffer, places: readonly number[], work: Work): Buffer | null {
  const wanted = line.toString('latin1', 6, 22);
  const right = Buffer.from(line);
  const body = right.subarray(bodyStart(line), -1);
  const tryAll = (changes: readonly number[]) => {
    if (work.left <= 0) return false;
    work.left -= places.length * changes.length * (body.length + WORK_FOR_EACH);
    return tryEach(right, places, changes, () => checksumOf(body) === wanted);
  };
  return tryAll(BITS) || (line.length <= MAX_FOR_BYTES && tryAll(BYTES)) ? right : null;
}

const BITS = [1, 2, 4, 8, 16, 32, 64, 128];
const BYTES = Array.from({ length: 255 }, (_value, n) => n + 1).filter((change) => !BITS.includes(change));

/** Changes each byte in each of the ways, and leaves the first change that is right. */
function tryEach(line: Buffer, places: readonly number[], changes: readonly number[], isRight: () => boolean): boolean {
  for (const at of places) {
    const byte = line[at] ?? 0;
    for (const change of changes) {
      line[at] = byte ^ change;
      if (isRight()) return true;
    }
    line[at] = byte;
  }
  return false;
}

/** Returns the record in the line with any other value at one place. */
function decodeAny(line: Buffer, at: number): LogRecord | null {
  for (let value = 0; value < 256; value++) {
    line[at] = value;
    const record = decodeLine(line);
    if (record !== null) return record;
  }
  return null;
}
