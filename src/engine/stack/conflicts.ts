import { CortexError, describeError } from '../platform/errors.ts';
import { conflictWords, settleWords } from '../text/conflicts/conflict-words.ts';
import { inConflict, type MergeConflict, mergeConflicts } from '../text/conflicts/merge-conflicts.ts';
import type { Range } from '../text/markdown/markdown.ts';
import { shellWord } from '../text/shell-word.ts';
import type { StackFinding } from './findings.ts';

/** The code of a conflict that git left. */
export const CONFLICT_CODE = 'merge-conflict';
/** Of half of one, which no command settles. */
export const HALF_CONFLICT_CODE = 'half-merge-conflict';

/** The command that settles the conflicts of a file. */
export const settleCommand = (file: string): string => `cstack settle ${shellWord(file)}`;

const nextFor = ({ missing }: MergeConflict, file: string): string => settleWords(missing !== null, settleCommand(file));

/** The conflicts in a file as errors, each with its place. @param file absolute */
export function conflictErrors(file: string, conflicts: readonly MergeConflict[]): CortexError[] {
  return conflicts.map((conflict) => {
    return new CortexError('broken-file', conflictWords(conflict), { file, line: conflict.line, next: nextFor(conflict, file) });
  });
}

/** The place of the conflict in which a part of a text stands, and how it is settled. @param file absolute */
export function conflictAround(text: string, file: string, part: Range): { file: string; line: number; next: string } {
  const conflict = mergeConflicts(text).find((each) => inConflict([each], part));
  return { file, line: conflict?.line ?? 1, next: settleWords(conflict?.missing !== null, settleCommand(file)) };
}

/** As `conflictErrors`, in words. */
export function conflictProblems(file: string, conflicts: readonly MergeConflict[]): string[] {
  return conflictErrors(file, conflicts).map(describeError);
}

/** What git left in a part of a text cannot be moved or taken out with it. @throws CortexError `broken-file` @param what as in "the section of the agent" */
export function requireNoConflict(text: string, part: Range, what: string): void {
  const conflict = mergeConflicts(text).find((each) => inConflict([each], part));
  if (conflict === undefined) return;
  const next = 'Settle it first: "cstack doctor" says how.';
  throw new CortexError('broken-file', `a merge conflict stands in ${what}`, { line: conflict.line, next });
}

/** The conflicts that git left in a text, as findings. @param file absolute */
export function examineConflicts(text: string, file: string): StackFinding[] {
  return mergeConflicts(text).map((conflict) => {
    const { line, from, to } = conflict;
    return {
      severity: 'error',
      code: conflict.missing === null ? CONFLICT_CODE : HALF_CONFLICT_CODE,
      message: conflictWords(conflict),
      file,
      line,
      range: { from, to },
      next: nextFor(conflict, file),
    };
  });
}

/**
 * Whatever is added behind a conflict whose last mark is gone stands inside of it.
 * @throws CortexError `broken-file` for a text with such a conflict @param line of the text's beginning in the file, 1-based
 */
export function requireEndOfConflicts(conflicts: readonly MergeConflict[], text: string, file: string, line = 1): void {
  const open = conflicts.find(({ to, theirs }) => to === theirs.to && to === text.length);
  if (open === undefined) return;
  const place = { file, line: line + open.line - 1 };
  const keepAll = `Write the last marker (>>>>>>>) where the other side ends, or keep all: ${settleCommand(file)}`;
  const next = open.missing === null ? keepAll : nextFor(open, file);
  throw new CortexError('broken-file', 'a merge conflict begins here and has no end, so nothing can be added behind it', {
    ...place,
    next,
  });
}
