import { splitSearchWords } from '../crtx/words.ts';
import type { ArchiveColumns } from './archives/archive-index.ts';

/** Characters that every JSON writer leaves unescaped, in an archive that is `plain`. */
const PLAIN_RUN = /[ !#-[\]-~]+/g;

/** Returns the longest part of a word that must occur in the lower-cased bytes of each matching entry; empty if there is none. */
function longestRun(word: string): string {
  return (word.match(PLAIN_RUN) ?? []).reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

/** Returns such a part of each word, the longest first, because it is probably the rarest. */
function runsOf(text: string): string[] {
  const runs = splitSearchWords(text).map(longestRun);
  return runs.filter((run) => run !== '').sort((one, other) => other.length - one.length);
}

function isAscending(list: Uint32Array): boolean {
  for (let index = 1; index < list.length; index++) if ((list[index] ?? 0) < (list[index - 1] ?? 0)) return false;
  return true;
}

/** Consecutive rows of an archive. */
interface Part {
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
  /** Start and length in bytes. */
  readonly offset: number;
  readonly length: number;
}

/** Small enough for the young generation of V8's heap: texts of whole archives would fill the heap before they are collected. */
const PART_BYTES = 65_536;

function* partsOf({ offsets, lengths }: ArchiveColumns): Generator<Part> {
  for (let first = 0, last = 0; first < offsets.length; first = last + 1) {
    const offset = offsets[first] ?? 0;
    const endOf = (row: number) => (offsets[row] ?? 0) + (lengths[row] ?? 0);
    for (last = first; last + 1 < offsets.length && endOf(last + 1) - offset <= PART_BYTES; ) last += 1;
    yield { first, last, offset, length: endOf(last) - offset };
  }
}

/**
 * Returns the rows that may contain all words of a text, ignoring case; `null` if every entry must be examined.
 * @param bytesOf returns a part of the archive, valid until the next call
 * @param plain as in its index
 */
export function findRowsWithText(
  bytesOf: (offset: number, length: number) => Buffer,
  columns: ArchiveColumns,
  plain: boolean,
  text: string,
): Set<number> | null {
  const runs = plain ? runsOf(text) : [];
  if (runs.length === 0 || !isAscending(columns.offsets)) return null;
  const rows = new Set<number>();
  for (const part of partsOf(columns)) {
    // latin1 has one code unit for each byte, also in lower case, so that offsets stay the same.
    const lower = bytesOf(part.offset, part.length).toString('latin1').toLowerCase();
    for (const row of rowsOfPart(lower, part, columns, runs)) rows.add(row);
  }
  return rows;
}

function* rowsOfPart(
  lower: string,
  part: Part,
  { offsets, lengths }: ArchiveColumns,
  [run = '', ...others]: readonly string[],
): Generator<number> {
  const besides = others.map((each) => seeker(lower, each));
  let row = part.first;
  for (let at = lower.indexOf(run); at >= 0; ) {
    while (row <= part.last && end(row) <= at) row += 1;
    if (row > part.last) return;
    const from = (offsets[row] ?? 0) - part.offset;
    const isIn = at >= from;
    if (isIn && besides.every((next) => next(from) < end(row))) yield row;
    at = lower.indexOf(run, isIn ? end(row) : at + 1);
  }

  function end(of: number): number {
    return (offsets[of] ?? 0) + (lengths[of] ?? 0) - part.offset;
  }
}

/** Returns a function that finds the next occurrence at or after an offset. With ascending offsets, it scans the text once. */
function seeker(inside: string, run: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      const at = inside.indexOf(run, from);
      found = at < 0 ? Number.POSITIVE_INFINITY : at;
    }
    return found;
  };
}
