import { type MergedVersions, withCertainSides } from '../../text/conflicts/certain-sides.ts';
import { requireOneNote, withHeaderConflicts } from '../../text/conflicts/header-conflicts.ts';
import { withLatestTimes } from '../../text/conflicts/latest-times.ts';
import { conflictSide, keepBothSides, mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import type { Divide } from '../../text/conflicts/merge-parts.ts';
import { readHeader } from '../../text/frontmatter/frontmatter.ts';
import { lineAndColumnAt, lineStarts } from '../../text/markdown/markdown.ts';
import { parseSections } from '../../text/markdown/sections.ts';
import { foldKeys } from '../headers/header-keys.ts';
import { withoutSecondSections } from '../moc/united-sections.ts';
import { secondHeaderProblem } from './format.ts';
import { splitNote } from './note-parts.ts';
import { withUnitedLists } from './united-lists.ts';

const STATUS = 'status';
const WAITS = 'review';
/** Header keys that decide whether a note counts, and on whose authority. */
const TRUST_KEYS = [STATUS, 'superseded_by', 'accepted_by', 'accepted', 'decided_by', 'decided', 'author'] as const;

type TrustKey = (typeof TRUST_KEYS)[number];

/** A note without merge conflicts. */
export interface ResolvedNote {
  readonly text: string;
  /** Keys on which the sides differ. The note now waits for a review because of them. */
  readonly disputed: readonly string[];
  /** Problems of the header caused by keeping both sides, each with its line: `8: …`. */
  readonly contradictions: readonly string[];
}

/** Line that starts a key, and line that continues a value. */
const KEY_LINE = /^(["']?)([\w-]+)\1[ \t]*:/;
const CONTINUED = /^(?:[ \t]+\S|-[ \t]|[\]}])/;

function valuesIn(text: string): Map<TrustKey, string> {
  const { header } = splitNote(text);
  const { folded } = foldKeys(header === null || header.language !== null ? new Map() : readHeader(header.yaml).values);
  const textOf = (key: TrustKey) => JSON.stringify(folded.get(key) ?? (key === STATUS ? 'active' : ''));
  return new Map(TRUST_KEYS.map((key) => [key, key === STATUS ? textOf(key).toLowerCase() : textOf(key)]));
}

/** Splits a header into lines and marks those of some keys. */
function dividedLines(yaml: string, keys: readonly string[]) {
  const lines = yaml.split('\n').map((line) => ({ line: line.replace(/\r$/, ''), isTaken: false }));
  let isTaken = false;
  for (const each of lines) {
    const [, , key] = KEY_LINE.exec(each.line) ?? [];
    if (key !== undefined) isTaken = keys.includes(key.toLowerCase());
    else if (!CONTINUED.test(each.line)) isTaken = false;
    each.isTaken = isTaken;
  }
  return lines;
}

/** Returns a side's lines for some keys, as comments. */
function commented(name: string, text: string, keys: readonly string[]): string[] {
  const { header } = splitNote(text);
  return keys.flatMap((key) => {
    const lines = header === null ? [] : dividedLines(header.yaml, [key]).filter(({ isTaken }) => isTaken);
    return lines.length === 0 ? [`# ${name}: (no ${key})`] : lines.map(({ line }) => `# ${name}: ${line}`);
  });
}

/**
 * Returns a note, or another file of a vault, with conflicts whose sides are certain, see `withCertainSides`.
 * @param versions `null` if git does not know them
 * @throws CortexError `denied` with the line of a conflict whose sides are unknown or are two different notes
 */
export function certainNote(text: string, versions: MergedVersions | null): string {
  const certain = withCertainSides(text, { versions, divide: sectionStarts });
  requireOneNote(certain, versions);
  return certain;
}

const sectionStarts: Divide = (text) => parseSections(text).map(({ name, from, to }) => ({ key: name, from, to }));

/**
 * Resolves all conflicts of a note by keeping both sides. If they differ on whether the note counts, neither branch may decide: the note
 * waits for a review, and comments show the values of each side.
 * @param marked as `certainNote` returns it
 * @throws CortexError `denied` if the end of the header of only one side is in a conflict
 */
export function resolveNote(marked: string): ResolvedNote {
  const text = withHeaderConflicts(marked);
  const conflicts = mergeConflicts(text);
  if (conflicts.length === 0) return { text, disputed: [], contradictions: [] };
  const sides = [conflictSide(text, conflicts, 'ours').text, conflictSide(text, conflicts, 'theirs').text] as const;
  const settled = resolvedHeader(withLatestTimes(withUnitedLists(keepBothSides(text, undefined, withoutSecondSections))), sides);
  const known = new Set(sides.flatMap(headerProblems).map(({ message }) => message));
  const added = headerProblems(settled.text).filter(({ message }) => !known.has(message));
  return { ...settled, contradictions: added.map(({ line, message }) => `${line}: ${message}. ${CONTRADICTION_NEXT}`) };
}

const CONTRADICTION_NEXT = 'Keep the correct line, and remove the other.';

/** Returns the problems of a note's header, including further headers. */
function headerProblems(text: string): { readonly line: number; readonly message: string }[] {
  const { header, further } = splitNote(text);
  const starts = lineStarts(text);
  const seconds = further.map(({ from }) => secondHeaderProblem(lineAndColumnAt(starts, from).line));
  if (header === null || header.language !== null) return seconds;
  const first = lineAndColumnAt(starts, header.yamlFrom).line - 1;
  const { problem } = readHeader(header.yaml);
  return [...(problem === null ? [] : [{ line: first + problem.line, message: problem.message }]), ...seconds];
}

/** @param both the text with both sides */
function resolvedHeader(both: string, [ours, theirs]: readonly [string, string]): Omit<ResolvedNote, 'contradictions'> {
  const [own, others] = [valuesIn(ours), valuesIn(theirs)];
  const disputed = TRUST_KEYS.filter((key) => own.get(key) !== others.get(key));
  const { header, eol } = splitNote(both);
  if (disputed.length === 0 || header === null) return { text: both, disputed: [] };
  const keys = [...new Set([STATUS, ...disputed])];
  const lines = dividedLines(header.yaml, keys);
  const at = Math.max(
    0,
    lines.findIndex(({ isTaken }) => isTaken),
  );
  const kept = (part: typeof lines) => part.flatMap(({ line, isTaken }) => (isTaken ? [] : [line]));
  const waiting = [`${STATUS}: ${WAITS}`, ...commented('ours', ours, keys), ...commented('theirs', theirs, keys)];
  const yaml = [...kept(lines.slice(0, at)), ...waiting, ...kept(lines.slice(at))].join(eol);
  return { text: both.slice(0, header.yamlFrom) + yaml + both.slice(header.yamlFrom + header.yaml.length), disputed };
}
