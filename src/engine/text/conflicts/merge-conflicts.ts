import { lineStarts, placeIn, type Range } from '../markdown/markdown.ts';
import { UnhiddenFences } from '../markdown/unhidden-fences.ts';
import { partitionPoint } from '../partition-point.ts';

/**
 * A conflict that git left in a text: `<<<<<<< ours`, perhaps `||||||| base`, `=======`, `>>>>>>> theirs`, each at the start of a line.
 * Offsets are UTF-16 code units, lines are 1-based.
 */
export interface MergeConflict extends Range {
  /** Of the mark to name: the one that begins the conflict, or the one that ends it where that is missing. */
  readonly line: number;
  readonly firstLine: number;
  readonly lastLine: number;
  /** What each side wrote, without the marks; the common ancestor's lines are in neither. Of half a conflict nobody knows: both are empty. */
  readonly ours: Range;
  readonly theirs: Range;
  /**
   * The mark without which nobody knows what the sides are; `null` for a whole conflict. Without its start the text in doubt begins at the end
   * of the conflict before it, or of the text's beginning; without its end it goes on to the next conflict, or to the end of the text.
   */
  readonly missing: 'start' | 'middle' | 'end' | null;
}

/** Of half a conflict. @returns `null` for a text that has none */
export function halfConflict(conflicts: readonly MergeConflict[]): MergeConflict | null {
  return conflicts.find(({ missing }) => missing !== null) ?? null;
}

const SHORTEST_MARK = 7;
/** A mark is a run of one character, followed by a space or by nothing. Git makes runs longer in a conflict inside a conflict. */
const MARK = /^(<{7,}|={7,}|>{7,}|\|{7,})(?: [^\n]*)?\r?$/;
/** Where there is neither of them there is no conflict; `=======` and `|||||||` alone are Markdown. */
const COULD_HOLD_MARKS = ['<', '>'].map((kind) => kind.repeat(SHORTEST_MARK));
/** In a text without fences, such as JSON, no mark is anything else. */
const COULD_BE_HALF = ['=', '|'].map((kind) => kind.repeat(SHORTEST_MARK));

interface Mark {
  readonly kind: string;
  readonly length: number;
  /** Whether git can have written it as the only one that is left: it always names the side. A longer run alone is a line that divides. */
  readonly isCertain: boolean;
  /** Start of its line, and of the next one. */
  readonly from: number;
  readonly to: number;
}

function marksOf(text: string, starts: readonly number[]): Mark[] {
  return starts.flatMap((from, index) => {
    const to = starts[index + 1] ?? text.length;
    const first = text[from];
    if (first !== '<' && first !== '=' && first !== '>' && first !== '|') return [];
    const [line, run] = MARK.exec(text.slice(from, to).replace(/\n$/, '')) ?? [];
    if (line === undefined || run === undefined) return [];
    const isCertain = run.length === SHORTEST_MARK || line.trim().length > run.length;
    return [{ kind: first, length: run.length, isCertain, from, to }];
  });
}

interface Found {
  readonly from: number;
  readonly to: number;
  /** Of the mark to name. */
  readonly mark: Mark;
  readonly ours: Range;
  readonly theirs: Range;
  readonly missing: MergeConflict['missing'];
  /** Of the last mark that belongs to it. */
  readonly lastIndex: number;
}

/** A conflict whose end has not come yet. */
interface Open {
  readonly index: number;
  readonly from: Mark;
  /** What ends ours: the common ancestor's mark, else the middle one. */
  oursEnd: Mark | null;
  middle: Mark | null;
  middleIndex: number;
}

const at = (offset: number): Range => ({ from: offset, to: offset });

/** @param to behind the conflict @param last where the mark that ends it begins */
function finished({ from, oursEnd, middle }: Open, to: number, last: number, lastIndex: number): Found {
  const found = { from: from.from, to, mark: from, lastIndex };
  if (oursEnd === null || middle === null) return { ...found, ours: at(from.to), theirs: at(last), missing: last < to ? 'middle' : 'end' };
  return { ...found, ours: { from: from.to, to: oursEnd.from }, theirs: { from: middle.to, to: last }, missing: null };
}

