import { CortexError, describeError } from '../../../engine/platform/errors.ts';
import { cut } from '../../../engine/text/cut.ts';
import {
  findIncomingLinks,
  type LinkQuery,
  type Note,
  type Score,
  sharedIdFinding,
  type VaultIndex,
  type VaultStore,
} from '../../../engine/vault/index.ts';
import { clipText, toNames } from '../../model/pages.ts';
import { noteLabel, typeIcon } from '../../vault/model/note-text.ts';
import type { NoteIndex } from './note-index.ts';
import type { NoteDetail, NoteLink, NoteLinks } from './protocol.ts';

const MAX_TEXT = 20_000;
const MAX_LINKS = 50;
const MAX_PROBLEMS = 20;

/** Text of a note's file. */
export type NoteBody = Pick<NoteDetail, 'text' | 'more' | 'unread'>;

/** Details of the selected note besides its row. */
export type ReadNote = Omit<NoteDetail, 'row' | 'index' | 'score'>;

/** Returns the details of a note. */
export function readNote(notes: NoteIndex, note: Note, body: NoteBody): ReadNote {
  const { index } = notes.notes.store;
  const incoming = findIncomingLinks(index, note);
  return {
    version: versionOf(note),
    ...body,
    id: clipText(note.id),
    tags: toNames(note.tags),
    created: note.created,
    confidence: note.confidence,
    linksTo: firstOf(linksOut(index, note)),
    linkedFrom: ofPaths(index, incoming.from),
    replaces: firstOf(note.supersedes.map((target) => linkTo(index, { target }, note.path))),
    replacedBy: ofPaths(index, incoming.replacements),
    contradicts: ofPaths(index, disputesOf(notes, note)),
    citations: toNames(note.citations.map(({ path, line }) => (line === null ? path : `${path}:${line}`))),
    problems: [...sharedId(index, note), ...note.problems]
      .slice(0, MAX_PROBLEMS)
      .map(({ message, line }) => ({ message: clipText(message), line })),
  };
}

/** Returns the notes in an open contradiction with a note. Computes those of the whole vault only if a header concerns this note. */
function disputesOf(notes: NoteIndex, note: Note): string[] {
  const says = ({ contradicts }: Note) => contradicts.length > 0;
  if (!says(note) && !notes.notes.store.index.callingInHeaders(note).some(says)) return [];
  const pairs = notes.contradictions.filter(({ paths }) => paths.includes(note.path));
  return pairs.flatMap(({ paths }) => paths.filter((path) => path !== note.path));
}

/** Returns the problem that other notes have the same id, which the note alone cannot detect. */
function sharedId(index: VaultIndex, { id, path }: Note): { readonly message: string; readonly line: number }[] {
  const notes = index.byId(id);
  return notes.length < 2 ? [] : [{ message: sharedIdFinding(id, path, notes).message, line: 1 }];
}

/** Version of a file. It changes with every write. */
const versionOf = ({ file: { ino, size, mtimeNs } }: Pick<Note, 'file'>): string => `${ino}:${size}:${mtimeNs}`;

/**
 * Checks that a note is unchanged before it is accepted, so that the user does not accept text that they have not read.
 * @param version version of the note that was read @throws CortexError if the note was written since, or is gone
 */
export function requireAsRead(store: Pick<VaultStore, 'index' | 'lookAt'>, path: string, version: string): void {
  store.lookAt(path);
  const now = store.index.get(path);
  if (now !== undefined && versionOf(now) === version) return;
  const next = 'Read the current note, then accept it.';
  throw new CortexError('busy', 'the note has changed since you read it; it was not accepted', { file: path, next });
}

/** Reads the text of a note. If that fails, `unread` says why. */
export function readBody(store: Pick<VaultStore, 'body'>, { path }: Pick<Note, 'path'>): NoteBody {
  try {
    const whole = store.body(path).trim();
    const text = cut(whole, MAX_TEXT);
    return { text, more: whole.length > text.length ? whole.length - text.length + 1 : 0, unread: null };
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    return { text: '', more: 0, unread: clipText(describeError(error)) };
  }
}

/** Returns the targets of a note's links, each once. Links to files are included only if the file is a note. */
function linksOut(index: VaultIndex, { links, related, path }: Note): NoteLink[] {
  const isOfFile = ({ kind }: LinkQuery) => kind === 'file' || kind === 'markdown';
  const isNote = ({ target, kind }: LinkQuery) => index.resolve(target, path, kind).kind === 'found';
  const all: LinkQuery[] = [...links, ...related.map((target) => ({ target }))];
  const shown = all.filter((link) => !isOfFile(link) || isNote(link));
  return [...new Map(shown.map((link) => [link.target, link])).values()].map((link) => linkTo(index, link, path));
}

function firstOf(links: readonly NoteLink[]): NoteLinks {
  return { first: links.slice(0, MAX_LINKS), total: links.length };
}

function ofPaths(index: VaultIndex, paths: readonly string[]): NoteLinks {
  const first = paths.slice(0, MAX_LINKS).flatMap((path) => index.get(path) ?? []);
  return { first: first.map(linkOf), total: paths.length };
}

const linkOf = (note: Note): NoteLink => ({ name: clipText(noteLabel(note)), path: note.path, icon: typeIcon(note.type), problem: '' });

/** @param from path of the note that contains the link */
function linkTo(index: VaultIndex, { target, kind }: LinkQuery, from: string): NoteLink {
  const meant = index.resolve(target, from, kind);
  const note = meant.kind === 'found' ? index.get(meant.path) : undefined;
  if (note !== undefined) return linkOf(note);
  const problem = meant.kind === 'ambiguous' ? `ambiguous: ${meant.paths.length} notes` : 'broken link';
  return { name: clipText(target), path: null, icon: 'question', problem };
}

/** Returns the parts of a score as the page shows them. */
export function toNoteScore({ score, parts: { words, allWords, bonus, factor } }: Score): NonNullable<NoteDetail['score']> {
  return { score, words: words.map((each) => ({ ...each, word: clipText(each.word) })), allWords, bonus, factor };
}
