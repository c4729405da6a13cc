import * as z from 'zod';
import { parseCortexFile } from '../../crtx/format.ts';
import { describeInvalidEntries, parseTolerantly } from '../../crtx/invalid/tolerant-format.ts';
import { type TimelineEntry, timelineEntrySchema } from '../../crtx/schema/timeline.ts';
import { CortexError } from '../../platform/errors.ts';
import { hash16, hash32 } from '../../text/hash32.ts';
import { findInexactNumbers } from '../../text/json/inexact-numbers.ts';
import { isNestedTooDeeply } from '../../text/json/json-position.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { type EntrySpans, entrySpans } from './entry-spans.ts';

/** Columns of an archive's index. A row is the position of an entry in time order; equal times are in the file's order. */
export interface ArchiveColumns {
  /** `timestamp`, ascending. */
  readonly times: Float64Array;
  /** Start of the entry's text, in bytes. */
  readonly offsets: Uint32Array;
  /** Length of the entry's text, in bytes. */
  readonly lengths: Uint32Array;
  readonly agents: Uint32Array;
  readonly tasks: Uint32Array;
  /** Hashes of the ids, ascending, and the row of each. */
  readonly ids: Uint32Array;
  readonly idRows: Uint32Array;
  /** Hashes of mentions, ascending (`mentionsOf`); the start of each one's rows in `mentionRows`, and the end of the last. */
  readonly mentions: Uint32Array;
  readonly mentionStarts: Uint32Array;
  readonly mentionRows: Uint32Array;
  readonly types: Uint16Array;
  readonly outcomes: Uint16Array;
}

/** The result of scanning an archive. */
export interface ScannedArchive {
  readonly columns: ArchiveColumns;
  /** True if a text in lower-case ASCII can be searched in the lower-cased bytes. */
  readonly plain: boolean;
  /** Messages about invalid entries, which are left out, each with its place. */
  readonly problems: readonly string[];
}

/** Hashes of mentions, with a prefix for files and references. */
export const hashMention = {
  file: (path: string) => hash32(`f:${path}`),
  ref: (ref: string) => hash32(`r:${ref}`),
  task: (task: string | undefined) => hash32(task ?? ''),
} as const;

/** Returns all mentions of an entry: its files, each parent folder of them, its references. */
function mentionsOf({ context: { files }, refs }: TimelineEntry): Set<number> {
  const found = new Set(refs.map(hashMention.ref));
  for (const file of files) {
    found.add(hashMention.file(file));
    for (let end = file.indexOf('/'); end >= 0; end = file.indexOf('/', end + 1)) found.add(hashMention.file(file.slice(0, end + 1)));
  }
  return found;
}

/** Escapes, and letters whose lower case contains ASCII. */
const NOT_PLAIN = [String.raw`\u`, String.raw`\/`, '\u0130', '\u212a'].map((text) => Buffer.from(text));

function parseEntry(text: string): TimelineEntry {
  if (isNestedTooDeeply(text)) throw new SyntaxError('nested too deeply');
  if (findInexactNumbers(text).length > 0) throw new SyntaxError('a number that would be changed');
  const parsed = timelineEntrySchema().safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw parsed.error;
}

