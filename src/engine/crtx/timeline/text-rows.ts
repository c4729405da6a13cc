import { searchWords } from '../words.ts';
import type { ArchiveColumns } from './archive-index.ts';

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

/**
 * The rows that may have all words of a text, whatever their case; `null` when each entry has to be looked at.
 * @param bytes the archive
 * @param plain as its index says
 */
export function rowsWithText(bytes: Buffer, { offsets, lengths }: ArchiveColumns, plain: boolean, text: string): Set<number> | null {
  const [run, ...others] = plain ? runsOf(text) : [];
  if (run === undefined || !isAscending(offsets)) return null;
  // One unit for each byte, before and after: so places are those of the bytes.
  const lower = bytes.toString('latin1').toLowerCase();
  const rows = new Set<number>();
  const besides = others.map((each) => seeker(lower, each));
  let row = 0;
  for (let at = lower.indexOf(run); at >= 0; ) {
    while (row < offsets.length && end(row) <= at) row += 1;
    if (row === offsets.length) break;
    const from = offsets[row] ?? 0;
    const isIn = at >= from;
    if (isIn && besides.every((next) => next(from) < end(row))) rows.add(row);
    at = lower.indexOf(run, isIn ? end(row) : at + 1);
  }
  return rows;

  function end(of: number): number {
    return (offsets[of] ?? 0) + (lengths[of] ?? 0);
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