/** Somebody removed the last mark by hand: where theirs ends is unknown, so all that follows is in doubt, up to the next conflict. */
function endless(open: Open, marks: readonly Mark[], end: number): Found | null {
  if (open.middle === null && !open.from.isCertain) return null;
  let next = open.middle === null ? open.index + 1 : open.middleIndex;
  while (next < marks.length && !(marks[next]?.kind === '<' && marks[next]?.length === open.from.length)) next += 1;
  const openEnd = marks[next]?.from ?? end;
  return finished(open, openEnd, openEnd, next - 1);
}

/** A mark of a conflict whose first one was removed by hand: all before it is in doubt. @param isMarkdown where some marks are something else */
function startless(mark: Mark, index: number, isMarkdown: boolean): Found | null {
  const isMark = mark.kind === '>' ? mark.isCertain : !isMarkdown;
  return isMark ? { from: 0, to: mark.to, mark, ours: at(0), theirs: at(mark.from), missing: 'start', lastIndex: index } : null;
}

/**
 * The conflicts, by the index of the first of their marks. Whoever commits a conflict with its marks and merges again gets one inside the
 * other, with marks of one length: each end belongs to the last one that is open.
 * @param end of the text
 */
function conflictsAmong(marks: readonly Mark[], end: number, isMarkdown: boolean): Map<number, Found | null> {
  const found = new Map<number, Found | null>();
  const openByLength = new Map<number, Open[]>();
  for (const [index, mark] of marks.entries()) {
    const all = openByLength.get(mark.length) ?? [];
    openByLength.set(mark.length, all);
    const open = all.at(-1);
    if (mark.kind === '<') all.push({ index, from: mark, oursEnd: null, middle: null, middleIndex: marks.length });
    else if (open === undefined) found.set(index, startless(mark, index, isMarkdown));
    else if (mark.kind === '>') {
      found.set(open.index, finished(open, mark.to, mark.from, index));
      all.pop();
    } else {
      open.oursEnd ??= mark;
      if (mark.kind === '=' && open.middle === null) [open.middle, open.middleIndex] = [mark, index];
    }
  }
  for (const open of [...openByLength.values()].flat()) found.set(open.index, endless(open, marks, end));
  return found;
}

/** What is known of where a conflict begins and ends: where an end is missing, that is the one mark. */
function knownPart({ from, to, mark, theirs, missing }: Found): Range {
  return { from: missing === 'start' ? mark.from : from, to: to === theirs.to ? mark.to : to };
}

/** @param before where the conflict before it ends */
function conflictOf({ mark, from: start, to, ours, theirs, missing }: Found, before: number, starts: readonly number[]): MergeConflict {
  const from = missing === 'start' ? before : start;
  const lineAt = (offset: number) => placeIn(starts, offset).line;
  const lines = { line: lineAt(mark.from), firstLine: lineAt(from), lastLine: lineAt(Math.max(from, to - 1)) };
  return { from, to, ...lines, ours, theirs, missing };
}

/** Whether there can be a mark at all: most texts have none. */
function couldHoldMarks(text: string, isMarkdown: boolean): boolean {
  return [...COULD_HOLD_MARKS, ...(isMarkdown ? [] : COULD_BE_HALF)].some((mark) => text.includes(mark));
}

/**
 * The conflicts that git left in a text, in order, of one inside another only the outer. What stands in fenced code of a Markdown text is an example and no
 * conflict, unless the fence itself begins inside one. Half a conflict, of which somebody has removed a mark, is one, too.
 * @param format `plain`: a text without fences, such as JSON
 */
export function mergeConflicts(text: string, format: 'markdown' | 'plain' = 'markdown'): MergeConflict[] {
  const isMarkdown = format === 'markdown';
  if (!couldHoldMarks(text, isMarkdown)) return [];
  const starts = lineStarts(text);
  const marks = marksOf(text, starts);
  const found = conflictsAmong(marks, text.length, isMarkdown);
  const fences = isMarkdown ? new UnhiddenFences(text) : null;
  const conflicts: MergeConflict[] = [];
  for (let index = 0; index < marks.length; index += 1) {
    const each = found.get(index) ?? null;
    if (each === null || fences?.hold(knownPart(each))) continue;
    const conflict = conflictOf(each, conflicts.at(-1)?.to ?? 0, starts);
    conflicts.push(conflict);
    fences?.hide(conflict);
    index = each.lastIndex;
  }
  return conflicts;
}

