import { conflictWords, keepBothWords } from '../text/conflict-words.ts';
import type { MergeConflict } from '../text/merge-conflicts.ts';
import { shellWord } from '../text/shell-word.ts';
import type { NoteProblem } from './notes/note.ts';

/** A conflict that git left, as something that a person should settle. */
export function conflictProblem({ line, lastLine }: MergeConflict): NoteProblem {
  return { code: 'merge-conflict', message: conflictWords({ line, lastLine }), line, column: 1 };
}

/** What settles the conflicts of a file. @param file from the vault's folder @param vault named, so that it works from any folder */
export const settleCommand = (file: string, vault?: string): string =>
  keepBothWords(`cortex vault settle ${shellWord(file)}${vault === undefined ? '' : ` --vault ${shellWord(vault)}`}`);
