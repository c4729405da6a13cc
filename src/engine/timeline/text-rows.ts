import { searchWords } from '../crtx/words.ts';
import type { ArchiveColumns } from './archives/archive-index.ts';

/** What JSON writes as it is, whoever writes it, in an archive that is `plain`. */
const PLAIN_RUN = /[ !#-[\]-~]+/g;

/** The longest part of a word that must stand in the lower-cased bytes of each entry that has it; empty when there is none. */
function longestRun(word: string): string {
  return (word.match(PLAIN_RUN) ?? []).reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

/** Of each word such a part, the longest first: it is the rarest, most likely. */
function runsOf(text: string): string[] {
  const runs = searchWords(text).map(longestRun);
  return runs.filter((run) => run !== '').sort((one, other) => other.length - one.length);
}

function isAscending(list: Uint32Array): boolean {
  for (let index = 1; index < list.length; index++) if ((list[index] ?? 0) < (list[index - 1] ?? 0)) return false;
  return true;
}

/** Rows of an archive that stand together. */
interface Part {
  readonly first: number;
  /** The last one. */
  readonly last: number;
  /** Where they begin, and how many bytes they are. */
  readonly offset: number;
  readonly length: number;
}

/** Small enough that the text of a part is a young object of V8: those of whole archives fill the heap before it is collected. */
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
 * The rows that may have all words of a text, whatever their case; `null` when each entry has to be looked at.
 * @param bytesOf gives so many bytes of the archive, from a place on; good until the next call
 * @param plain as its index says
 */
export function rowsWithText(
  bytesOf: (offset: number, length: number) => Buffer,
  columns: ArchiveColumns,
  plain: boolean,
  text: string,
): Set<number> | null {
  const runs = plain ? runsOf(text) : [];
  if (runs.length === 0 || !isAscending(columns.offsets)) return null;
  const rows = new Set<number>();
  for (const part of partsOf(columns)) {
    // One unit for each byte, before and after: so places are those of the bytes.
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

/** Gives the first place of a text at or behind one; asked from the front to the back it looks at each place once. */
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