/** Whether a range of a text touches one of these conflicts. */
export function inConflict(conflicts: readonly Range[], { from, to }: Range): boolean {
  return conflicts.some((conflict) => from < conflict.to && conflict.from < to);
}

/**
 * The text with every conflict, marks and both sides, replaced by spaces: offsets and lines stay as they are, so a parser that reads this
 * finds nothing between the marks and its places still hold in the text itself.
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

/** The text from a place on, with a line in place of each conflict that says what is left out, for somebody who is to read the rest. */
export function leaveConflictsOut(text: string, begin: number): string {
  let kept = '';
  let at = begin;
  for (const { from, to, firstLine, lastLine } of mergeConflicts(text)) {
    if (to <= begin) continue;
    kept += `${text.slice(at, Math.max(at, from))}[lines ${firstLine} to ${lastLine} left out: git's conflict marks]\n`;
    at = to;
  }
  return kept + text.slice(at);
}

/** All that stands in a text with conflicts, both sides and what is in doubt, where only that matters. */
export function withoutMarks(text: string): string {
  return text
    .split('\n')
    .filter((line) => !MARK.test(line))
    .join('\n');
}

/** As `withoutMarks`, with blanks in the place of the marks: offsets and lines stay as they are. */
export function blankMarks(text: string): string {
  return text
    .split('\n')
    .map((line) => (MARK.test(line) ? ' '.repeat(line.length) : line))
    .join('\n');
}

/** A text as it would be if one side of every conflict had been chosen. */
export interface ConflictSide {
  readonly text: string;
  /** Where an offset of it stands in the text with the marks; `null` for one inside a conflict. */
  original(offset: number): number | null;
}

/**
 * The text with one side of every conflict, without marks; of half a conflict nothing.
 * @param conflicts of the text, at least one
 * @param levels how deep conflicts nested in the side are resolved, by keeping both sides; deeper ones keep their markers
 */
export function conflictSide(
  text: string,
  conflicts: readonly MergeConflict[],
  side: 'ours' | 'theirs',
  levels = MOST_LEVELS,
): ConflictSide {
  // Each part of the text outside of conflicts: where it begins in the side, and in the text itself.
  const parts: { readonly at: number; readonly from: number; readonly to: number }[] = [];
  let sided = '';
  let from = 0;
  for (const conflict of conflicts) {
    parts.push({ at: sided.length, from, to: conflict.from });
    sided += text.slice(from, conflict.from) + (conflict.missing === null ? settledSide(text, conflict[side], levels) : '');
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

/** What is nested deeper is left as it is. */
const MOST_LEVELS = 10;
/** Each level of nested conflicts doubles the versions of the whole text, so only so many levels are looked at as whole texts. */
export const MOST_NESTED = 3;

/** What a side wrote; of conflicts inside of it both sides. */
function settledSide(text: string, { from, to }: Range, levels: number): string {
  const side = text.slice(from, to);
  return levels === 0 ? side : keepBothSides(side, levels - 1);
}

/**
 * The text with both sides of every conflict kept, ours first, and the marks (and the common ancestor's lines) gone. Half a conflict stays.
 * @param levels of conflicts inside of conflicts that are settled, too
 */
export function keepBothSides(text: string, levels = MOST_LEVELS): string {
  let kept = '';
  let at = 0;
  for (const { from, to, ours, theirs, missing } of mergeConflicts(text)) {
    if (missing !== null) continue;
    kept += text.slice(at, from) + settledSide(text, ours, levels) + settledSide(text, theirs, levels);
    at = to;
  }
  return kept + text.slice(at);
}

/** A plain text as one side of every conflict in it wrote it, without the marks and the other side. @param levels as of `keepBothSides` */
export function sideOf(text: string, side: 'ours' | 'theirs', levels = MOST_LEVELS): string {
  let kept = '';
  let at = 0;
  for (const { from, to, [side]: own } of mergeConflicts(text, 'plain')) {
    const written = text.slice(own.from, own.to);
    kept += text.slice(at, from) + (levels === 0 ? written : sideOf(written, side, levels - 1));
    at = to;
  }
  return kept + text.slice(at);
}
