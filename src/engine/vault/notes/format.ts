import path from 'node:path';
import { CortexError } from '../../platform/errors.ts';
import { type MergeConflict, maskConflicts, mergeConflicts } from '../../text/conflicts/merge-conflicts.ts';
import type { Header } from '../../text/frontmatter/split-header.ts';
import { lineAndColumnAt, lineStarts, type Range } from '../../text/markdown/markdown.ts';
import { similarWord } from '../../text/similar-word.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import type { VaultConfig } from '../config/config.ts';
import { conflictProblem } from '../conflicts.ts';
import { HeaderValues } from '../headers/header-values.ts';
import { withLineFeeds } from '../line-ends.ts';
import { findMarkdownLinks } from '../links/markdown-links.ts';
import { findPropertyLinks } from '../links/property-links.ts';
import { type FoundLink, findFileReferences, findLinks } from '../links/wikilinks.ts';
import { ALIAS_KEYS, NOTE_STATUSES, NOTE_TYPES, TAG_KEYS, UNKNOWN } from '../note-fields.ts';
import { findCitations } from '../prose/citations.ts';
import { firstProseLine, shorten } from '../prose/first-line.ts';
import { findHashtags } from '../prose/hashtags.ts';
import { splitProse } from '../prose/prose.ts';
import { createNamedNote } from './named-note.ts';
import type { FileIdentity, HeadingLink, Note, NoteProblem, WrittenLink } from './note.ts';
import { blankAboveHeader, splitNote, withOpeningFence } from './note-parts.ts';
import { inferProject } from './slug.ts';
import { withParents } from './tags.ts';

/** Part of a note to read: all of it, or only the names by which links refer to it, which takes a third of the time. */
export type NotePart = 'all' | 'names';

/** Settings that affect how a note is read. */
export interface ReadingConfig extends Pick<VaultConfig, 'directories' | 'timeZone'> {
  /** Default: all. */
  readonly part?: NotePart;
}

/** A file of a vault with its content. */
export interface NoteFile {
  /** Relative to the vault's root, with `/`. */
  readonly path: string;
  readonly bytes: Buffer;
  /** Identity before the bytes were read. */
  readonly identity: FileIdentity;
}

/** Identity for a text that is not in a file. */
export const UNREAD: FileIdentity = { size: 0, mtimeNs: '0', ino: '0' };

const SHARE = { least: 0, most: 1, allowed: 'a number from 0 to 1' };
const AMOUNT = { least: -Number.MAX_VALUE, most: Number.MAX_VALUE, allowed: 'a number such as -120.5' };

/** Parses a note. Never throws: problems of the file become problems of the note, and everything else is read. */
export function readNote({ path: file, bytes, identity }: NoteFile, config: ReadingConfig): Note {
  try {
    return readNoteText(file, decodeUtf8(bytes, file), identity, config);
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    const { line = 1, column = 1 } = error.data;
    const note = readNoteText(file, bytes.toString('utf8'), identity, config);
    // Other problems may be caused by the invalid bytes. Date problems stay, because more than a message depends on them.
    const rest = note.problems.filter(({ code }) => code === 'bad-date');
    return { ...note, problems: [{ code: 'not-utf8', message: error.message, line, column }, ...rest] };
  }
}

/** Parses a note's text like `readNote`. Text between conflict markers is ignored, and the conflict is reported as a problem. */
export function readNoteText(file: string, written: string, identity: FileIdentity, config: ReadingConfig): Note {
  return config.part === 'names' ? readNames(file, written, identity) : readWhole(file, written, identity, config);
}

function nameOf(values: HeaderValues, file: string): string {
  return values.text('name') || path.posix.basename(file, '.md');
}

/** Returns the `title` of a header without a `name`, as Obsidian's plugins and static site generators write it; `null` without one. */
export function titleIn(values: HeaderValues): string | null {
  return values.foreignText('name') === '' ? values.foreignText('title') || null : null;
}

