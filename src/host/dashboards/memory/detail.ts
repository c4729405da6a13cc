import { CortexError, describeError } from '../../../engine/platform/errors.ts';
import { cut } from '../../../engine/text/cut.ts';
import {
  type AskedLink,
  incomingLinks,
  type Note,
  type Score,
  sharedIdFinding,
  type VaultIndex,
  type VaultStore,
} from '../../../engine/vault/index.ts';
import { clipped, namesOf } from '../../model/pages.ts';
import { noteLabel, typeIcon } from '../../vault/model/note-text.ts';
import type { NoteIndex } from './note-index.ts';
import type { NoteDetail, NoteLink, NoteLinks } from './protocol.ts';

const MOST_TEXT = 20_000;
const MOST_LINKS = 50;
const MOST_PROBLEMS = 20;

/** What the file of a note says. */
export type NoteBody = Pick<NoteDetail, 'text' | 'more' | 'unread'>;

/** What more than its row is shown of a note that is chosen. */
export type ReadNote = Omit<NoteDetail, 'row' | 'index' | 'score'>;

/** All that is known of a note. */
export function readNote(book: NoteIndex, note: Note, body: NoteBody): ReadNote {
  const { index } = book.notes.store;
  const incoming = incomingLinks(index, note);
  return {
    version: versionOf(note),
    ...body,
    ...{ id: clipped(note.id), tags: namesOf(note.tags), created: note.created, confidence: note.confidence },
    linksTo: firstOf(linksOut(index, note)),
    linkedFrom: ofPaths(index, incoming.from),
    replaces: firstOf(note.supersedes.map((target) => linkTo(index, { target }, note.path))),
    replacedBy: ofPaths(index, incoming.replacements),
    contradicts: ofPaths(index, disputesOf(book, note)),
    citations: namesOf(note.citations.map(({ path, line }) => (line === null ? path : `${path}:${line}`))),
    problems: [...sharedId(index, note), ...note.problems]
      .slice(0, MOST_PROBLEMS)
      .map(({ message, line }) => ({ message: clipped(message), line })),
  };
}

/** The notes that contradict one and count as it does. All of a vault are only asked where somebody has said so of it. */
function disputesOf(book: NoteIndex, note: Note): string[] {
  const says = ({ contradicts }: Note) => contradicts.length > 0;
  if (!says(note) && !book.notes.store.index.callingInHeaders(note).some(says)) return [];
  const pairs = book.contradictions.filter(({ paths }) => paths.includes(note.path));
  return pairs.flatMap(({ paths }) => paths.filter((path) => path !== note.path));
}

/** What a note does not know by itself: that it has the id of others. */
function sharedId(index: VaultIndex, { id, path }: Note): { readonly message: string; readonly line: number }[] {
  const notes = index.byId(id);
  return notes.length < 2 ? [] : [{ message: sharedIdFinding(id, path, notes).message, line: 1 }];
}

/** Every writing of a file changes this. */
const versionOf = ({ file: { ino, size, mtimeNs } }: Pick<Note, 'file'>): string => `${ino}:${size}:${mtimeNs}`;

/**
 * Looks at a note again before it is accepted: who has read one text is not to have accepted another.
 * @param version of the note as it was read @throws CortexError when it was written since, or is gone
 */
export function requireAsRead(store: Pick<VaultStore, 'index' | 'lookAt'>, path: string, version: string): void {
  store.lookAt(path);
  const now = store.index.get(path);
  if (now !== undefined && versionOf(now) === version) return;
  const next = 'Read it as it is now, then accept it.';
  throw new CortexError('busy', 'somebody has written the note since it was read; it was not accepted', { file: path, next });
}

/** Reads what the file of a note says; why not, where it cannot be read. */
export function bodyOf(store: Pick<VaultStore, 'body'>, { path }: Pick<Note, 'path'>): NoteBody {
  try {
    const whole = store.body(path).trim();
    const text = cut(whole, MOST_TEXT);
    return { text, more: whole.length > text.length ? whole.length - text.length + 1 : 0, unread: null };
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    return { text: '', more: 0, unread: clipped(describeError(error)) };
  }
}

/** What a note links to, each target once. Files that are named as such may be of any kind: only those that are notes are links. */
function linksOut(index: VaultIndex, { links, related, path }: Note): NoteLink[] {
  const isOfFile = ({ kind }: AskedLink) => kind === 'file' || kind === 'markdown';
  const isNote = ({ target, kind }: AskedLink) => index.resolve(target, path, kind).kind === 'found';
  const all: AskedLink[] = [...links, ...related.map((target) => ({ target }))];
  const shown = all.filter((link) => !isOfFile(link) || isNote(link));
  return [...new Map(shown.map((link) => [link.target, link])).values()].map((link) => linkTo(index, link, path));
}

function firstOf(links: readonly NoteLink[]): NoteLinks {
  return { first: links.slice(0, MOST_LINKS), total: links.length };
}

function ofPaths(index: VaultIndex, paths: readonly string[]): NoteLinks {
  const first = paths.slice(0, MOST_LINKS).flatMap((path) => index.get(path) ?? []);
  return { first: first.map(linkOf), total: paths.length };
}

const linkOf = (note: Note): NoteLink => ({ name: clipped(noteLabel(note)), path: note.path, icon: typeIcon(note.type), problem: '' });

/** @param from the path of the note in which the target stands */
function linkTo(index: VaultIndex, { target, kind }: AskedLink, from: string): NoteLink {
  const meant = index.resolve(target, from, kind);
  const note = meant.kind === 'found' ? index.get(meant.path) : undefined;
  if (note !== undefined) return linkOf(note);
  const problem = meant.kind === 'ambiguous' ? `means ${meant.paths.length} notes` : 'leads nowhere';
  return { name: clipped(target), path: null, icon: 'question', problem };
}

/** How a score came about, as the page shows it. */
export function shownScore({ score, parts: { words, allWords, bonus, factor } }: Score): NonNullable<NoteDetail['score']> {
  return { score, words: words.map((each) => ({ ...each, word: clipped(each.word) })), allWords, bonus, factor };
}
