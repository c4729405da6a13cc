import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import type { ArchiveColumns } from './archive-index.ts';

const headerSchema = onDemand(() =>
  z.object({
    version: z.literal(1),
    /** Stat identity of the archive; empty while its mtime could still be reused for other content. */
    identity: z.string(),
    /** SHA-256 of the archive, hexadecimal. */
    hash: z.string(),
    entries: z.int().nonnegative(),
    mentions: z.int().nonnegative(),
    mentionRows: z.int().nonnegative(),
    /** Milliseconds; 0 if there are no entries. */
    first: z.number(),
    last: z.number(),
    plain: z.boolean(),
    /** CRC-32 of the columns. */
    crc: z.int(),
    /** CRC-32 of the id hashes, which are also read alone. */
    idsCrc: z.int(),
  }),
);

/** The header of an index file. */
export type IndexHeader = Checked<typeof headerSchema>;

/** Fixed length of the header, padded with spaces, so that it can be read alone. Bytes. */
export const HEADER_BYTES = 512;
const CRC_DIGITS = 8;

type Sizes = Pick<IndexHeader, 'entries' | 'mentions' | 'mentionRows'>;

/** Widest columns first, so that each is aligned. */
function columnBuffers(columns: ArchiveColumns): Buffer[] {
  const { times, offsets, lengths, agents, tasks, ids, idRows, mentions, mentionStarts, mentionRows, types, outcomes } = columns;
  return [times, offsets, lengths, agents, tasks, ids, idRows, mentions, mentionStarts, mentionRows, types, outcomes].map(bytesIn);
}

const bytesIn = ({ buffer, byteOffset, byteLength }: ArchiveColumns[keyof ArchiveColumns]) => Buffer.from(buffer, byteOffset, byteLength);

/** Returns sizes, time range and checksums of columns. */
export function describeColumns(columns: ArchiveColumns): Omit<IndexHeader, 'version' | 'identity' | 'hash' | 'plain'> {
  const { times, mentions, mentionRows } = columns;
  return {
    entries: times.length,
    mentions: mentions.length,
    mentionRows: mentionRows.length,
    first: times[0] ?? 0,
    last: times.at(-1) ?? 0,
    crc: crc32(Buffer.concat(columnBuffers(columns))),
    idsCrc: crc32(bytesIn(columns.ids)),
  };
}

function encodeHeader(header: IndexHeader): Buffer {
  const json = JSON.stringify(header).padEnd(HEADER_BYTES - CRC_DIGITS - 2);
  return Buffer.from(`${crc32(json).toString(16).padStart(CRC_DIGITS, '0')} ${json}\n`);
}

/** Encodes an index file. */
export function encodeIndex(header: IndexHeader, columns: ArchiveColumns): Buffer {
  return Buffer.concat([encodeHeader(header), ...columnBuffers(columns)]);
}

/** Decodes the header of an index; `null` if it is damaged or of another version. */
export function decodeHeader(bytes: Buffer): IndexHeader | null {
  if (bytes.length < HEADER_BYTES) return null;
  const json = bytes.toString('utf8', CRC_DIGITS + 1, HEADER_BYTES - 1);
  if (bytes.toString('latin1', 0, CRC_DIGITS) !== crc32(json).toString(16).padStart(CRC_DIGITS, '0')) return null;
  try {
    return headerSchema().safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

function bytesOf({ entries, mentions, mentionRows }: Sizes): number {
  return entries * (8 + 6 * 4 + 2 * 2) + (2 * mentions + 1 + mentionRows) * 4;
}

/** Returns the place of the id hashes in an index, in bytes: after the times and four columns of numbers. */
export function idsSpan({ entries }: IndexHeader): { readonly offset: number; readonly length: number } {
  return { offset: HEADER_BYTES + entries * (8 + 4 * 4), length: entries * 4 };
}

/** Decodes the id hashes; `null` if they are damaged. */
export function decodeIds(bytes: Buffer, header: IndexHeader): Uint32Array | null {
  // Copied, because a typed array needs an aligned buffer.
  return crc32(bytes) === header.idsCrc ? new Uint32Array(new Uint8Array(bytes).buffer) : null;
}

/** Decodes the columns after a header; `null` if they are damaged. */
export function decodeColumns(bytes: Buffer, header: IndexHeader): ArchiveColumns | null {
  const body = bytes.subarray(HEADER_BYTES);
  if (body.length !== bytesOf(header) || crc32(body) !== header.crc) return null;
  // Copied, because a typed array needs an aligned buffer.
  const buffer = new Uint8Array(body).buffer;
  let at = 0;
  const next = (bytesLong: number) => {
    const start = at;
    at += bytesLong;
    return start;
  };
  const numbers = (length: number) => new Uint32Array(buffer, next(4 * length), length);
  const { entries, mentions, mentionRows } = header;
  return {
    times: new Float64Array(buffer, next(8 * entries), entries),
    offsets: numbers(entries),
    lengths: numbers(entries),
    agents: numbers(entries),
    tasks: numbers(entries),
    ids: numbers(entries),
    idRows: numbers(entries),
    mentions: numbers(mentions),
    mentionStarts: numbers(mentions + 1),
    mentionRows: numbers(mentionRows),
    types: new Uint16Array(buffer, next(2 * entries), entries),
    outcomes: new Uint16Array(buffer, next(2 * entries), entries),
  };
}
