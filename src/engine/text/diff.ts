import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff';

/** Texts that differ by more lines are shown as wholly replaced: the shortest way costs the square of it. */
const OPTIONS = { context: 3, maxEditLength: 1_000 };

/**
 * What changes from one text to another, line by line, in the unified form without the lines that name the files; empty when nothing
 * does. The shortest difference of up to a thousand lines, else the whole texts.
 */
export function diffLines(before: string, after: string): string {
  if (before === after) return '';
  const shortest = structuredPatch('', '', before, after, '', '', OPTIONS);
  if (shortest !== undefined) return formatPatch(shortest, OMIT_HEADERS);
  const removed = structuredPatch('', '', before, '', '', '', { context: 0 });
  const added = structuredPatch('', '', '', after, '', '', { context: 0 });
  const [gone, come] = [removed.hunks[0], added.hunks[0]];
  if (gone === undefined || come === undefined) return '';
  const hunk = { ...gone, newStart: come.newStart, newLines: come.newLines, lines: [...gone.lines, ...come.lines] };
  return formatPatch({ ...removed, hunks: [hunk] }, OMIT_HEADERS);
}
