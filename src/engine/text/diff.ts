import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff';

/** Texts that differ in more lines are shown as wholly replaced, because the time grows with the square of the difference. */
const CONTEXT = 3;
const OPTIONS = { context: CONTEXT, maxEditLength: 1_000 };
/** Limit of lines that are compared by position. */
const MAX_REPLACED = 16;

/** Returns the lines of a text that ends with a line feed; `null` for another text. */
function fullLines(text: string): readonly string[] | null {
  return text.endsWith('\n') ? text.slice(0, -1).split('\n') : null;
}

/**
 * Returns the places of the lines that differ if only single lines were replaced, and by lines that occur nowhere else. Then there is only
 * one shortest difference, so it need not be searched. Returns `null` for all other texts.
 */
function replacedLines(before: readonly string[], after: readonly string[]): readonly number[] | null {
  if (before.length !== after.length) return null;
  const places: number[] = [];
  for (let at = 0; at < before.length; at += 1) {
    if (before[at] === after[at]) continue;
    if (places.at(-1) === at - 1 || places.push(at) > MAX_REPLACED) return null;
  }
  const areUnique = places.every((at) => !after.includes(before[at] ?? '') && !before.includes(after[at] ?? ''));
  return areUnique ? places : null;
}

/** Groups places whose context overlaps or touches. */
function hunksOf(places: readonly number[]): number[][] {
  const hunks: number[][] = [];
  for (const at of places) {
    const last = hunks.at(-1);
    if (last === undefined || at - (last.at(-1) ?? 0) > 2 * CONTEXT + 1) hunks.push([at]);
    else last.push(at);
  }
  return hunks;
}

/** Returns the difference of two texts in which only single lines were replaced; `null` for all other texts. */
function diffOfReplaced(before: string, after: string): string | null {
  const [old, fresh] = [fullLines(before), fullLines(after)];
  const places = old === null || fresh === null ? null : replacedLines(old, fresh);
  if (old === null || fresh === null || places === null) return null;
  const hunks = hunksOf(places).map((hunk) => {
    const from = Math.max(0, (hunk[0] ?? 0) - CONTEXT);
    const lines = old.slice(from, (hunk.at(-1) ?? 0) + 1 + CONTEXT);
    const range = `${from + 1},${lines.length}`;
    const shown = lines.flatMap((line, at) => (line === fresh[from + at] ? [` ${line}`] : [`-${line}`, `+${fresh[from + at]}`]));
    return [`@@ -${range} +${range} @@`, ...shown, ''].join('\n');
  });
  return hunks.join('');
}

/**
 * Returns the line differences of two texts in the unified format, without file headers; empty if they are equal. With more than a thousand
 * changed lines, the whole text is shown as replaced.
 */
export function diffLines(before: string, after: string): string {
  if (before === after) return '';
  const replaced = diffOfReplaced(before, after);
  if (replaced !== null) return replaced;
  const shortest = structuredPatch('', '', before, after, '', '', OPTIONS);
  if (shortest !== undefined) return formatPatch(shortest, OMIT_HEADERS);
  const removed = structuredPatch('', '', before, '', '', '', { context: 0 });
  const added = structuredPatch('', '', '', after, '', '', { context: 0 });
  const [gone, come] = [removed.hunks[0], added.hunks[0]];
  if (gone === undefined || come === undefined) return '';
  const hunk = { ...gone, newStart: come.newStart, newLines: come.newLines, lines: [...gone.lines, ...come.lines] };
  return formatPatch({ ...removed, hunks: [hunk] }, OMIT_HEADERS);
}
