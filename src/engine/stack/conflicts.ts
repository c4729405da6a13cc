import { CortexError, describeError } from '../platform/errors.ts';
import { describeConflict, resolveAdvice } from '../text/conflicts/conflict-words.ts';
import { type MergeConflict, mergeConflicts, touchesConflict } from '../text/conflicts/merge-conflicts.ts';
import type { Range } from '../text/markdown/markdown.ts';
import { shellWord } from '../text/shell-word.ts';
import type { StackFinding } from './findings.ts';

/** Finding code of an unresolved git conflict. */
export const CONFLICT_CODE = 'merge-conflict';
/** Finding code of a conflict with missing markers, which no command can settle. */
export const HALF_CONFLICT_CODE = 'half-merge-conflict';

/** Returns the command that settles the conflicts of a file. */
export const settleCommand = (file: string): string => `cstack settle ${shellWord(file)}`;

const nextFor = ({ missing }: MergeConflict, file: string): string => resolveAdvice(missing !== null, settleCommand(file));

/** Returns the conflicts in a file as errors with their lines. @param file absolute */
export function conflictErrors(file: string, conflicts: readonly MergeConflict[]): CortexError[] {
  return conflicts.map((conflict) => {
    return new CortexError('broken-file', describeConflict(conflict), { file, line: conflict.line, next: nextFor(conflict, file) });
  });
}

/** Returns the place of the conflict around a part of a text, and the next step to settle it. @param file absolute */
export function conflictAround(text: string, file: string, part: Range): { file: string; line: number; next: string } {
  const conflict = mergeConflicts(text).find((each) => touchesConflict([each], part));
  return { file, line: conflict?.line ?? 1, next: resolveAdvice(conflict?.missing !== null, settleCommand(file)) };
}

/** Like `conflictErrors`, as texts. */
export function conflictProblems(file: string, conflicts: readonly MergeConflict[]): string[] {
  return conflictErrors(file, conflicts).map(describeError);
}

/**
 * Rejects a change to a part of a text with an unresolved conflict: the conflict cannot be moved or removed with it.
 * @throws CortexError `broken-file` @param what e.g. "the section of the agent"
 */
export function requireNoConflict(text: string, part: Range, what: string): void {
  const conflict = mergeConflicts(text).find((each) => touchesConflict([each], part));
  if (conflict === undefined) return;
  const next = 'Resolve it first: "cstack doctor" shows how.';
  throw new CortexError('broken-file', `merge conflict in ${what}`, { line: conflict.line, next });
}

/** Returns the unresolved git conflicts in a text as findings. @param file absolute */
export function examineConflicts(text: string, file: string): StackFinding[] {
  return conflictFindings(file, mergeConflicts(text));
}

/** Returns conflicts as findings. @param file absolute */
export function conflictFindings(file: string, conflicts: readonly MergeConflict[]): StackFinding[] {
  return conflicts.map((conflict) => {
    const { line, from, to } = conflict;
    return {
      severity: 'error',
      code: conflict.missing === null ? CONFLICT_CODE : HALF_CONFLICT_CODE,
      message: describeConflict(conflict),
      file,
      line,
      range: { from, to },
      next: nextFor(conflict, file),
    };
  });
}

/**
 * Rejects appending to a text that ends inside a conflict without its last marker: the new text would become part of the conflict.
 * @throws CortexError `broken-file` for such a text @param line 1-based line of the file at which the text begins
 */
export function requireEndOfConflicts(conflicts: readonly MergeConflict[], text: string, file: string, line = 1): void {
  const open = conflicts.find(({ to, theirs }) => to === theirs.to && to === text.length);
  if (open === undefined) return;
  const place = { file, line: line + open.line - 1 };
  const keepAll = `Add the end marker (>>>>>>>) after the other side, or keep both sides: ${settleCommand(file)}`;
  const next = open.missing === null ? keepAll : nextFor(open, file);
  throw new CortexError('broken-file', 'merge conflict without an end marker: no text can be added after it', {
    ...place,
    next,
  });
}
