import { lineAndColumnAt, lineStarts, type Range } from '../markdown/markdown.ts';
import { UnhiddenFences } from '../markdown/unhidden-fences.ts';
import { partitionPoint } from '../partition-point.ts';
import { type ConflictSides, conflictsAmong, type Found, knownPart, MARK, marksOf, SHORTEST_MARK } from './conflict-marks.ts';

/**
 * A conflict that git left in a text: `<<<<<<< ours`, perhaps `||||||| base`, `=======`, `>>>>>>> theirs`, each at the start of a line.
 * Offsets are UTF-16 code units, lines are 1-based.
 */
export interface MergeConflict extends Range {
  /** Line of the marker to report: the first one, or the last one if the first is missing. */
  readonly line: number;
  readonly firstLine: number;
  readonly lastLine: number;
  /** The text of each side, without the markers and without the common ancestor's lines. Empty for half a conflict. */
  readonly ours: Range;
  readonly theirs: Range;
  /** The sides for each line that may divide them: a heading of Markdown looks like git's `=======`. `ours` and `theirs` are the first. */
  readonly candidates: readonly [ConflictSides, ...ConflictSides[]];
  /**
   * The missing marker that makes the sides unknown; `null` for a whole conflict. Without its start, the range begins at the end of the
   * previous conflict or at the text's start. Without its end, it extends to the next conflict or to the text's end.
   */
  readonly missing: Found['missing'];
}

/** Returns the first half conflict; `null` if there is none. */
export function halfConflict(conflicts: readonly MergeConflict[]): MergeConflict | null {
  return conflicts.find(({ missing }) => missing !== null) ?? null;
}

/** Without either of them there is no conflict: `=======` and `|||||||` alone are Markdown. */
export const COULD_HOLD_MARKS = ['<', '>'].map((kind) => kind.repeat(SHORTEST_MARK));
/** In a text without fences, such as JSON, these lines can only be markers. */
const COULD_BE_HALF = ['=', '|'].map((kind) => kind.repeat(SHORTEST_MARK));

/** @param before end of the previous conflict */
function conflictOf({ mark, from: start, to, candidates, missing }: Found, before: number, starts: readonly number[]): MergeConflict {
  const [{ ours, theirs }] = candidates;
  const from = missing === 'start' ? before : start;
  const lineAt = (offset: number) => lineAndColumnAt(starts, offset).line;
  const lines = { line: lineAt(mark.from), firstLine: lineAt(from), lastLine: lineAt(Math.max(from, to - 1)) };
  return { from, to, ...lines, ours, theirs, candidates, missing };
}

/** Fast check, because most texts have no markers. */
function couldHoldMarks(text: string, isMarkdown: boolean): boolean {
  return [...COULD_HOLD_MARKS, ...(isMarkdown ? [] : COULD_BE_HALF)].some((mark) => text.includes(mark));
}

/**
 * Returns git's conflicts in a text, in order. Of nested conflicts only the outer one is returned. Markers in fenced code of Markdown are
 * examples, unless the fence begins inside a conflict. Half a conflict, with a marker removed by hand, counts too.
 * @param format `plain`: a text without fences, such as JSON
 */
export function mergeConflicts(text: string, format: 'markdown' | 'plain' = 'markdown'): MergeConflict[] {
  return conflictsIn(text, format === 'markdown').conflicts;
}

/** The conflicts in fenced code of a Markdown text, which are examples, unless git left them there. */
export const exampleConflicts = (text: string): MergeConflict[] => conflictsIn(text, true).examples;

function conflictsIn(text: string, isMarkdown: boolean): { conflicts: MergeConflict[]; examples: MergeConflict[] } {
  const examples: MergeConflict[] = [];
  if (!couldHoldMarks(text, isMarkdown)) return { conflicts: [], examples };
  const starts = lineStarts(text);
  const marks = marksOf(text, starts);
  const found = conflictsAmong(marks, text.length, isMarkdown);
  const fences = isMarkdown ? new UnhiddenFences(text) : null;
  const conflicts: MergeConflict[] = [];
  for (let index = 0; index < marks.length; index += 1) {
    const each = found.get(index) ?? null;
    if (each === null) continue;
    const conflict = conflictOf(each, conflicts.at(-1)?.to ?? 0, starts);
    if (fences?.hold(knownPart(each))) {
      if (conflict.missing === null) examples.push(conflict);
      continue;
    }
    conflicts.push(conflict);
    fences?.hide(conflict);
    index = each.lastIndex;
  }
  return { conflicts, examples };
}

