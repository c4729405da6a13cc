import { hash } from 'node:crypto';
import { LATEST_TIME } from '../platform/clock.ts';

/** One record as it stands in a segment: the log's own fields, then those of the operation. */
export interface LogRecord {
  /** Unique in the world; how a writer finds its own record again. */
  readonly id: string;
  /** The writer's clock, milliseconds. */
  readonly t: number;
  readonly op: string;
  readonly [field: string]: unknown;
}

const CHECKSUM_DIGITS = 16;
const HEAD = /^\{"c":"([0-9a-f]{16})","n":(\d{1,9}),"r":/;
const HEAD_BYTES_MOST = 48;
const CLOSING_BRACE = 0x7d;

function checksum(body: string | Uint8Array): string {
  return hash('sha256', body, 'hex').slice(0, CHECKSUM_DIGITS);
}

/**
 * The bytes of one append. The newline stands in front, so that a half line of a dead writer ends there; the length of the
 * body says where the record ends, so that zeros which a power loss left behind it do not spoil it.
 */
export function encodeRecord(record: LogRecord): Buffer {
  return encodeBody(JSON.stringify(record));
}

/** As `encodeRecord`, of a record whose one long field is JSON already. */
export function encodeWith(record: LogRecord, field: string, json: string): Buffer {
  return encodeBody(`${JSON.stringify(record).slice(0, -1)},${JSON.stringify(field)}:${json}}`);
}

function encodeBody(body: string): Buffer {
  return Buffer.from(`\n{"c":"${checksum(body)}","n":${Buffer.byteLength(body)},"r":${body}}`);
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

/** The record that a line begins with, or `null` when that is not a whole record with the right checksum. */
export function decodeLine(line: Buffer): LogRecord | null {
  const head = HEAD.exec(line.toString('latin1', 0, HEAD_BYTES_MOST));
  if (head === null) return null;
  const end = head[0].length + Number(head[2]);
  if (line[end] !== CLOSING_BRACE) return null;
  const body = line.subarray(head[0].length, end);
  if (checksum(body) !== head[1]) return null;
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