/** Returns the aliases. A title is one as well: the name stays that of the file, as in the original program. */
function aliasesIn(values: HeaderValues): string[] {
  const [aliases, title] = [values.names(...ALIAS_KEYS), titleIn(values)];
  return title === null || aliases.includes(title) ? aliases : [...aliases, title];
}

function readNames(file: string, written: string, identity: FileIdentity): Note {
  const text = maskConflicts(withLineFeeds(written));
  const { header, further } = splitNote(text);
  const values = new HeaderValues(text, header, further);
  const [id, name] = [values.text('id'), nameOf(values, file)];
  return createNamedNote({ path: file, file: identity, id, name, aliases: aliasesIn(values) });
}

function readWhole(file: string, written: string, identity: FileIdentity, config: ReadingConfig): Note {
  const conflicts = mergeConflicts(withLineFeeds(written));
  const text = maskConflicts(withLineFeeds(written), conflicts);
  const { header, further, bodyFrom, proseFrom, unclosed } = splitNote(text);
  const values = new HeaderValues(text, header, further);
  const { prose, spans, hidden } = splitProse(text, bodyFrom);
  const starts = lineStarts(text);
  const description = values.text('description');
  const links = linksInOrder(
    header === null ? [] : findPropertyLinks(text, header, values, starts, repeatedField(description, text, proseFrom, hidden)),
    findLinks(text, prose, starts),
    findFileReferences(text, spans, starts),
    findMarkdownLinks(text, prose, file, starts),
  );
  return {
    path: file,
    file: identity,
    id: values.text('id'),
    name: nameOf(values, file),
    type: readType(values),
    project: readProject(values, file, config),
    status: readStatus(values, conflicts.length > 0 && conflicts.some(({ from }) => unclosed || isInHeader(text, from, bodyFrom))),
    tags: withParents([...values.tags(...TAG_KEYS), ...findHashtags(text, prose)]),
    created: values.day('created', config.timeZone) ?? values.foreignDay('date', config.timeZone),
    updated: values.day('updated', config.timeZone),
    aliases: aliasesIn(values),
    description,
    summary: description === '' ? firstProseLine(text, proseFrom, hidden) : shorten(description),
    confidence: values.number('confidence', SHARE),
    pnlImpact: values.number('pnl_impact', AMOUNT),
    lines: linesOf(text, starts),
    links: writtenLinks(links),
    headingLinks: headingLinks(links),
    related: values.targets('links', 'related'),
    supersedes: values.targets('supersedes'),
    supersededBy: values.targets('superseded_by'),
    contradicts: values.targets('contradicts'),
    contradictions: values.names('contradictions'),
    citations: findCitations(text, { prose, spans }, starts),
    cited: values.names('cited'),
    problems: [...problemsOfText(text, conflicts, further, starts), ...(ofFences(text, header, unclosed) ?? values.problems)],
  };
}

/**
 * Returns `description` if it only repeats the first line of the body, as the original program writes it: its links are those of the body.
 */
function repeatedField(description: string, text: string, proseFrom: number, hidden: readonly Range[]): string | null {
  return description.includes('[[') && shorten(description) === firstProseLine(text, proseFrom, hidden) ? 'description' : null;
}

/** A line break at the end does not start another line. */
function linesOf(text: string, starts: readonly number[]): number {
  return text === '' || text.endsWith('\n') ? starts.length - 1 : starts.length;
}

function problemsOfText(
  text: string,
  conflicts: readonly MergeConflict[],
  further: readonly Header[],
  starts: readonly number[],
): NoteProblem[] {
  const ofHeaders = further.map(({ from }) => secondHeaderProblem(lineAndColumnAt(starts, from).line));
  return [...nulIn(text, starts), ...conflicts.map(conflictProblem), ...ofHeaders];
}

/** Reports whether a conflict hides a part of the header, or everything before the body. */
function isInHeader(text: string, from: number, bodyFrom: number): boolean {
  return from < bodyFrom || text.slice(0, from).trim() === '';
}

export function secondHeaderProblem(line: number): NoteProblem {
  const message = 'second header; it is used for keys that the first one does not have, and its status counts if it is not "active"';
  return { code: 'second-header', message, line, column: 1 };
}