/** Whether a range of a text touches one of these conflicts. */
export function touchesConflict(conflicts: readonly Range[], { from, to }: Range): boolean {
  return conflicts.some((conflict) => from < conflict.to && conflict.from < to);
}

/**
 * Replaces every conflict, markers and both sides, by spaces. Offsets and lines stay the same, so a parser finds nothing in the conflicts,
 * and its places are valid in the text.
 */
export function maskConflicts(text: string, conflicts: readonly Range[] = mergeConflicts(text)): string {
  let masked = '';
  let at = 0;
  for (const { from, to } of conflicts) {
    masked += text.slice(at, from) + text.slice(from, to).replace(/[^\r\n]/g, ' ');
    at = to;
  }
  return masked + text.slice(at);
}

/** Removes the conflict markers. Both sides and uncertain parts remain. */
export function withoutMarks(text: string): string {
  return text
    .split('\n')
    .filter((line) => !MARK.test(line))
    .join('\n');
}

/** As `withoutMarks`, but replaces the markers by spaces, so that offsets and lines stay the same. */
export function blankMarks(text: string): string {
  return text
    .split('\n')
    .map((line) => (MARK.test(line) ? ' '.repeat(line.length) : line))
    .join('\n');
}

/** A text with one side of every conflict chosen. */
export interface ConflictSide {
  readonly text: string;
  /** Converts an offset to one in the text with markers; `null` for an offset inside a conflict. */
  original(offset: number): number | null;
}

/**
 * Returns the text with one side of every conflict, without markers. Half conflicts are left out.
 * @param conflicts of the text, at least one
 * @param levels how deep conflicts nested in the side are resolved, by keeping both sides; deeper ones keep their markers
 */
export function conflictSide(
  text: string,
  conflicts: readonly MergeConflict[],
  side: 'ours' | 'theirs',
  levels = MAX_LEVELS,
): ConflictSide {
  // The parts between conflicts: start in the result, and start and end in the text.
  const parts: { readonly at: number; readonly from: number; readonly to: number }[] = [];
  let sided = '';
  let from = 0;
  for (const conflict of conflicts) {
    parts.push({ at: sided.length, from, to: conflict.from });
    sided += text.slice(from, conflict.from) + (conflict.missing === null ? resolvedSide(text, conflict[side], levels) : '');
    from = conflict.to;
  }
  parts.push({ at: sided.length, from, to: text.length });
  sided += text.slice(from);
  return {
    text: sided,
    original: (offset) => {
      const part = parts[partitionPoint(parts.length, (index) => (parts[index]?.at ?? 0) <= offset) - 1];
      if (part === undefined) return null;
      const place = part.from + offset - part.at;
      return place < part.to || place === text.length ? place : null;
    },
  };
}

/** More deeply nested conflicts are left unchanged. */
const MAX_LEVELS = 10;
/** Each level of nested conflicts doubles the versions of the whole text, so only these levels are examined as whole texts. */
export const MAX_NESTED = 3;

/** Returns a side, with both sides of the conflicts nested in it. */
function resolvedSide(text: string, { from, to }: Range, levels: number): string {
  const side = text.slice(from, to);
  return levels === 0 ? side : keepBothSides(side, levels - 1);
}

/**
 * Resolves every conflict by keeping both sides, ours first. Markers and the common ancestor's lines are removed. Half conflicts stay.
 * @param levels how many levels of nested conflicts are resolved, too
 * @param onlyIn returns what the second side has and the first one has not. Default: all of it
 */
export function keepBothSides(text: string, levels = MAX_LEVELS, onlyIn = (theirs: string, _ours: string): string => theirs): string {
  let kept = '';
  let at = 0;
  for (const { from, to, ours, theirs, missing } of mergeConflicts(text)) {
    if (missing !== null) continue;
    const own = resolvedSide(text, ours, levels);
    kept += text.slice(at, from) + own + onlyIn(resolvedSide(text, theirs, levels), own);
    at = to;
  }
  return kept + text.slice(at);
}

/** Returns a plain text with one side of every conflict, without markers. @param levels as in `keepBothSides` */
export function keepSide(text: string, side: 'ours' | 'theirs', levels = MAX_LEVELS): string {
  let kept = '';
  let at = 0;
  for (const { from, to, [side]: own } of mergeConflicts(text, 'plain')) {
    const written = text.slice(own.from, own.to);
    kept += text.slice(at, from) + (levels === 0 ? written : keepSide(written, side, levels - 1));
    at = to;
  }
  return kept + text.slice(at);
}
