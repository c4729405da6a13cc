import { mergeConflicts } from './merge-conflicts.ts';

/** Returns the text from `begin` on, for a reader. A line in place of each conflict says which lines are left out. */
export function removeConflicts(text: string, begin: number): string {
  let kept = '';
  let at = begin;
  for (const { from, to, firstLine, lastLine } of mergeConflicts(text)) {
    if (to <= begin) continue;
    kept += `${text.slice(at, Math.max(at, from))}[lines ${firstLine} to ${lastLine} left out: git's conflict marks]\n`;
    at = to;
  }
  return kept + text.slice(at);
}
