import { CortexError } from '../platform/errors.ts';
import { conflictWords, settleWords } from '../text/conflicts/conflict-words.ts';
import { type MergeConflict, maskConflicts, mergeConflicts } from '../text/conflicts/merge-conflicts.ts';
import { splitHeader } from '../text/frontmatter/split-header.ts';
import type { QueueTask } from './queue/queue.ts';

/** The code of a problem that is a conflict of git. */
export const MERGE_CONFLICT = 'merge-conflict';
/** Of half of one, which no command settles. */
export const HALF_CONFLICT = 'half-merge-conflict';

const EOL = /\r?\n$/;

/** For each conflict a comment that stands nowhere in the text: YAML's in the header, Markdown's below it. */
function commentsFor(text: string, conflicts: readonly MergeConflict[]): string[] {
  const { header } = splitHeader(maskConflicts(text, conflicts));
  let salt = 0;
  while (text.includes(`conflict-${salt}-`)) salt += 1;
  return conflicts.map(({ from, to }, n) => {
    const isInHeader = header !== null && from >= header.yamlFrom && to < header.to;
    return isInHeader ? `# conflict-${salt}-${n}-` : `<!-- conflict-${salt}-${n}- -->`;
  });
}

/**
 * Changes a text and leaves git's conflicts in it byte for byte; the change sees comments in their place.
 * @throws CortexError `broken-file` for a change that would touch one, and whatever the change throws
 */
export function aroundConflicts(text: string, change: (text: string) => string): string {
  const conflicts = mergeConflicts(text);
  if (conflicts.length === 0) return change(text);
  const kept = conflicts.map(({ from, to, line }) => ({ from, line, written: text.slice(from, to).replace(EOL, '') }));
  const comments = commentsFor(text, conflicts);
  const hidden = kept.reduceRight(
    (rest, { from, written }, n) => rest.slice(0, from) + comments[n] + rest.slice(from + written.length),
    text,
  );
  return kept.reduce((rest, { line, written }, n) => {
    const [before, behind, ...more] = rest.split(comments[n] ?? '');
    if (before !== undefined && behind !== undefined && more.length === 0) return before + written + behind;
    throw new CortexError('broken-file', "the change would touch git's conflict markers", { line, next: 'Resolve them first.' });
  }, change(hidden));
}

/** Nobody works on a task that git could not merge. @throws CortexError `denied` with the line */
export function requireResolved({ title, conflict }: Pick<QueueTask, 'title' | 'conflict'>): void {
  if (conflict === null) return;
  const next = 'Resolve them first: "cortex team doctor" says how.';
  throw new CortexError('denied', `git's conflict markers in the task ${JSON.stringify(title)} are not resolved`, { line: conflict, next });
}

/** A template, or a configuration, of which nobody knows what it says. @throws CortexError `broken-file` with the line */
export function requireNoConflicts(text: string, file: string, command: string): string {
  const [first] = mergeConflicts(text);
  if (first === undefined) return text;
  throw new CortexError('broken-file', conflictWords(first), {
    file,
    line: first.line,
    next: settleWords(first.missing !== null, command),
  });
}
