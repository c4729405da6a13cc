import * as z from 'zod';
import { type Checked, onDemand } from '../platform/on-demand.ts';
import { mergeConflicts } from './merge-conflicts.ts';

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

/** Both sides of each conflict in a text. */
export function sidesOf(text: string): SettledOutput['kept'] {
  return mergeConflicts(text).map(({ line, lastLine, ours, theirs }) => {
    return { line, lastLine, ours: text.slice(ours.from, ours.to), theirs: text.slice(theirs.from, theirs.to) };
  });
}
