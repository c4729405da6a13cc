import type { Range } from '../markdown/markdown.ts';

/** Both sides of a conflict. */
export interface ConflictSides {
  readonly ours: Range;
  readonly theirs: Range;
  /** The lines of the common ancestor; empty if git did not write them. */
  readonly base: Range;
}

export const SHORTEST_MARK = 7;
/** A marker is a run of one character, followed by a space or the line's end. Git writes longer runs for a conflict inside a conflict. */
export const MARK = /^(<{7,}|={7,}|>{7,}|\|{7,})(?: [^\n]*)?\r?$/;
export interface Mark {
  readonly kind: string;
  readonly length: number;
  /** Whether git may have written the marker if it is the only one left: git always names the side. A longer run alone is a divider. */
  readonly isCertain: boolean;
  /** Whether text follows the run: git names the sides and the common ancestor, but not the middle. */
  readonly isNamed: boolean;
  /** Start of its line, and of the next line. */
  readonly from: number;
  readonly to: number;
}

/** Returns all lines that look like markers. */
export function marksOf(text: string, starts: readonly number[]): Mark[] {
  return starts.flatMap((from, index) => {
    const to = starts[index + 1] ?? text.length;
    const first = text[from];
    if (first !== '<' && first !== '=' && first !== '>' && first !== '|') return [];
    const [line, run] = MARK.exec(text.slice(from, to).replace(/\n$/, '')) ?? [];
    if (line === undefined || run === undefined) return [];
    const isNamed = line.trim().length > run.length;
    return [{ kind: first, length: run.length, isCertain: run.length === SHORTEST_MARK || isNamed, isNamed, from, to }];
  });
}

/** A conflict, with the places of its markers. */
export interface Found {
  readonly from: number;
  readonly to: number;
  /** The marker to report. */
  readonly mark: Mark;
  readonly candidates: readonly [ConflictSides, ...ConflictSides[]];
  /** The missing marker; `null` for a whole conflict. */
  readonly missing: 'start' | 'middle' | 'end' | null;
  /** Index of the conflict's last marker. */
  readonly lastIndex: number;
}

/** A marker in a conflict, of the common ancestor or of the middle, and its index. */
interface Inner {
  readonly mark: Mark;
  readonly index: number;
}

/** A conflict whose end has not been found yet. */
interface Open {
  readonly index: number;
  readonly from: Mark;
  readonly inner: Inner[];
}

const at = (offset: number): Range => ({ from: offset, to: offset });

/** The markers that may divide the sides of a conflict, and that of the common ancestor, which ends ours. */
interface Divider {
  readonly base: Mark | null;
  readonly middle: Inner;
}

function dividers({ inner }: Open): Divider[] {
  const all = inner.filter(({ mark }) => mark.kind === '=');
  const unnamed = all.filter(({ mark }) => !mark.isNamed);
  const middles = unnamed.length > 0 ? unnamed : all.slice(0, 1);
  // Every program names the common ancestor. Without a name, a line of pipes is an empty row of a table.
  const base = inner.find(({ mark }) => mark.kind === '|' && mark.isNamed);
  const after = middles.filter(({ index }) => base !== undefined && index > base.index);
  if (base === undefined || after.length === 0) return middles.map((middle) => ({ base: null, middle }));
  return after.map((middle) => ({ base: base.mark, middle }));
}

/** @param to end of the conflict @param last start of the marker that ends it */
function finished(open: Open, to: number, last: number, lastIndex: number): Found {
  const { from } = open;
  const found = { from: from.from, to, mark: from, lastIndex };
  const sidesAt = ({ base, middle: { mark } }: Divider): ConflictSides => {
    return {
      ours: { from: from.to, to: (base ?? mark).from },
      theirs: { from: mark.to, to: last },
      base: { from: (base ?? mark).to, to: base === null ? mark.to : mark.from },
    };
  };
  const [first, ...others] = dividers(open);
  if (first !== undefined) return { ...found, candidates: [sidesAt(first), ...others.map(sidesAt)], missing: null };
  return { ...found, candidates: [{ ours: at(from.to), theirs: at(last), base: at(last) }], missing: last < to ? 'middle' : 'end' };
}

/** Returns a conflict whose last marker was removed by hand. The end of theirs is unknown, so the range extends to the next conflict. */
function endless(open: Open, marks: readonly Mark[], end: number): Found | null {
  const middle = dividers(open)[0]?.middle;
  if (middle === undefined && !open.from.isCertain) return null;
  let next = middle === undefined ? open.index + 1 : middle.index;
  while (next < marks.length && !(marks[next]?.kind === '<' && marks[next]?.length === open.from.length)) next += 1;
  const openEnd = marks[next]?.from ?? end;
  return finished(open, openEnd, openEnd, next - 1);
}

/** Returns the conflict of a marker whose first marker was removed by hand. @param isMarkdown some markers may then be Markdown */
function startless(mark: Mark, index: number, isMarkdown: boolean): Found | null {
  const isMark = mark.kind === '>' ? mark.isCertain : !isMarkdown;
  return isMark
    ? { from: 0, to: mark.to, mark, candidates: [{ ours: at(0), theirs: at(mark.from), base: at(0) }], missing: 'start', lastIndex: index }
    : null;
}

/**
 * Returns the conflicts by the index of their first marker. A conflict that was committed and merged again contains another with markers of
 * equal length: each end marker belongs to the last open conflict.
 * @param end length of the text
 */
export function conflictsAmong(marks: readonly Mark[], end: number, isMarkdown: boolean): Map<number, Found | null> {
  const found = new Map<number, Found | null>();
  const openByLength = new Map<number, Open[]>();
  for (const [index, mark] of marks.entries()) {
    const all = openByLength.get(mark.length) ?? [];
    openByLength.set(mark.length, all);
    const open = all.at(-1);
    if (mark.kind === '<') all.push({ index, from: mark, inner: [] });
    else if (open === undefined) found.set(index, startless(mark, index, isMarkdown));
    else if (mark.kind === '>') {
      found.set(open.index, finished(open, mark.to, mark.from, index));
      all.pop();
    } else open.inner.push({ mark, index });
  }
  for (const open of [...openByLength.values()].flat()) found.set(open.index, endless(open, marks, end));
  return found;
}

/** Returns the certain part of a conflict: just the marker at the side where the range is unknown. */
export function knownPart({ from, to, mark, candidates: [first], missing }: Found): Range {
  return { from: missing === 'start' ? mark.from : from, to: to === first.theirs.to ? mark.to : to };
}