/**
 * Reports NUL characters. UTF-16 without a byte order mark decodes as UTF-8 with a NUL after each letter, and nothing else would report
 * it.
 */
function nulIn(text: string, starts: readonly number[]): NoteProblem[] {
  const at = text.indexOf('\0');
  if (at < 0) return [];
  const message = 'contains a NUL character, so it is not valid text; the header and the words around it are not found';
  return [{ code: 'nul', message, ...lineAndColumnAt(starts, at) }];
}

/** Returns the problem of a header without its first or last line; `null` if both are there, or there is no header. */
function ofFences(text: string, header: Header | null, unclosed: boolean): readonly NoteProblem[] | null {
  if (unclosed) return [UNCLOSED];
  if (header !== null || withOpeningFence(text) === null) return null;
  return [blankAboveHeader(text) === null ? UNOPENED : BELOW_BLANK_LINES];
}

const BELOW_BLANK_LINES: NoteProblem = {
  code: 'unopened-header',
  message: 'the header is below blank lines, so it is not read; remove them',
  line: 1,
  column: 1,
};

const UNOPENED: NoteProblem = {
  code: 'unopened-header',
  message: 'the header has no beginning, so it is not read; begin it with a line that is exactly "---"',
  line: 1,
  column: 1,
};

const UNCLOSED: NoteProblem = {
  code: 'unclosed-header',
  message: 'the header has no end, so it is not read; end it with a line that is exactly "---"',
  line: 1,
  column: 1,
};

/** Says that a value is unknown, and which one was probably meant. */
function unknownText(value: string, known: readonly string[]): string {
  const meant = similarWord(value, known);
  return meant === null ? 'is unknown' : `is unknown; ${JSON.stringify(meant)} was probably meant`;
}

function readType(values: HeaderValues): string {
  const value = values.text('type') || UNKNOWN;
  if (value !== UNKNOWN && !NOTE_TYPES.includes(value)) {
    values.report('unknown-type', 'type', unknownText(value, NOTE_TYPES), { value, allowed: NOTE_TYPES.join(', ') });
  }
  return value;
}

/**
 * Returns the status. If several headers differ, the more cautious one counts: a note in review in one header is not active.
 * @param isHidden whether a status may be between conflict markers. Then a person must check it first.
 */
function readStatus(values: HeaderValues, isHidden: boolean): string {
  const said = values.texts('status');
  const reserved = said.find((status) => status.toLowerCase() !== 'active') ?? said[0] ?? (isHidden ? 'review' : 'active');
  const value = reserved.toLowerCase();
  if (!NOTE_STATUSES.includes(value)) {
    values.report('unknown-status', 'status', unknownText(value, NOTE_STATUSES), { value, allowed: NOTE_STATUSES.join(', ') });
  }
  return value;
}

/**
 * Returns the project in the header. The original program writes `unknown` if it does not know the project, so that value is inferred too.
 */
function readProject(values: HeaderValues, file: string, config: ReadingConfig): string {
  const said = values.text('project');
  return said === '' || said === UNKNOWN ? inferProject(file, config) : said;
}

/** Merges links of all kinds in the order of the text. */
function linksInOrder(...all: readonly (readonly FoundLink[])[]): readonly FoundLink[] {
  const kinds = all.filter(({ length }) => length > 0);
  const [only = []] = kinds;
  // Most notes have links of only one kind, which are already in order.
  return kinds.length < 2 ? only : kinds.flat().sort((one, other) => one.from - other.from);
}

function writtenLinks(links: readonly FoundLink[]): WrittenLink[] {
  return links.filter(({ target }) => target !== '').map(({ target, line, kind }) => ({ target, line, kind }));
}

const NONE: readonly HeadingLink[] = [];

function headingLinks(links: readonly FoundLink[]): readonly HeadingLink[] {
  // Most notes have none.
  if (!links.some(({ heading }) => heading)) return NONE;
  return links.flatMap(({ target, line, kind, heading }) => (heading === null || heading === '' ? [] : [{ target, line, kind, heading }]));
}
