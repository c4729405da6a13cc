import type { MergeConflict } from './merge-conflicts.ts';

/** What a command does that settles the merge conflicts of a file, the same for stacks, teams and vaults (rulings, all protocols 10). */
export const KEEP_BOTH = 'Resolve git merge conflicts in a file and keep both sides';

/** The quick fix of the editor that does the same. */
export const KEEP_BOTH_SIDES = 'Keep both sides';

/** What is said of a conflict. */
export function conflictWords({ line, lastLine }: Pick<MergeConflict, 'line' | 'lastLine'>): string {
  return `merge conflict in lines ${line} to ${lastLine}: nothing between git's conflict markers is read`;
}

/** What to do about it. @param command which settles it, as a shell takes it */
export const keepBothWords = (command: string): string => `Keep both sides: ${command}`;
