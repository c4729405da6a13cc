import path from 'node:path';
import { compareCodePoints } from '../../text/code-point-order.ts';
import { FOREIGN } from '../notes/comparable.ts';
import type { NamedNote } from '../notes/named-note.ts';
import type { Note, WrittenLink } from '../notes/note.ts';

/** Result of resolving a link (RULINGS, vault 5). */
export type Resolution =
  | { readonly kind: 'found'; readonly path: string }
  /** In code point order. */
  | { readonly kind: 'ambiguous'; readonly paths: readonly string[] }
  | { readonly kind: 'dead' };

/** A link and the path of the note that contains it. */
export interface Backlink {
  readonly from: string;
  readonly link: WrittenLink;
}

/** A link to resolve. A link that is not in any text yet has no kind. */
export type LinkQuery = Pick<WrittenLink, 'target'> & { readonly kind?: WrittenLink['kind'] | 'field' | undefined };

const DEAD: Resolution = { kind: 'dead' };

/** Looks only at the end: every query about links spells the names of all notes, and a search for the end would read all of each. */
const withoutExtension = (text: string) =>
  text.charAt(text.length - 3) === '.' && /^\.md$/i.test(text.slice(-3)) ? text.slice(0, -3) : text;

/** Normalizes a name as links spell it: NFC, without the extension. */
const spell = (text: string) => withoutExtension((FOREIGN.test(text) ? text.normalize('NFC') : text).trim());

/** Returns the key under which spellings that differ only by case are equal. */
const keyOf = (spelling: string) => spelling.toLowerCase();

/** The names of a note by which a link may refer to it, in order of precedence. */
const CALLED_BY = ['id', 'path', 'file', 'name', 'alias'] as const;

/** Kind of name by which a link refers to a note. */
export type NameKind = (typeof CALLED_BY)[number];

/** Normalized names of a note, by kind. */
const CALLED: Readonly<Record<NameKind, (note: NamedNote) => readonly string[]>> = {
  id: ({ id }) => [spell(id)],
  path: (note) => [spell(note.path)],
  file: (note) => [spell(note.path.slice(note.path.lastIndexOf('/') + 1))],
  name: ({ name }) => [spell(name)],
  alias: ({ aliases }) => aliases.map(spell),
};

/**
 * Returns by which kind of name a link refers to a note.
 * @param from path of the note that contains the link
 * @returns `null` if the link does not refer to the note
 */
export function findNameKind(note: NamedNote, { target, kind }: LinkQuery, from: string): NameKind | null {
  if (kind === 'markdown' && besideOf(target, from) === keyOf(spell(note.path))) return 'path';
  const key = linkKey(target, from);
  return CALLED_BY.find((by) => CALLED[by](note).some((called) => keyOf(called) === key)) ?? null;
}

/** Returns the keys under which links may refer to a note. */
export function listLinkKeys(note: NamedNote): Set<string> {
  const keys = new Set<string>();
  for (const by of CALLED_BY) for (const called of CALLED[by](note)) keys.add(keyOf(called));
  keys.delete('');
  return keys;
}

