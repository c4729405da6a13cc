import { lineStarts, markdownParts, placeIn, type Range } from './markdown.ts';
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

/** The next mark of a length among these kinds, with its index. */
function nextMark(marks: readonly Mark[], after: number, length: number, kinds: string): { mark: Mark; index: number } | null {
  for (let index = after + 1; index < marks.length; index += 1) {
    const mark = marks[index];
    if (mark?.length === length && kinds.includes(mark.kind)) return { mark, index };
  }
  return null;
}

/** The conflict that a mark begins; `null` when it begins none. @param end of the text */
function conflictAt(marks: readonly Mark[], index: number, end: number): Found | null {
  const from = marks[index];
  if (from?.kind !== '<') return null;
  const oursEnd = nextMark(marks, index, from.length, '<|=');
  const middle = oursEnd?.mark.kind === '|' ? nextMark(marks, oursEnd.index, from.length, '<=') : oursEnd;
  if (!(oursEnd && middle) || middle.mark.kind === '<') return null;
  const next = nextMark(marks, middle.index, from.length, '<>');
  const found = { from, oursEnd: oursEnd.mark, middle: middle.mark };
  if (next?.mark.kind === '>') return { ...found, last: next.mark, lastIndex: next.index };
  // Somebody removed the last mark by hand: where theirs ends is unknown, so all that follows is in doubt, up to the next conflict.
  const openEnd = next?.mark.from ?? end;
  return { ...found, last: { kind: '>', length: from.length, from: openEnd, to: openEnd }, lastIndex: (next?.index ?? marks.length) - 1 };
}

/**
 * The conflicts that git left in a text, in order, none inside another. What stands in fenced code of a Markdown text is an example and no
 * conflict, unless the fence itself begins inside one.
 * @param format `plain`: a text without fences, such as JSON
 */
export function mergeConflicts(text: string, format: 'markdown' | 'plain' = 'markdown'): MergeConflict[] {
  if (!text.includes(COULD_HOLD_MARKS)) return [];
  const starts = lineStarts(text);
  const marks = marksOf(text, starts);
  const fences = format === 'markdown' ? markdownParts(text).fences : [];
  const conflicts: MergeConflict[] = [];
  for (let index = 0; index < marks.length; index += 1) {
    const found = conflictAt(marks, index, text.length);
    if (found === null || fences.some(({ from, to }) => from < found.from.from && found.last.to <= to)) continue;
    const { from, oursEnd, middle, last } = found;
    conflicts.push({
      from: from.from,
      to: last.to,
      line: placeIn(starts, from.from).line,
      lastLine: placeIn(starts, Math.max(from.from, last.to - 1)).line,
      ours: { from: from.to, to: oursEnd.from },
      theirs: { from: middle.to, to: last.from },
    });
    index = found.lastIndex;
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
    sided += text.slice(from, conflict.from) + text.slice(conflict[side].from, conflict[side].to);
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

/** The text with both sides of every conflict kept, ours first, and the marks (and the common ancestor's lines) gone. */
export function keepBothSides(text: string): string {
  let kept = '';
  let at = 0;
  for (const { from, to, ours, theirs } of mergeConflicts(text)) {
    kept += text.slice(at, from) + text.slice(ours.from, ours.to) + text.slice(theirs.from, theirs.to);
    at = to;
  }
  return kept + text.slice(at);
}

/** A plain text as one side of every conflict in it wrote it, without the marks and the other side. */
export function sideOf(text: string, side: 'ours' | 'theirs'): string {
  let kept = '';
  let at = 0;
  for (const { from, to, [side]: own } of mergeConflicts(text, 'plain')) {
    kept += text.slice(at, from) + text.slice(own.from, own.to);
    at = to;
  }
  return kept + text.slice(at);
}
