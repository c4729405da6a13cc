import type { MergeConflict } from './merge-conflicts.ts';

/**
 * Description of the commands that resolve the merge conflicts of a file, the same for stacks, teams and vaults (rulings, all protocols
 * 10).
 */
export const KEEP_BOTH = 'Resolve git merge conflicts in a file and keep both sides (in all files: cortex settle)';

/** Title of the editor's quick fix that resolves conflicts. */
export const KEEP_BOTH_SIDES = 'Keep both sides';

type Place = Pick<MergeConflict, 'line' | 'firstLine' | 'lastLine' | 'missing'>;

/** Returns the message about a conflict. @param unread says which text is not read because of half a conflict; default: its lines */
export function describeConflict(
  { line, firstLine, lastLine, missing }: Place,
  unread = firstLine === lastLine ? `line ${firstLine} is not read` : `lines ${firstLine} to ${lastLine} are not read`,
): string {
  switch (missing) {
    case 'start':
      return `half a merge conflict: line ${line} is a leftover conflict marker of git, without "<<<<<<<" before it; ${unread}`;
    case 'middle':
      return `half a merge conflict: git's conflict marker "=======" is missing between lines ${firstLine} and ${lastLine}; ${unread}`;
    case 'end':
      return `half a merge conflict: line ${line} is a leftover conflict marker of git, without "=======" and ">>>>>>>" after it; ${unread}`;
    case null:
      return `merge conflict in lines ${firstLine} to ${lastLine}: the lines between git's conflict markers are not read`;
  }
}

/**
 * Returns the advice about a conflict. No command can find the sides of half a conflict.
 * @param command resolves the conflict, in shell syntax
 */
export function resolveAdvice(isHalf: boolean, command: string): string {
  if (!isHalf) return `To keep both sides: ${command}`;
  return `Edit the file: keep what is right and delete the marker. Or put the missing marker back and run: ${command}`;
}
