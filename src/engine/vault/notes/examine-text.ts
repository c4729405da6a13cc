import { keepBothSides, maskConflicts, mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import { settledOrNull } from '../../text/conflicts/remove-conflicts.ts';
import { readHeader } from '../../text/frontmatter/frontmatter.ts';
import { splitHeader } from '../../text/frontmatter/split-header.ts';
import { lineAndColumnAt, lineStarts, type Range } from '../../text/markdown/markdown.ts';
import type { VaultIndex } from '../cache/vault-index.ts';
import { conflictProblem, isConflict } from '../conflicts.ts';
import { ambiguousLinkFinding, deadLinkFinding, deadReferenceFinding, type Finding, noteFinding, sharedIdFinding } from '../doctor.ts';
import { valueOffsetInText } from '../headers/header-values.ts';
import type { TextEdit } from '../links/auto-link.ts';
import type { PlacedLink } from '../links/placed-links.ts';
import { findMarkers } from '../moc/markers.ts';
import { refersToNote } from '../report.ts';
import type { Note, NoteProblem } from './note.ts';
import { blankAboveHeader, type NoteParts, splitNote } from './note-parts.ts';
import { certainNote, resolveNote } from './resolve-note.ts';

/** Problem in a note's text that a person should fix, and its range. */
export interface TextFinding extends Pick<Finding, 'severity' | 'code' | 'message' | 'next'> {
  readonly at: Range;
  /** Paths of other notes that are involved. */
  readonly others: readonly string[];
  /** The dead or ambiguous link. */
  readonly link: PlacedLink | null;
  /** Edit that fixes the problem, if the text alone determines it. */
  readonly repair: TextEdit | null;
}

/** Current text of a note, which may be newer than the index. */
export interface WrittenNote {
  readonly text: string;
  /** From `readNoteText`. */
  readonly note: Note;
  /** From `findPlacedLinks`. */
  readonly links: readonly PlacedLink[];
}

const ALONE = { others: [], link: null, repair: null };

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Returns the end of a header value in its line, without a trailing comment. */
function valueEnd(text: string, from: number): number {
  const line = text.slice(from, lineEnd(text, from));
  const [quoted] = /^(?:"(?:[^"\\]|\\.)*"|'[^']*(?:''[^']*)*')/.exec(line) ?? [];
  if (quoted !== undefined) return from + quoted.length;
  const comment = line.search(/[ \t]#/);
  return from + (comment < 0 ? line : line.slice(0, comment)).trimEnd().length;
}

/** Returns the range of the value at an offset; the whole line if there is no value. */
function valueAt(text: string, from: number): Range {
  const to = valueEnd(text, from);
  if (to > from) return { from, to };
  return { from: text.lastIndexOf('\n', from - 1) + 1, to: from + text.slice(from, lineEnd(text, from)).trimEnd().length };
}

/** Lines that may belong to a header. A heading of the text is not a comment, so it ends the header. */
const HEADER_LINES = /^---[^\n]*(?:\n(?:[\w"'-][^\n:]*:(?:[ \t\r][^\n]*)?(?=\n|$)|[ \t]+[^\s][^\n]*|-[ \t][^\n]*|#(?![ \t#])[^\n]*))*/;

/** Returns an edit that adds the missing end of a header. */
function headerEnd(text: string): TextEdit {
  const at = (HEADER_LINES.exec(text)?.[0] ?? '').trimEnd().length;
  return { from: at, to: at, text: `${splitHeader(text).eol}---` };
}

/** Returns an edit that makes a text begin with its header: adds the missing fence, or removes the blank lines above. */
function headerStart(text: string): TextEdit {
  const blank = blankAboveHeader(text);
  if (blank !== null) return { ...blank, text: '' };
  const { bodyFrom, eol } = splitHeader(text);
  return { from: bodyFrom, to: bodyFrom, text: `---${eol}` };
}

/** Returns an edit that joins a header to the previous one by removing only the fences between them. */
function joinedHeaders({ header, further }: NoteParts, line: (offset: number) => number, at: number): TextEdit | null {
  const headers = header === null ? [] : [header, ...further];
  const place = headers.findIndex(({ from }) => line(from) === at);
  const [before, own] = [headers[place - 1], headers[place]];
  return before === undefined || own === undefined ? null : { from: before.yamlFrom + before.yaml.length, to: own.yamlFrom, text: '' };
}

function ofProblem({ text, note }: WrittenNote, parts: NoteParts, problem: NoteProblem): TextFinding {
  const { header } = parts;
  const starts = lineStarts(text);
  const from = (starts[problem.line - 1] ?? 0) + problem.column - 1;
  const found = { ...noteFinding(note.path, problem), ...ALONE, at: valueAt(text, from) };
  const fix =
    (problem.code === 'yaml' || problem.code === 'unclosed-list') && header !== null
      ? (readHeader(header.yaml).problem?.fix ?? null)
      : null;
  if (problem.code === 'unopened-header') return { ...found, repair: headerStart(text) };
  if (problem.code === 'unclosed-header') return { ...found, repair: headerEnd(text) };
  if (problem.code === 'second-header')
    return { ...found, repair: joinedHeaders(parts, (at) => lineAndColumnAt(starts, at).line, problem.line) };
  if (header === null || fix === null) return found;
  const repair = { from: header.yamlFrom + fix.from, to: header.yamlFrom + fix.to, text: fix.text };
  return { ...found, at: { from: repair.from, to: repair.to }, repair };
}

function ofId({ text, note }: WrittenNote, { header, further }: NoteParts, index: VaultIndex): TextFinding[] {
  const others = index.byId(note.id).filter(({ path }) => path !== note.path);
  if (others.length === 0 || header === null) return [];
  const at = valueAt(text, valueOffsetInText([header, ...further], 'id'));
  return [{ ...sharedIdFinding(note.id, note.path, others), ...ALONE, at, others: others.map(({ path }) => path) }];
}

function ofLink({ note }: WrittenNote, link: PlacedLink, index: VaultIndex): TextFinding[] {
  const { target, targetAt, field, kind } = link;
  const resolution = index.resolve(target, note.path, kind);
  const bad = { path: note.path, line: 1, target };
  const found = { ...ALONE, link, at: targetAt };
  if (resolution.kind === 'ambiguous') {
    const { paths } = resolution;
    return [{ ...ambiguousLinkFinding({ ...bad, candidates: paths }), ...found, others: paths }];
  }
  if (resolution.kind === 'found' || (kind !== 'field' && !refersToNote(kind, target))) return [];
  const isRelation = field === null || field === 'links' || field === 'related';
  return [{ ...(isRelation ? deadLinkFinding(bad) : deadReferenceFinding(field, bad)), ...found }];
}

/** Returns the merge conflicts. The fix keeps both sides. @param path path of the file, relative to the vault's root */
function ofConflicts(text: string, path: string): TextFinding[] {
  const conflicts = mergeConflicts(text);
  if (conflicts.length === 0) return [];
  // May differ from resolving each conflict alone, e.g. if the sides disagree on whether the note counts.
  const settled = settledOrNull(text, () => resolveNote(certainNote(text, null)).text);
  return conflicts.map((conflict) => {
    const { from, to } = conflict;
    const found = { ...noteFinding(path, conflictProblem(conflict)), ...ALONE, at: { from, to } };
    if (settled === null) return found;
    const isWhole = conflict.candidates.length > 1 || settled !== keepBothSides(text);
    const repair = isWhole ? { from: 0, to: text.length, text: settled } : { from, to, text: keepBothSides(text.slice(from, to)) };
    return { ...found, repair };
  });
}

/** Returns the problems of a map that is not a note. @param path path of the file, relative to the vault's root */
export function examineMap(text: string, path: string): TextFinding[] {
  return [...ofConflicts(text, path), ...examineMarkers(maskConflicts(text))];
}

/** Returns invalid markers of sections that programs fill. */
function examineMarkers(text: string): TextFinding[] {
  const { problems, sections } = findMarkers(text);
  if (problems.length === 0) return [];
  const starts = lineStarts(text);
  const closed = new Set(sections.map(({ open }) => open.from));
  return problems.map(({ message, line, column }) => {
    const from = (starts[line - 1] ?? 0) + column - 1;
    const to = text.indexOf('-->', from) + 3;
    const [, name] = /^<!--[ \t]*AUTO:(\S+)/.exec(text.slice(from, to)) ?? [];
    const close = `${splitHeader(text).eol}<!-- /AUTO:${name} -->`;
    const repair = name === undefined || closed.has(from) ? null : { from: to, to, text: close };
    const next = 'Until then the file is not refreshed.';
    return { severity: 'error', code: 'unclosed-marker', message, next, ...ALONE, at: { from, to }, repair };
  });
}

/**
 * Returns the problems of a note's current text, in the order of the text. Other notes are taken from the index, which need not contain
 * this one. Takes time proportional to the text.
 */
export function examineText(written: WrittenNote, index: VaultIndex): TextFinding[] {
  const { text, note, links } = written;
  const parts = splitNote(maskConflicts(text));
  const problems = note.problems.filter(({ code }) => !isConflict(code));
  const findings = [
    ...problems.map((problem) => ofProblem(written, parts, problem)),
    ...ofId(written, parts, index),
    ...links.flatMap((link) => ofLink(written, link, index)),
    ...examineMap(text, note.path),
  ];
  return findings.sort((one, other) => one.at.from - other.at.from || one.at.to - other.at.to);
}
