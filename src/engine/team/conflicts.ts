import { CortexError } from '../platform/errors.ts';
import { describeConflict, resolveAdvice } from '../text/conflicts/conflict-words.ts';
import { type MergeConflict, maskConflicts, mergeConflicts } from '../text/conflicts/merge-conflicts.ts';
import { splitHeader } from '../text/frontmatter/split-header.ts';
import type { QueueTask } from './queue/queue.ts';

/** Code of a problem that is a merge conflict. */
export const MERGE_CONFLICT = 'merge-conflict';
/** Code of an incomplete conflict, which no command can resolve. */
export const HALF_CONFLICT = 'half-merge-conflict';

const EOL = /\r?\n$/;

/** Returns for each conflict a comment that does not occur in the text: a YAML comment in the header, a Markdown comment below it. */
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
 * Changes a text and keeps its merge conflicts byte for byte. The change sees comments in their place.
 * @throws CortexError `broken-file` if the change would touch a conflict, and what the change throws
 */
export function changeAroundConflicts(text: string, change: (text: string) => string): string {
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

/** Checks that a task contains no merge conflict. @throws CortexError `denied` with the line */
export function requireResolved({ title, conflict }: Pick<QueueTask, 'title' | 'conflict'>): void {
  if (conflict === null) return;
  const next = 'Resolve them first: "cortex team doctor" shows how.';
  throw new CortexError('denied', `unresolved merge conflict in the task ${JSON.stringify(title)}`, { line: conflict, next });
}

/**
 * Checks that a template or configuration contains no merge conflict, which would make it ambiguous.
 * @throws CortexError `broken-file` with the line
 */
export function requireNoConflicts(text: string, file: string, command: string): string {
  const [first] = mergeConflicts(text);
  if (first === undefined) return text;
  throw new CortexError('broken-file', describeConflict(first), {
    file,
    line: first.line,
    next: resolveAdvice(first.missing !== null, command),
  });
}
