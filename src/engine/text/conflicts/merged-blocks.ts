import { detectLineBreak, type Range } from '../markdown/markdown.ts';
import { type ConflictSide, conflictSide, keepBothSides, MAX_NESTED, type MergeConflict, mergeConflicts } from './merge-conflicts.ts';

/** A part of a file that is kept or dropped as a whole, such as a message or a section. Offsets refer to the text that was divided. */
export interface MergeBlock extends Range {
  /** Equal for two versions of the same part, even if some lines differ. */
  readonly key: string;
  /** Whether two parts with one key become one, with the lines that only theirs has at its end. Otherwise both stay. */
  readonly isUnited?: boolean;
}

type Divide<B extends Range> = (text: string) => readonly B[];

/** A part that is the same whichever sides are chosen. */
export interface UndisputedBlock<B> extends Range {
  /** The part as found in the side "ours", with offsets of that side. */
  readonly block: B;
}

/** Returns the start of the first conflict that ends after `offset`, or `end` without one. */
function nextConflict(conflicts: readonly Range[], offset: number, end: number): number {
  return conflicts.find(({ to }) => to > offset)?.from ?? end;
}

/** Returns the parts of a side by their start in the text with markers. Parts that begin in a conflict are left out. */
function placedIn<B extends Range>(side: ConflictSide, divide: Divide<B>): Map<number, B> {
  return new Map(
    divide(side.text).flatMap((block) => {
      const from = side.original(block.from);
      return from === null ? [] : [[from, block] as const];
    }),
  );
}

/**
 * Returns the parts of a text with conflicts that are the same whichever sides are chosen, with their places in the text. A part ends at
 * the next conflict, because text after the last marker may belong to a part between the markers.
 */
export function findUndisputed<B extends Range>(
  text: string,
  conflicts: readonly MergeConflict[],
  divide: Divide<B>,
): UndisputedBlock<B>[] {
  const [ours, theirs] = [conflictSide(text, conflicts, 'ours'), conflictSide(text, conflicts, 'theirs')];
  const others = placedIn(theirs, divide);
  return [...placedIn(ours, divide)].flatMap(([from, block]): UndisputedBlock<B>[] => {
    const other = others.get(from);
    const raw = ours.text.slice(block.from, block.to).trimEnd();
    const limit = nextConflict(conflicts, from, text.length);
    const isSame = other !== undefined && theirs.text.slice(other.from, other.to).trimEnd() === raw;
    if (!isSame || from + raw.length > limit) return [];
    const ends = [ours.original(block.to), theirs.original(other.to)].filter((end) => end !== null);
    return [{ block, from, to: Math.min(limit, ...ends) }];
  });
}

/** Appends line breaks so that the text ends with an empty line. */
function withGap(text: string, eol: string): string {
  if (text === '' || text.endsWith(eol + eol)) return text;
  return text.endsWith('\n') ? text + eol : text + eol + eol;
}

/** Returns our version of a part, with the lines that only theirs has at its end. */
function united(ours: string, theirs: string, eol: string): string {
  const known = new Set(ours.split('\n').map((line) => line.trimEnd()));
  const added = theirs.split('\n').map((line) => line.trimEnd());
  const lines = added.filter((line) => line !== '' && !known.has(line)).map((line) => eol + line);
  const end = ours.trimEnd().length;
  return ours.slice(0, end) + lines.join('') + ours.slice(end);
}

/** A part of one side, with its text. */
interface WrittenPart {
  readonly key: string;
  readonly raw: string;
  readonly isUnited: boolean;
  /** Whether it begins outside of all conflicts. */
  readonly isPlaced: boolean;
}

/** Returns the parts of a side. The first is the text above all others. */
function writtenParts({ text, original }: ConflictSide, divide: Divide<MergeBlock>): WrittenPart[] {
  const parts = divide(text);
  const above = { key: '', raw: text.slice(0, parts[0]?.from ?? text.length), isPlaced: true, isUnited: parts[0]?.isUnited ?? false };
  const others = parts.map(({ key, from, to, isUnited = false }) => {
    return { key, raw: text.slice(from, to), isUnited, isPlaced: original(from) !== null };
  });
  return [above, ...others];
}

/**
 * Whether the conflicts are within single messages or sections. Their lines are then merged in place: two messages that are each half of
 * one would be invalid.
 */
function areLines(own: readonly WrittenPart[], others: readonly WrittenPart[]): boolean {
  const isSame = own.length === others.length && own.every(({ key }, n) => key === others[n]?.key);
  return isSame && [...own, ...others].every(({ isPlaced, isUnited }) => isPlaced || !isUnited);
}

