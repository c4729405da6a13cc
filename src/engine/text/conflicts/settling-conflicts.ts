import * as z from 'zod';
import { CortexError } from '../../platform/errors.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { conflictWords, settleWords } from './conflict-words.ts';
import { halfConflict, mergeConflicts } from './merge-conflicts.ts';

/** What the commands that settle a file answer and say, the same for stacks, teams and vaults (rulings, all protocols 10). */

/**
 * `path`: of the file, absolute. `kept`: both sides of each conflict, as they stand in the file now; `line` and `lastLine` are those of the
 * markers before. Empty for a file without conflicts.
 */
export const settledOutput = onDemand(() =>
  z.object({
    path: z.string(),
    kept: z.array(z.object({ line: z.int(), lastLine: z.int(), ours: z.string(), theirs: z.string() })),
  }),
);
export type SettledOutput = Checked<typeof settledOutput>;

/** What is reported missing when another program writes an earlier version over a settled file. */
export const SETTLEMENT = 'the resolution of its merge conflicts';

/** A file that is to be settled. */
interface SettledFile {
  /** Absolute. */
  readonly file: string;
  /** Which settles it, as a shell takes it. */
  readonly command: string;
}

/** Both sides of each conflict in a text. @throws CortexError `broken-file` for half a conflict, which has no sides */
export function sidesOf(text: string, { file, command }: SettledFile): SettledOutput['kept'] {
  const conflicts = mergeConflicts(text);
  const half = halfConflict(conflicts);
  if (half !== null) throw new CortexError('broken-file', conflictWords(half), { file, line: half.line, next: settleWords(true, command) });
  return conflicts.map(({ line, lastLine, ours, theirs }) => {
    return { line, lastLine, ours: text.slice(ours.from, ours.to), theirs: text.slice(theirs.from, theirs.to) };
  });
}