/** Returns the target relative to the vault's root. An empty target is the note itself. */
function fromRoot(target: string, from: string | undefined): string {
  if (target === '') return from ?? '';
  const first = target.charAt(0);
  if (first !== '.' && first !== '/') return target;
  if (/^\.{1,2}\//.test(target) && from !== undefined) return path.posix.join(path.posix.dirname(from), target);
  return target.replace(/^\//, '');
}

/** Returns the key of a target in the note `from`. */
export const linkKey = (target: string, from: string): string => keyOf(spell(fromRoot(target.trim(), from)));

/** Returns the key of a Markdown link's target, relative to the folder of its note as in Markdown. */
function besideOf(target: string, from: string): string {
  return linkKey(/^\.{0,2}\//.test(target) ? target : `./${target}`, from);
}

/** Returns all keys under which a link may be resolved. */
function keysOfLink({ target, kind }: LinkQuery, from: string): Set<string> {
  return new Set([linkKey(target, from), ...(kind === 'markdown' ? [besideOf(target, from)] : [])]);
}

/** Notes by the names under which links may refer to them. */
export class NameTable<Known extends NamedNote> {
  /** Most names belong to one note only. */
  readonly #called = new Map<string, Known | Set<Known>>();
  /** Resolutions of names that several notes share, cached until the next change: thousands of notes may share one. */
  readonly #resolved = new Map<string, Resolution>();

  add(note: Known): void {
    this.#resolved.clear();
    // Without the lists of `CALLED`: every query about links adds all notes of the vault.
    const [path, file] = [keyOf(spell(note.path)), keyOf(spell(note.path.slice(note.path.lastIndexOf('/') + 1)))];
    const [id, name] = [keyOf(spell(note.id)), keyOf(spell(note.name))];
    this.#call(path, note);
    this.#call(file, note);
    if (id !== file) this.#call(id, note);
    if (name !== file) this.#call(name, note);
    for (const alias of note.aliases) this.#call(keyOf(spell(alias)), note);
  }

  #call(key: string, note: Known): void {
    const present = this.#called.get(key);
    if (key === '' || present === note) return;
    if (present === undefined) this.#called.set(key, note);
    else if (present instanceof Set) present.add(note);
    else this.#called.set(key, new Set([present, note]));
  }

  remove(note: Known): void {
    this.#resolved.clear();
    for (const key of listLinkKeys(note)) {
      const present = this.#called.get(key);
      if (present instanceof Set && present.delete(note) && present.size > 0) continue;
      this.#called.delete(key);
    }
  }

  /** Returns the note at exactly this path. */
  at(path: string): Known | undefined {
    const called = this.#called.get(keyOf(spell(path)));
    if (!(called instanceof Set)) return called?.path === path ? called : undefined;
    for (const note of called) if (note.path === path) return note;
    return undefined;
  }

  /** Returns the notes with exactly this id, sorted by path. */
  byId(id: string): Known[] {
    const notes = this.#notesCalled(keyOf(spell(id))).filter((note) => note.id === id);
    return notes.sort((one, other) => compareCodePoints(one.path, other.path));
  }

  /** Returns the notes with this name, ignoring case, in no order. */
  notesNamed(name: string): Known[] {
    const key = keyOf(spell(name));
    return this.#notesCalled(key).filter((note) => keyOf(spell(note.name)) === key);
  }

  /** Resolves a link. @param kind kind of the link. A Markdown link resolves relative to its note first. */
  resolve(target: string, from?: string, kind?: LinkQuery['kind']): Resolution {
    const beside = kind === 'markdown' && from !== undefined ? this.#atPath(besideOf(target, from)) : null;
    if (beside !== null) return beside;
    const spelling = spell(fromRoot(target.trim(), from));
    const called = this.#called.get(keyOf(spelling));
    if (called === undefined) return DEAD;
    if (!(called instanceof Set)) return { kind: 'found', path: called.path };
    let resolution = this.#resolved.get(spelling);
    if (resolution === undefined) {
      resolution = this.#find(spelling);
      this.#resolved.set(spelling, resolution);
    }
    return resolution;
  }

  #notesCalled(key: string): Known[] {
    const called = this.#called.get(key);
    if (called === undefined) return [];
    return called instanceof Set ? [...called] : [called];
  }

  /** Returns the note at a path, ignoring case, if there is exactly one. */
  #atPath(key: string): Resolution | null {
    const [note, another] = this.#notesCalled(key).filter((each) => keyOf(spell(each.path)) === key);
    return note === undefined || another !== undefined ? null : { kind: 'found', path: note.path };
  }

  #find(spelling: string): Resolution {
    const key = keyOf(spelling);
    const notes = this.#notesCalled(key);
    for (const by of CALLED_BY) {
      const alike = notes.filter((note) => CALLED[by](note).some((called) => keyOf(called) === key));
      const exact = alike.filter((note) => CALLED[by](note).includes(spelling));
      const paths = (exact.length > 0 ? exact : alike).map((note) => note.path);
      const [first] = paths;
      if (first !== undefined && paths.length === 1) return { kind: 'found', path: first };
      if (first !== undefined) return { kind: 'ambiguous', paths: paths.sort(compareCodePoints) };
    }
    return DEAD;
  }
}

/** Returns all references to other notes in a header. */
const headerTargets = ({ related, supersedes, supersededBy, contradicts }: Note): string[] => [
  ...related,
  ...supersedes,
  ...supersededBy,
  ...contradicts,
];

/** Notes by the link targets that they contain. Targets are resolved at query time, so that a new name does not require updates. */
export class LinkTable {
  /** By the target's key, then by the path of the note that contains the link. */
  readonly #links = new Map<string, Map<string, WrittenLink[]>>();
  /** Paths of notes by the keys of targets in their headers. */
  readonly #headers = new Map<string, Set<string>>();

  add(note: Note): void {
    for (const link of note.links) {
      for (const key of keysOfLink(link, note.path)) {
        const sources = this.#links.get(key) ?? new Map<string, WrittenLink[]>();
        this.#links.set(key, sources);
        const links = sources.get(note.path);
        if (links === undefined) sources.set(note.path, [link]);
        else links.push(link);
      }
    }
    for (const target of headerTargets(note)) {
      const key = linkKey(target, note.path);
      this.#headers.set(key, (this.#headers.get(key) ?? new Set()).add(note.path));
    }
  }

  remove(note: Note): void {
    const { path: from } = note;
    for (const link of note.links) for (const key of keysOfLink(link, from)) removeFromTable(this.#links, key, from);
    for (const target of headerTargets(note)) removeFromTable(this.#headers, linkKey(target, from), from);
  }

  /** Returns the links that resolve to this note, sorted by the path of their notes, then by line. */
  to(note: Note, names: Pick<NameTable<NamedNote>, 'resolve'>): Backlink[] {
    // A Markdown link may be in two buckets.
    const found = new Map<WrittenLink, Backlink>();
    for (const key of listLinkKeys(note)) {
      for (const [from, links] of this.#links.get(key) ?? []) {
        for (const link of links) {
          const resolution = names.resolve(link.target, from, link.kind);
          if (resolution.kind === 'found' && resolution.path === note.path) found.set(link, { from, link });
        }
      }
    }
    // Spellings of a name are in different buckets, so sort by line as well. The sort is stable.
    return [...found.values()].sort((one, other) => compareCodePoints(one.from, other.from) || one.link.line - other.link.line);
  }

  /**
   * Returns the paths of the notes whose headers contain one of this note's names, in no order. They may mean another note with the same
   * name.
   */
  inHeaders(note: Note): ReadonlySet<string> {
    return new Set([...listLinkKeys(note)].flatMap((key) => [...(this.#headers.get(key) ?? [])]));
  }
}

function removeFromTable(table: Map<string, Map<string, unknown> | Set<string>>, key: string, path: string): void {
  const sources = table.get(key);
  sources?.delete(path);
  if (sources?.size === 0) table.delete(key);
}
