import { CortexError } from '../../platform/errors.ts';
import { lineAndColumnAt, lineStarts, type Range } from '../markdown/markdown.ts';
import { halfConflict, type MergeConflict, mergeConflicts } from './merge-conflicts.ts';
import type { Divide } from './merge-parts.ts';

/** The versions that git is merging. `base` is `null` if both sides created the file. */
export interface MergedVersions {
  readonly base: string | null;
  readonly ours: string;
  readonly theirs: string;
}

/** What tells git's `=======` from a heading of Markdown that looks the same. */
export interface Evidence {
  /** `null` without a merge in progress. */
  readonly versions: MergedVersions | null;
  /** Returns the messages, tasks or sections of a text. */
  readonly divide: Divide;
}

type Sides = MergeConflict['candidates'][number];

/** More deeply nested conflicts are examined when a person settles the file again. */
const MAX_LEVELS = 10;
const RUN = /^([<=>|])\1*/gm;
const FIRST_RUN = /^([<=>|])\1*/;
const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/** Whether a version contains these lines. */
const hasLines = (version: string, lines: string): boolean => `\n${withLineFeeds(version)}\n`.includes(`\n${withLineFeeds(lines)}`);

/** Whether a side consists of whole parts. */
function isWhole(side: string, divide: Divide): boolean {
  const [first] = divide(side);
  return side.slice(0, first?.from).trim() === '';
}

/** Returns the sides that git wrote; `null` if that cannot be told. */
function chosenSides(text: string, { candidates }: MergeConflict, { versions, divide }: Evidence): Sides | null {
  const textOf = ({ from, to }: Range) => text.slice(from, to);
  const isInGit = ({ ours, theirs, base }: Sides) =>
    versions !== null &&
    hasLines(versions.ours, textOf(ours)) &&
    hasLines(versions.theirs, textOf(theirs)) &&
    hasLines(versions.base ?? '', textOf(base));
  const inGit = candidates.filter(isInGit);
  if (inGit.length === 1) return inGit[0] ?? null;
  const whole = (inGit.length > 0 ? inGit : candidates).filter(({ ours, theirs }) =>
    [ours, theirs].every((side) => isWhole(textOf(side), divide)),
  );
  return whole.length === 1 ? (whole[0] ?? null) : null;
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

function unknownSides(text: string, { candidates, firstLine, lastLine }: MergeConflict, before: number): CortexError {
  const starts = lineStarts(text);
  const lines = [...new Set(candidates.map(({ theirs }) => before + lineAndColumnAt(starts, lineStart(text, theirs.from - 1)).line))];
  const message = `the sides of the merge conflict in lines ${before + firstLine} to ${before + lastLine} are unknown: "=======" is in lines ${lines.join(', ')}, and only one of them is git's`;
  const next = 'Keep both sides by hand, and delete git\'s markers. Or restart the merge and run this command before "git add".';
  return new CortexError('denied', message, { line: before + firstLine, next });
}

/** Returns a conflict with markers longer than any such line in its sides. */
function remarked(text: string, { from, to, ours, theirs }: Sides & Range, own: string, others: string): string {
  const middle = lineStart(text, theirs.from - 1);
  const marks = [text.slice(from, ours.from), text.slice(ours.to, middle), text.slice(middle, theirs.from), text.slice(theirs.to, to)];
  const runs = Array.from([...marks, own, others].join('\n').matchAll(RUN), ([run]) => run.length);
  const length = runs.reduce((longest, each) => Math.max(longest, each), 0) + 1;
  const [start, base, divider, end] = marks.map((mark) => mark.replace(FIRST_RUN, (_, kind: string) => kind.repeat(length)));
  return `${start}${own}${base}${divider}${others}${end}`;
}

/** A part of a text. */
interface Place {
  /** Number of lines above it. */
  readonly before: number;
  /** How many levels of nested conflicts are examined, too. */
  readonly levels: number;
}

/**
 * Returns a text with the same lines in which only one line can divide the sides of each conflict: where a heading looks like git's
 * `=======`, git's markers are longer.
 * @throws CortexError `denied` with the line of a conflict whose sides are unknown
 */
export function withCertainSides(text: string, evidence: Evidence, { before, levels }: Place = { before: 0, levels: MAX_LEVELS }): string {
  const conflicts = mergeConflicts(text);
  if (levels === 0 || halfConflict(conflicts) !== null) return text;
  const starts = lineStarts(text);
  // Git has no versions of the sides of a conflict that was committed.
  const inside = { ...evidence, versions: null };
  const settled = ({ from, to }: Range) =>
    withCertainSides(text.slice(from, to), inside, { before: before + lineAndColumnAt(starts, from).line - 1, levels: levels - 1 });
  let certain = '';
  let at = 0;
  for (const conflict of conflicts) {
    const { from, to, candidates } = conflict;
    const sides = candidates.length === 1 ? candidates[0] : chosenSides(text, conflict, evidence);
    if (sides === null) throw unknownSides(text, conflict, before);
    const [own, others] = [settled(sides.ours), settled(sides.theirs)];
    const isSame =
      candidates.length === 1 &&
      own + others === text.slice(sides.ours.from, sides.ours.to) + text.slice(sides.theirs.from, sides.theirs.to);
    certain += text.slice(at, from) + (isSame ? text.slice(from, to) : remarked(text, { from, to, ...sides }, own, others));
    at = to;
  }
  return certain + text.slice(at);
}
