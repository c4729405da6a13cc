import type { MergeConflict } from '../kernel/merge-conflicts.ts';
import { shellWord } from '../kernel/shell-word.ts';
import type { NoteProblem } from './note.ts';

/** A conflict that git left, as something that a person should settle. */
export function conflictProblem({ line, lastLine }: MergeConflict): NoteProblem {
  const message = `git's conflict marks: lines ${line} to ${lastLine} hold two versions, and neither is read`;
  return { code: 'merge-conflict', message, line, column: 1 };
}

/** What settles the conflicts of a file. @param file from the vault's folder */
export const settleCommand = (file: string): string => `Run this to keep both versions: cortex vault settle ${shellWord(file)}`;
