import type { MergeConflict } from './merge-conflicts.ts';

/** What a command does that settles the merge conflicts of a file, the same for stacks, teams and vaults (rulings, all protocols 10). */
export const KEEP_BOTH = 'Resolve git merge conflicts in a file and keep both sides';

/** The quick fix of the editor that does the same. */
export const KEEP_BOTH_SIDES = 'Keep both sides';

type Place = Pick<MergeConflict, 'line' | 'firstLine' | 'lastLine' | 'missing'>;

/** What is said of a conflict. @param unread what is not read because of half of one; default: its lines */
export function conflictWords(
  { line, firstLine, lastLine, missing }: Place,
  unread = `lines ${firstLine} to ${lastLine} are not read`,
): string {
  switch (missing) {
    case 'start':
      return `half a merge conflict: line ${line} is a conflict marker of git, and the marker "<<<<<<<" before it is missing; ${unread}`;
    case 'middle':
      return `half a merge conflict: git's conflict marker "=======" is missing between lines ${firstLine} and ${lastLine}; ${unread}`;
    case 'end':
      return `half a merge conflict: line ${line} is a conflict marker of git, and "=======" and ">>>>>>>" behind it are missing; ${unread}`;
    case null:
      return `merge conflict in lines ${firstLine} to ${lastLine}: nothing between git's conflict markers is read`;
  }
}

/**
 * What to do about a conflict. Of half a conflict no command knows what the sides are.
 * @param command which settles it, as a shell takes it
 */
export function settleWords(isHalf: boolean, command: string): string {
  if (!isHalf) return `Keep both sides: ${command}`;
  return `Edit the file: keep what is right and delete the marker. Or put the missing marker back and run: ${command}`;
}
