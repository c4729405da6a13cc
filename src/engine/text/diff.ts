import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff';

/** Texts that differ in more lines are shown as wholly replaced, because the time grows with the square of the difference. */
const OPTIONS = { context: 3, maxEditLength: 1_000 };

/**
 * Returns the line differences of two texts in the unified format, without file headers; empty if they are equal. With more than a thousand
 * changed lines, the whole text is shown as replaced.
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
