import { hash } from 'node:crypto';
import { LATEST_TIME } from '../platform/clock.ts';

/** One record of a segment: the log's own fields, then those of the operation. */
export interface LogRecord {
  /** Globally unique; a writer finds its own record by it. */
  readonly id: string;
  /** Wall time of the writer, in milliseconds. */
  readonly t: number;
  readonly op: string;
  readonly [field: string]: unknown;
}

const CHECKSUM_DIGITS = 16;
const HEAD = /^\{"c":"([0-9a-f]{16})","n":(\d{1,9}),"r":/;
const HEAD_BYTES_MOST = 48;
const CLOSING_BRACE = 0x7d;

/** Returns the checksum of the JSON of a record. */
export function checksumOf(body: string | Uint8Array): string {
  return hash('sha256', body, 'hex').slice(0, CHECKSUM_DIGITS);
}

/**
 * Encodes a record for one append. The newline comes first and ends a partial line of a dead writer. The length of the body marks the
 * end of the record, so that zeros which a power loss left after it do not damage it.
 */
export function encodeRecord(record: LogRecord): Buffer {
  return onNewLine(JSON.stringify(record));
}

/** Like `encodeRecord`, with one long field that is JSON already. */
export function encodeWith(record: LogRecord, field: string, json: string): Buffer {
  return onNewLine(`${JSON.stringify(record).slice(0, -1)},${JSON.stringify(field)}:${json}}`);
}

function onNewLine(body: string): Buffer {
  return Buffer.from(`\n${headOf(body)}${body}}`);
}

function headOf(body: string | Buffer): string {
  return `{"c":"${checksumOf(body)}","n":${Buffer.byteLength(body)},"r":`;
}

/** Returns the line of a record, without the newline before it, from the bytes of its JSON. */
export function encodeBody(body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(headOf(body)), body, Buffer.of(CLOSING_BRACE)]);
}

function isRecord(value: unknown): value is LogRecord {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'id' in value &&
    typeof value.id === 'string' &&
    't' in value &&
    Number.isSafeInteger(value.t) &&
    Number(value.t) <= LATEST_TIME &&
    'op' in value &&
    typeof value.op === 'string'
  );
}

const START = Buffer.from('{"c":"');

/** Returns whether a line starts like a record, as far as it goes. */
export function startsLikeRecord(line: Buffer): boolean {
  const start = line.subarray(0, START.length);
  return start.equals(START.subarray(0, start.length));
}

/** Returns where the first text that starts like a record is; `null` if there is none. */
export function findRecordStart(bytes: Buffer): number | null {
  const start = bytes.indexOf(START);
  return start === -1 ? null : start;
}

/** Returns the end of the record at the start of a line, as its head says; `null` without a head. */
export function recordEnd(line: Buffer): number | null {
  const head = HEAD.exec(line.toString('latin1', 0, HEAD_BYTES_MOST));
  return head === null ? null : head[0].length + Number(head[2]) + 1;
}

/** Returns whether a line of at least 48 bytes is, or can become, that of a record: with its head, and a brace at the end that it names. */
export function mayBecomeRecord(line: Buffer): boolean {
  const end = recordEnd(line);
  return end !== null && (line.length < end || line[end - 1] === CLOSING_BRACE);
}

/** Returns false for a complete line that is invalid. Zeros may be replaced by what another process is writing. */
export function mayGrow(line: Buffer): boolean {
  return recordEnd(line) !== line.length || line.includes(0);
}

/** Decodes the record at the start of a line; `null` if it is incomplete or has a wrong checksum. */
export function decodeLine(line: Buffer): LogRecord | null {
  const head = HEAD.exec(line.toString('latin1', 0, HEAD_BYTES_MOST));
  if (head === null) return null;
  const end = head[0].length + Number(head[2]);
  if (line[end] !== CLOSING_BRACE) return null;
  const body = line.subarray(head[0].length, end);
  if (checksumOf(body) !== head[1]) return null;
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