/** Keeps both sides of a stretch of text, ours first. Equal parts are kept once. */
function keepBothOfStretch(stretch: string, divide: Divide<MergeBlock>): string {
  const conflicts = mergeConflicts(stretch);
  const [own, others] = (['ours', 'theirs'] as const).map((side) => writtenParts(conflictSide(stretch, conflicts, side), divide));
  if (own === undefined || others === undefined) return stretch;
  if (areLines(own, others)) return keepBothSides(stretch);
  const eol = detectLineBreak(stretch);
  const known = new Set(own.map(({ raw }) => raw.trim()));
  const added = others.filter(({ raw }) => raw.trim() !== '' && !known.has(raw.trim()));
  const ownKeys = new Set(own.map(({ key }) => key));
  const isUnited = ({ key, isUnited: can }: WrittenPart): boolean => can && ownKeys.has(key);
  const theirs = new Map(added.filter(isUnited).map(({ key, raw }) => [key, raw]));
  const ours = own.map(({ key, raw }) => united(raw, theirs.get(key) ?? '', eol)).join('');
  return added
    .filter((part) => !isUnited(part))
    .reduce(
      (text, { raw }) => withGap(text.trimEnd() === '' ? text : text.replace(/[\r\n]*$/, eol), eol) + raw.replace(/^[\r\n]+/, ''),
      ours,
    );
}

const MAX_RUN_LENGTH = /^([<=>|])\1*/gm;

/** Returns two texts as the sides of one conflict, with markers longer than any run in them. */
function asConflict(ours: string, theirs: string): string {
  const runs = Array.from(`${ours}\n${theirs}`.matchAll(MAX_RUN_LENGTH), ([run]) => run.length);
  const length = runs.reduce((longest, each) => Math.max(longest, each), 7) + 1;
  const eol = detectLineBreak(ours);
  const [own, others] = [ours, theirs].map((side) => (side === '' || side.endsWith('\n') ? side : side + eol));
  return `${'<'.repeat(length)} ours${eol}${own}${'='.repeat(length)}${eol}${others}${'>'.repeat(length)} theirs${eol}`;
}

/**
 * Flattens nested conflicts into one. Git nests them when a conflict is committed with its markers and merged again.
 * @param settle keeps both sides of the conflicts in one side, which is passed as a whole text
 */
export function flattenNested(text: string, settle: (side: string) => string): string {
  const conflicts = mergeConflicts(text);
  if (conflicts.length === 0 || conflicts.some(({ missing }) => missing !== null)) return text;
  const sides = (['ours', 'theirs'] as const).map((side) => conflictSide(text, conflicts, side, 0).text);
  if (sides.every((side) => mergeConflicts(side).length === 0)) return text;
  const [ours = '', theirs = ''] = sides.map(settle);
  return asConflict(ours, theirs);
}

/**
 * Resolves every conflict by keeping both sides as whole parts. Git splits additions of two branches at lines that happen to be equal, so
 * each side of its conflict may be half a message.
 * @param levels how deep nested conflicts are resolved by whole parts; deeper ones line by line
 */
export function keepBothBlocks(marked: string, divide: Divide<MergeBlock>, levels = MAX_NESTED): string {
  const text = levels === 0 ? marked : flattenNested(marked, (side) => keepBothBlocks(side, divide, levels - 1));
  const conflicts = mergeConflicts(text);
  const settled = findUndisputed(text, conflicts, divide);
  let kept = '';
  let at = 0;
  for (const { from, to } of [...settled, { from: text.length, to: text.length }]) {
    kept += resolveStretch(text.slice(at, from), divide) + text.slice(from, to);
    at = to;
  }
  return kept;
}

/** Resolves the conflicts between two undisputed parts. Equal text before the first part of either side stays in place. */
function resolveStretch(stretch: string, divide: Divide<MergeBlock>): string {
  const conflicts = mergeConflicts(stretch);
  const [first] = conflicts;
  if (first === undefined) return stretch;
  const begins = (['ours', 'theirs'] as const).map((name) => {
    const side = conflictSide(stretch, conflicts, name);
    const [part] = divide(side.text);
    return (part === undefined ? null : side.original(part.from)) ?? first.from;
  });
  const start = Math.min(first.from, ...begins);
  return stretch.slice(0, start) + keepBothOfStretch(stretch.slice(start), divide);
}
