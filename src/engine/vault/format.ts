import path from 'node:path';
import { CortexError } from '../kernel/errors.ts';
import { splitHeader } from '../kernel/frontmatter.ts';
import { lineStarts, markdownParts } from '../kernel/markdown.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import { findCitations } from './citations.ts';
import type { VaultConfig } from './config.ts';
import { firstLine, shorten } from './first-line.ts';
import { findHashtags } from './hashtags.ts';
import { HeaderValues } from './header-values.ts';
import { NOTE_STATUSES, NOTE_TYPES, UNKNOWN } from './known.ts';
import type { FileIdentity, Note, NoteProblem, WrittenLink } from './note.ts';
import { inferProject } from './slug.ts';
import { type FoundLink, findFileReferences, findLinks } from './wikilinks.ts';

/** What of the configuration bears on how a note is read. */
type ReadingConfig = Pick<VaultConfig, 'directories' | 'timeZone'>;

/** A file of a vault as it was read. */
export interface NoteFile {
  /** From the vault's folder, with `/`. */
  readonly path: string;
  readonly bytes: Buffer;
  /** As it was before the bytes were read. */
  readonly identity: FileIdentity;
}

/** Of a text that is in no file. */
export const UNREAD: FileIdentity = { size: 0, mtimeNs: '0', ino: '0' };

const SHARE = { least: 0, most: 1, allowed: 'a number from 0 to 1' };
const AMOUNT = { least: -Number.MAX_VALUE, most: Number.MAX_VALUE, allowed: 'a number such as -120.5' };

/** Reads a note. Never throws: what is wrong with the file is a problem of the note, and everything else is read. */
export function readNote({ path: file, bytes, identity }: NoteFile, config: ReadingConfig): Note {
  try {
    return readNoteText(file, decodeUtf8(bytes, file), identity, config);
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    const { line = 1, column = 1 } = error.data;
    const note = readNoteText(file, bytes.toString('utf8'), identity, config);
    // What else is wrong may come of the bytes that could not be read; only of the days more depends than a message.
    const rest = note.problems.filter(({ code }) => code === 'bad-date');
    return { ...note, problems: [{ code: 'not-utf8', message: error.message, line, column }, ...rest] };
  }
}

/** Reads a note of its text, as `readNote`. */
export function readNoteText(file: string, text: string, identity: FileIdentity, config: ReadingConfig): Note {
  const { header, bodyFrom, unclosed } = splitHeader(text);
  const values = new HeaderValues(text, header);
  const { prose, spans } = markdownParts(text, bodyFrom);
  const starts = lineStarts(text);
  const description = values.text('description');
  return {
    path: file,
    file: identity,
    id: values.text('id'),
    name: values.text('name') || path.posix.basename(file, '.md'),
    type: readType(values),
    project: values.text('project') || inferProject(file, config),
    status: readStatus(values),
    tags: [...new Set([...values.tags('tags'), ...findHashtags(text, prose)])],
    created: values.day('created', config.timeZone),
    updated: values.day('updated', config.timeZone),
    description,
    summary: description === '' ? firstLine(text, bodyFrom) : shorten(description),
    confidence: values.number('confidence', SHARE),
    pnlImpact: values.number('pnl_impact', AMOUNT),
    // Behind a line break at its end a text has no other line.
    lines: text === '' || text.endsWith('\n') ? starts.length - 1 : starts.length,
    links: writtenLinks(findLinks(text, prose, starts), findFileReferences(text, spans, starts)),
    related: values.targets('links', 'related'),
    supersedes: values.targets('supersedes'),
    supersededBy: values.targets('superseded_by'),
    contradicts: values.targets('contradicts'),
    citations: findCitations(text, spans, starts),
    problems: unclosed ? [UNCLOSED] : values.problems,
  };
}

const UNCLOSED: NoteProblem = {
  code: 'unclosed-header',
  message: 'the header has no end, so it is not read; end it with a line that holds nothing but "---"',
  line: 1,
  column: 1,
};

function readType(values: HeaderValues): string {
  const value = values.text('type') || UNKNOWN;
  if (value !== UNKNOWN && !NOTE_TYPES.includes(value)) {
    values.report('unknown-type', 'type', 'is none that is known', { value, allowed: NOTE_TYPES.join(', ') });
  }
  return value;
}

function readStatus(values: HeaderValues): string {
  const value = values.text('status').toLowerCase() || 'active';
  if (!NOTE_STATUSES.includes(value)) {
    values.report('unknown-status', 'status', 'is none that is known', { value, allowed: NOTE_STATUSES.join(', ') });
  }
  return value;
}

/** In the order of the text. A link to a heading of its own note is none to another. */
function writtenLinks(found: readonly FoundLink[], references: readonly FoundLink[]): WrittenLink[] {
  const inOrder = references.length === 0 ? found : [...found, ...references].sort((one, other) => one.from - other.from);
  return inOrder.filter(({ target }) => target !== '').map(({ target, line, kind }) => ({ target, line, kind }));
}
