import { lineStarts, markdownParts, placeIn, type Range } from './markdown/markdown.ts';
import { partitionPoint } from './partition-point.ts';

/**
 * A conflict that git left in a text: `<<<<<<< ours`, perhaps `||||||| base`, `=======`, `>>>>>>> theirs`, each at the start of a line.
 * Offsets are UTF-16 code units, lines are 1-based.
 */
export interface MergeConflict extends Range {
  /** Of the line that begins the conflict. */
  readonly line: number;
  /** Of the line that ends it. */
  readonly lastLine: number;
  /** What each side wrote, without the marks; the common ancestor's lines are in neither. */
  readonly ours: Range;
  readonly theirs: Range;
}

const SHORTEST_MARK = 7;
/** A mark is a run of one character, followed by a space or by nothing. Git makes runs longer in a conflict inside a conflict. */
const MARK = /^(<{7,}|={7,}|>{7,}|\|{7,})(?: [^\n]*)?\r?$/;
const COULD_HOLD_MARKS = '<'.repeat(SHORTEST_MARK);

interface Mark {
  readonly kind: string;
  readonly length: number;
  /** Start of its line, and of the next one. */
  readonly from: number;
  readonly to: number;
}

function marksOf(text: string, starts: readonly number[]): Mark[] {
  return starts.flatMap((from, index) => {
    const to = starts[index + 1] ?? text.length;
    const first = text[from];
    if (first !== '<' && first !== '=' && first !== '>' && first !== '|') return [];
    const [, run] = MARK.exec(text.slice(from, to).replace(/\n$/, '')) ?? [];
    return run === undefined ? [] : [{ kind: first, length: run.length, from, to }];
  });
}

interface Found {
  readonly from: Mark;
  /** What ends ours: the common ancestor's mark, else the middle one. */
  readonly oursEnd: Mark;
  readonly middle: Mark;
  readonly last: Mark;
  /** Of the last mark that belongs to it. */
  readonly lastIndex: number;
}

/** A conflict whose end has not come yet. */
interface Open {
  readonly index: number;
  readonly from: Mark;
  oursEnd: Mark | null;
  middle: Mark | null;
  middleIndex: number;
}

/** @returns whether this mark ends the conflict */
function meet(open: Open, mark: Mark, index: number): boolean {
  if (mark.kind === '>') return open.middle !== null;
  open.oursEnd ??= mark;
  if (mark.kind === '=' && open.middle === null) {
    open.middle = mark;
    open.middleIndex = index;
  }
  return false;
}

function finished({ from, oursEnd, middle }: Open, last: Mark, lastIndex: number): Found | null {
  return oursEnd && middle && { from, oursEnd, middle, last, lastIndex };
}

/** Somebody removed the last mark by hand: where theirs ends is unknown, so all that follows is in doubt, up to the next conflict. */
function endless(open: Open, marks: readonly Mark[], end: number): Found | null {
  let next = open.middleIndex;
  while (next < marks.length && !(marks[next]?.kind === '<' && marks[next]?.length === open.from.length)) next += 1;
  const openEnd = marks[next]?.from ?? end;
  return finished(open, { kind: '>', length: open.from.length, from: openEnd, to: openEnd }, next - 1);
}

/**
 * The conflicts, by the index of the mark that begins them. Whoever commits a conflict with its marks and merges again gets one inside the
 * other, with marks of one length: each end belongs to the last one that is open.
 * @param end of the text
 */
function conflictsAmong(marks: readonly Mark[], end: number): Map<number, Found | null> {
  const found = new Map<number, Found | null>();
  const openByLength = new Map<number, Open[]>();
  for (const [index, mark] of marks.entries()) {
    const open = openByLength.get(mark.length) ?? [];
    openByLength.set(mark.length, open);
    const last = open.at(-1);
    if (mark.kind === '<') open.push({ index, from: mark, oursEnd: null, middle: null, middleIndex: marks.length });
    else if (last !== undefined && meet(last, mark, index)) {
      found.set(last.index, finished(last, mark, index));
      open.pop();
    }
  }
  for (const open of [...openByLength.values()].flat()) found.set(open.index, endless(open, marks, end));
  return found;
}

/**
 * The conflicts that git left in a text, in order, of one inside another only the outer. What stands in fenced code of a Markdown text is an example and no
 * conflict, unless the fence itself begins inside one.
 * @param format `plain`: a text without fences, such as JSON
 */
export function mergeConflicts(text: string, format: 'markdown' | 'plain' = 'markdown'): MergeConflict[] {
  if (!text.includes(COULD_HOLD_MARKS)) return [];
  const starts = lineStarts(text);
  const marks = marksOf(text, starts);
  const found = conflictsAmong(marks, text.length);
  const fences = format === 'markdown' ? markdownParts(text).fences : [];
  const conflicts: MergeConflict[] = [];
  for (let index = 0; index < marks.length; index += 1) {
    const conflict = found.get(index) ?? null;
    if (conflict === null || fences.some(({ from, to }) => from < conflict.from.from && conflict.last.to <= to)) continue;
    const { from, oursEnd, middle, last, lastIndex } = conflict;
    conflicts.push({
      from: from.from,
      to: last.to,
      line: placeIn(starts, from.from).line,
      lastLine: placeIn(starts, Math.max(from.from, last.to - 1)).line,
      ours: { from: from.to, to: oursEnd.from },
      theirs: { from: middle.to, to: last.from },
    });
    index = lastIndex;
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
  for (const { from, to, line, lastLine } of mergeConflicts(text)) {
    if (from < begin) continue;
    kept += `${text.slice(at, from)}[lines ${line} to ${lastLine} left out: git's conflict marks]\n`;
    at = to;
  }
  return kept + text.slice(at);
}

/** A text as it would be if one side of every conflict had been chosen. */
export interface ConflictSide {
  readonly text: string;
  /** Where an offset of it stands in the text with the marks; `null` for one inside a conflict. */
  original(offset: number): number | null;
}

/** The text with one side of every conflict, without marks. @param conflicts of the text, at least one */
export function conflictSide(text: string, conflicts: readonly MergeConflict[], side: 'ours' | 'theirs'): ConflictSide {
  // Each part of the text outside of conflicts: where it begins in the side, and in the text itself.
  const parts: { readonly at: number; readonly from: number; readonly to: number }[] = [];
  let sided = '';
  let from = 0;
  for (const conflict of conflicts) {
    parts.push({ at: sided.length, from, to: conflict.from });
    sided += text.slice(from, conflict.from) + settledSide(text, conflict[side], MOST_LEVELS);
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

/** What a side wrote; of conflicts inside of it both sides. */
function settledSide(text: string, { from, to }: Range, levels: number): string {
  const side = text.slice(from, to);
  return levels === 0 ? side : keepBothSides(side, levels - 1);
}

/**
 * The text with both sides of every conflict kept, ours first, and the marks (and the common ancestor's lines) gone.
 * @param levels of conflicts inside of conflicts that are settled, too
 */
export function keepBothSides(text: string, levels = MOST_LEVELS): string {
  let kept = '';
  let at = 0;
  for (const { from, to, ours, theirs } of mergeConflicts(text)) {
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
