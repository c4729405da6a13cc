import { CortexError } from '../platform/errors.ts';
import { describeConflict, resolveAdvice } from '../text/conflicts/conflict-words.ts';
import { type MergeConflict, mergeConflicts } from '../text/conflicts/merge-conflicts.ts';
import { shellWord } from '../text/shell-word.ts';
import type { NoteProblem } from './notes/note.ts';

type ConflictCode = 'merge-conflict' | 'half-merge-conflict';

/** Converts a merge conflict to a problem of a note. */
export function conflictProblem(conflict: MergeConflict): NoteProblem & { readonly code: ConflictCode } {
  const code = conflict.missing === null ? 'merge-conflict' : 'half-merge-conflict';
  return { code, message: describeConflict(conflict), line: conflict.line, column: 1 };
}

/** Reports whether a problem is a merge conflict. */
export function isConflict(code: NoteProblem['code']): code is ConflictCode {
  return code === 'merge-conflict' || code === 'half-merge-conflict';
}

/**
 * Returns the command that resolves the conflicts of a file.
 * @param file relative to the vault's root
 * @param vault added as `--vault`, so that the command works in any folder
 */
export const settleCommand = (file: string, vault?: string): string =>
  `cortex vault settle ${shellWord(file)}${vault === undefined ? '' : ` --vault ${shellWord(vault)}`}`;

/** Returns the next step for a conflict. @param file, vault as for `settleCommand` */
export const settleAdvice = (code: ConflictCode, file: string, vault?: string): string =>
  resolveAdvice(code === 'half-merge-conflict', settleCommand(file, vault));

/**
 * Checks that a note has one text, which a person or agent may accept or confirm.
 * @param file, vault as for `settleCommand`
 * @throws CortexError `broken-file` if it contains conflict markers
 */
export function requireOneText(text: string, file: string, vault: string | undefined): void {
  const [first] = mergeConflicts(text);
  if (first === undefined) return;
  const { code, message, line } = conflictProblem(first);
  throw new CortexError('broken-file', message, { line, next: settleAdvice(code, file, vault) });
}
