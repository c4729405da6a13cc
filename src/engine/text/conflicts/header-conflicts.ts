import { CortexError } from '../../platform/errors.ts';
import { readHeader } from '../frontmatter/frontmatter.ts';
import { splitHeader } from '../frontmatter/split-header.ts';
import type { Range } from '../markdown/markdown.ts';
import type { MergedVersions } from './certain-sides.ts';
import { conflictSide, type MergeConflict, mergeConflicts } from './merge-conflicts.ts';

const SIDES = ['ours', 'theirs'] as const;
type SideName = (typeof SIDES)[number];

/** The header of one side, where its end lies in a conflict. Offsets refer to the text with markers. */
interface HeaderEnd {
  readonly conflict: MergeConflict;
  /** Start of the header's first line, if it lies in the same conflict. */
  readonly begin: number | null;
  /** Line that ends the header. */
  readonly end: Range;
}

/** Returns where the header of a side ends in a conflict; `null` if it ends elsewhere, or the side has none. */
function headerEndIn(text: string, conflicts: readonly MergeConflict[], side: SideName): HeaderEnd | null {
  const { header } = splitHeader(conflictSide(text, conflicts, side, 0).text);
  if (header === null) return null;
  const last = header.yamlFrom + header.yaml.length;
  let at = 0;
  let before = 0;
  for (const conflict of conflicts) {
    at += conflict.from - before;
    const { from, to } = conflict[side];
    const placed = (offset: number) => from + offset - at;
    if (last < at) return null;
    if (last < at + to - from) {
      const begin = header.from >= at ? placed(header.yamlFrom) : null;
      return { conflict, begin, end: { from: placed(last), to: placed(header.to) } };
    }
    at += to - from;
    before = conflict.to;
  }
  return null;
}

/** Returns both sides of a part of a conflict between its markers; the text alone if the sides are equal. */
function between(text: string, { from, to, ours, theirs }: MergeConflict, own: string, others: string): string {
  if (own === others) return own;
  const middle = text.slice(text.lastIndexOf('\n', theirs.from - 2) + 1, theirs.from);
  return `${text.slice(from, ours.from)}${own}${middle}${others}${text.slice(theirs.to, to)}`;
}

function endsApart({ firstLine, lastLine }: MergeConflict): CortexError {
  const message = `the end of the header is in the merge conflict in lines ${firstLine} to ${lastLine}, but only on one side`;
  const next = "Edit the lines by hand: keep both sides in the header and the text that they belong to, and delete git's markers.";
  return new CortexError('denied', message, { line: firstLine, next });
}

/**
 * Splits a conflict that git wrote over the end of a header into one in the header and one in the text below it. Without this, the header
 * of one side would become text.
 * @throws CortexError `denied` with the line if the end of only one side is in the conflict
 */
export function withHeaderConflicts(text: string): string {
  const conflicts = mergeConflicts(text);
  const [own, others] = SIDES.map((side) => headerEndIn(text, conflicts, side));
  const found = own ?? others;
  if (!found) return text;
  if (!own || !others || own.conflict !== others.conflict || (own.begin === null) !== (others.begin === null))
    throw endsApart(found.conflict);
  const { conflict } = found;
  if (conflict.theirs.to === conflict.to) throw endsApart(conflict);
  const opening = own.begin === null ? '' : text.slice(conflict.ours.from, own.begin);
  const header = SIDES.map((side, n) => text.slice([own, others][n]?.begin ?? conflict[side].from, [own, others][n]?.end.from));
  const body = SIDES.map((side, n) => text.slice([own, others][n]?.end.to, conflict[side].to));
  const [yaml, prose] = [header, body].map(([ours = '', theirs = '']) => between(text, conflict, ours, theirs));
  return `${text.slice(0, conflict.from)}${opening}${yaml}${text.slice(own.end.from, own.end.to)}${prose}${text.slice(conflict.to)}`;
}

/** Returns the value of a key, ignoring case; `null` without one. */
function headerValue(text: string, name: string): string | null {
  const { header } = splitHeader(text);
  if (header === null || header.language !== null) return null;
  const { values } = readHeader(header.yaml);
  const key = [...values.keys()].find((each) => each.toLowerCase() === name);
  const value = key === undefined ? undefined : values.get(key);
  return value === undefined || value === null ? null : JSON.stringify(value);
}

/**
 * Rejects two different notes under one file name, which cannot be one: their ids differ, or their names, if both sides created the file.
 * @param versions `null` if git does not know them
 * @throws CortexError `denied`
 */
export function requireOneNote(text: string, versions: MergedVersions | null): void {
  const conflicts = mergeConflicts(text);
  const [first] = conflicts;
  if (first === undefined) return;
  const sides = SIDES.map((side) => conflictSide(text, conflicts, side).text);
  const isNew = versions === null || versions.base === null;
  for (const key of isNew ? ['id', 'name'] : ['id']) {
    const [own, others] = sides.map((side) => headerValue(side, key));
    if (!own || !others || own === others) continue;
    const next =
      'Save the note of the other side under another file name ("git show :3:./FILE" prints it while git holds it as unmerged), and remove it here.';
    throw new CortexError('denied', `two different notes have this file name: ${key} ${own} and ${key} ${others}`, {
      line: first.line,
      next,
    });
  }
}
