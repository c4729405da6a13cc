import { conflictWords, settleWords } from '../text/conflicts/conflict-words.ts';
import type { MergeConflict } from '../text/conflicts/merge-conflicts.ts';
import { shellWord } from '../text/shell-word.ts';
import type { NoteProblem } from './notes/note.ts';

type ConflictCode = 'merge-conflict' | 'half-merge-conflict';

/** A conflict that git left, as something that a person should settle. */
export function conflictProblem(conflict: MergeConflict): NoteProblem & { readonly code: ConflictCode } {
  const code = conflict.missing === null ? 'merge-conflict' : 'half-merge-conflict';
  return { code, message: conflictWords(conflict), line: conflict.line, column: 1 };
}

/** Whether a problem of a note is a conflict that git left. */
export function isConflict(code: NoteProblem['code']): code is ConflictCode {
  return code === 'merge-conflict' || code === 'half-merge-conflict';
}

/** What settles the conflicts of a file. @param file from the vault's folder @param vault named, so that it works from any folder */
export const settleCommand = (file: string, vault?: string): string =>
  `cortex vault settle ${shellWord(file)}${vault === undefined ? '' : ` --vault ${shellWord(vault)}`}`;

/** What is to be done about a conflict. @param file, vault as of `settleCommand` */
export const settleNext = (code: ConflictCode, file: string, vault?: string): string =>
  settleWords(code === 'half-merge-conflict', settleCommand(file, vault));
