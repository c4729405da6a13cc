import * as z from 'zod';
import { CortexError } from '../../platform/errors.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { conflictWords, settleWords } from './conflict-words.ts';
import { halfConflict, mergeConflicts } from './merge-conflicts.ts';

/** Output and messages of the commands that resolve conflicts in stacks, teams and vaults (rulings, all protocols 10). */

/**
 * `path`: absolute path of the file. `kept`: both sides of each conflict, as they are in the file now; empty for a file without conflicts.
 * `line` and `lastLine` are the lines of the former markers.
 */
export const settledOutput = onDemand(() =>
  z.object({
    path: z.string(),
    kept: z.array(z.object({ line: z.int(), lastLine: z.int(), ours: z.string(), theirs: z.string() })),
  }),
);
export type SettledOutput = Checked<typeof settledOutput>;

/** Names what is missing when another program overwrites a resolved file with an earlier version. */
export const SETTLEMENT = 'the resolution of its merge conflicts';

/** A file with conflicts to resolve. */
interface SettledFile {
  /** Absolute. */
  readonly file: string;
  /** Command that resolves the conflicts, in shell syntax. */
  readonly command: string;
}

/** Returns both sides of each conflict in a text. @throws CortexError `broken-file` for half a conflict, which has no sides */
export function sidesOf(text: string, { file, command }: SettledFile): SettledOutput['kept'] {
  const conflicts = mergeConflicts(text);
  const half = halfConflict(conflicts);
  if (half !== null) throw new CortexError('broken-file', conflictWords(half), { file, line: half.line, next: settleWords(true, command) });
  return conflicts.map(({ line, lastLine, ours, theirs }) => {
    return { line, lastLine, ours: text.slice(ours.from, ours.to), theirs: text.slice(theirs.from, theirs.to) };
  });
}