/** Returns `null` for an invalid entry. */
function validEntry(text: string): TimelineEntry | null {
  try {
    return parseEntry(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

const NEXT = 'Correct it there. Until then, the other entries are used.';

/** Returns messages about the invalid entries of a file. @throws CortexError if anything besides entries is invalid */
function problemsOf(bytes: Buffer, file: string): string[] {
  const read = parseTolerantly(decodeUtf8(bytes, file), file, 'timeline', { next: NEXT });
  if (read.bad.length > 0) return describeInvalidEntries(read);
  throw new CortexError('broken-file', 'cannot be indexed: a key contains escapes', { file, next: 'Write its keys without escapes.' });
}

/**
 * Parses an archive entry by entry and builds its index. Invalid entries are left out.
 * @param file the path as people know it
 * @throws CortexError `broken-file`, `newer-version`
 */
export function scanArchive(bytes: Buffer, file: string): ScannedArchive {
  const text = decodeUtf8(bytes, file);
  const spans = entrySpans(bytes);
  const isReadable = spans !== null && parseCortexFile(spans.envelope, file, 'timeline').ok;
  // If the text has as many code units as bytes, its parts need no second decoding.
  const part = (from: number, to: number) => (text.length === bytes.length ? text.slice(from, to) : bytes.toString('utf8', from, to));
  const rows = isReadable ? rowsOf(spans, part) : [];
  const isWhole = isReadable && rows.length === spans.starts.length;
  // The tolerant parser finds the reasons.
  const problems = isWhole ? [] : problemsOf(bytes, file);
  return { columns: columnsOf(rows), plain: NOT_PLAIN.every((each) => !bytes.includes(each)), problems };
}

/** The column values of one entry. */
interface Row {
  readonly time: number;
  readonly start: number;
  readonly length: number;
  readonly agent: number;
  readonly task: number;
  readonly id: number;
  readonly type: number;
  readonly outcome: number;
  readonly mentions: ReadonlySet<number>;
}

function rowsOf({ starts, ends }: EntrySpans, part: (from: number, to: number) => string): Row[] {
  const rows: Row[] = [];
  for (const [index, start] of starts.entries()) {
    const end = ends[index] ?? start;
    const entry = validEntry(part(start, end));
    if (entry !== null) rows.push(rowOf(entry, start, end));
  }
  return rows;
}

/** A single literal, because objects that are assembled from others cost several times as much, and an archive has very many. */
function rowOf(entry: TimelineEntry, start: number, end: number): Row {
  return {
    time: entry.timestamp,
    start,
    length: end - start,
    agent: hash32(entry.agentId),
    task: hashMention.task(entry.context.task),
    id: hash32(entry.id),
    type: hash16(entry.type),
    outcome: hash16(entry.outcome),
    mentions: mentionsOf(entry),
  };
}

/** More rows than a readable file can have. */
const ROWS = 2 ** 21;

const pairOf = (hash: number, row: number): number => hash * ROWS + row;
const hashIn = (pair: number): number => Math.floor(pair / ROWS);
const rowIn = (pair: number): number => pair % ROWS;

/** Returns pairs of a hash and a row as one number each, ascending: numbers sort many times as fast as objects. */
function sortedPairs(rows: readonly Row[], hashesOf: (row: Row) => Iterable<number>): Float64Array {
  const pairs: number[] = [];
  for (const [index, row] of rows.entries()) for (const hash of hashesOf(row)) pairs.push(pairOf(hash, index));
  return Float64Array.from(pairs).sort();
}

function columnsOf(rows: Row[]): ArchiveColumns {
  rows.sort((a, b) => a.time - b.time);
  const ids = sortedPairs(rows, ({ id }) => [id]);
  const numbers = (value: (row: Row) => number) => Uint32Array.from(rows.map(value));
  return {
    times: Float64Array.from(rows.map(({ time }) => time)),
    offsets: numbers(({ start }) => start),
    lengths: numbers(({ length }) => length),
    agents: numbers(({ agent }) => agent),
    tasks: numbers(({ task }) => task),
    ids: Uint32Array.from(ids.map(hashIn)),
    idRows: Uint32Array.from(ids.map(rowIn)),
    ...postingsOf(sortedPairs(rows, ({ mentions }) => mentions)),
    types: Uint16Array.from(rows.map(({ type }) => type)),
    outcomes: Uint16Array.from(rows.map(({ outcome }) => outcome)),
  };
}

function postingsOf(pairs: Float64Array): Pick<ArchiveColumns, 'mentions' | 'mentionStarts' | 'mentionRows'> {
  const mentions: number[] = [];
  const starts: number[] = [];
  let last = -1;
  for (let index = 0; index < pairs.length; index += 1) {
    const hash = hashIn(pairs[index] ?? 0);
    if (hash === last) continue;
    last = hash;
    mentions.push(hash);
    starts.push(index);
  }
  return {
    mentions: Uint32Array.from(mentions),
    mentionStarts: Uint32Array.from([...starts, pairs.length]),
    mentionRows: Uint32Array.from(pairs.map(rowIn)),
  };
}

/** Returns the first index in an ascending list whose value is at least `value`. */
export function lowerBound(list: Float64Array | Uint32Array, value: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the rows that may have an id, ascending. */
export function rowsOfId({ ids, idRows }: ArchiveColumns, id: string): number[] {
  const hash = hash32(id);
  const found: number[] = [];
  for (let index = lowerBound(ids, hash); ids[index] === hash; index++) found.push(idRows[index] ?? 0);
  return found.sort((a, b) => a - b);
}

/** Returns the rows whose ids may also be in another list. @param others hashes of ids, ascending */
export function rowsInBoth({ ids, idRows }: ArchiveColumns, others: Uint32Array): number[] {
  const rows: number[] = [];
  for (let index = 0, other = 0; index < ids.length; index++) {
    const hash = ids[index] ?? 0;
    while (other < others.length && (others[other] ?? 0) < hash) other += 1;
    if (others[other] === hash) rows.push(idRows[index] ?? 0);
  }
  return rows;
}

/** Returns the rows that may have a mention, ascending. @param mention a hash from `hashMention` */
export function rowsOfMention({ mentions, mentionStarts, mentionRows }: ArchiveColumns, mention: number): Uint32Array {
  const index = lowerBound(mentions, mention);
  if (mentions[index] !== mention) return new Uint32Array();
  return mentionRows.subarray(mentionStarts[index], mentionStarts[index + 1]);
}
