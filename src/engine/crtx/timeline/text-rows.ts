import type { ArchiveColumns } from './archive-index.ts';

/** What JSON writes as it is, whoever writes it, in an archive that is `plain`. */
const PLAIN_RUN = /[ !#-[\]-~]+/g;

/** The longest part of a text that must stand in the lower-cased bytes of each entry that has it; empty when there is none. */
function longestRun(lower: string): string {
  return (lower.match(PLAIN_RUN) ?? []).reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

function isAscending(list: Uint32Array): boolean {
  for (let index = 1; index < list.length; index++) if ((list[index] ?? 0) < (list[index - 1] ?? 0)) return false;
  return true;
}

/**
 * The rows that may have a text, whatever its case; `null` when each entry has to be looked at.
 * @param bytes the archive
 * @param plain as its index says
 */
export function rowsWithText(bytes: Buffer, { offsets, lengths }: ArchiveColumns, plain: boolean, text: string): Set<number> | null {
  const run = plain ? longestRun(text.toLowerCase()) : '';
  if (run === '' || !isAscending(offsets)) return null;
  // One unit for each byte, before and after: so places are those of the bytes.
  const lower = bytes.toString('latin1').toLowerCase();
  const rows = new Set<number>();
  let row = 0;
  for (let at = lower.indexOf(run); at >= 0; ) {
    while (row < offsets.length && end(row) <= at) row += 1;
    if (row === offsets.length) break;
    if (at >= (offsets[row] ?? 0)) rows.add(row);
    at = lower.indexOf(run, rows.has(row) ? end(row) : at + 1);
  }
  return rows;

  function end(of: number): number {
    return (offsets[of] ?? 0) + (lengths[of] ?? 0);
  }
}
