import path from 'node:path';
import { compareCodePoints } from '../../text/code-point-order.ts';
import { FOREIGN } from '../notes/comparable.ts';
import type { Note, WrittenLink } from '../notes/note.ts';

/** Which note a link means (RULINGS, vault 5). */
export type Resolution =
  | { readonly kind: 'found'; readonly path: string }
  /** In code point order. */
  | { readonly kind: 'ambiguous'; readonly paths: readonly string[] }
  | { readonly kind: 'dead' };

/** A link, and the path of the note that it is written in. */
export interface Backlink {
  readonly from: string;
  readonly link: WrittenLink;
}

/** A link that is looked up; one that no text holds yet is of no kind. */
export type AskedLink = Pick<WrittenLink, 'target'> & { readonly kind?: WrittenLink['kind'] | 'field' | undefined };

const DEAD: Resolution = { kind: 'dead' };

const withoutExtension = (text: string) => (text.charAt(text.length - 3) === '.' ? text.replace(/\.md$/i, '') : text);

/** As links spell it: composed, without the extension. */
const spell = (text: string) => withoutExtension((FOREIGN.test(text) ? text.normalize('NFC') : text).trim());

/** Equal for spellings that differ by nothing that a person would mind. */
const keyOf = (spelling: string) => spelling.toLowerCase();

/** How a link may name a note, in the order in which it is looked up. */
const CALLED_BY = ['id', 'path', 'file', 'name', 'alias'] as const;

/** By what of a note a link names it. */
export type CalledBy = (typeof CALLED_BY)[number];

/** What a note is called, by each of these. */
const CALLED: Readonly<Record<CalledBy, (note: Note) => readonly string[]>> = {
  id: ({ id }) => [spell(id)],
  path: (note) => [spell(note.path)],
  file: (note) => [spell(path.posix.basename(note.path))],
  name: ({ name }) => [spell(name)],
  alias: ({ aliases }) => aliases.map(spell),
};

/**
 * By what of a note a link names it that means it.
 * @param from the path of the note that the link is in
 * @returns `null` when it names another
 */
export function calledBy(note: Note, { target, kind }: AskedLink, from: string): CalledBy | null {
  if (kind === 'markdown' && besideOf(target, from) === keyOf(spell(note.path))) return 'path';
  const key = keyFrom(target, from);
  return CALLED_BY.find((by) => CALLED[by](note).some((called) => keyOf(called) === key)) ?? null;
}

/** What links may call a note, whatever their case. */
export function keysOf(note: Note): Set<string> {
  const keys = new Set<string>();
  for (const by of CALLED_BY) for (const called of CALLED[by](note)) keys.add(keyOf(called));
  keys.delete('');
  return keys;
}

/** The target as everybody else would write it: relative ones depend on where they stand, and none at all is the note itself. */
function fromRoot(target: string, from: string | undefined): string {
  if (target === '') return from ?? '';
  if (/^\.{1,2}\//.test(target) && from !== undefined) return path.posix.join(path.posix.dirname(from), target);
  return target.replace(/^\//, '');
}

/** What a target that stands in the note `from` may be called, whatever its case. */
export const keyFrom = (target: string, from: string): string => keyOf(spell(fromRoot(target.trim(), from)));

/** What a Markdown link with this target is called, whatever its case, if it begins at the folder of its note, as Markdown has it. */
function besideOf(target: string, from: string): string {
  return keyFrom(/^\.{0,2}\//.test(target) ? target : `./${target}`, from);
}

/** Everything that a link may be looked up by. */
function keysOfLink({ target, kind }: AskedLink, from: string): Set<string> {
  return new Set([keyFrom(target, from), ...(kind === 'markdown' ? [besideOf(target, from)] : [])]);
}

/** What links may call each note. */
export class NameTable {
  /** Most names are of one note only. */
  readonly #called = new Map<string, Note | Set<Note>>();
  /** What names of several notes mean, since the last change: one that thousands share is looked through once. */
  readonly #resolved = new Map<string, Resolution>();

  add(note: Note): void {
    this.#resolved.clear();
    for (const key of keysOf(note)) {
      const present = this.#called.get(key);
      if (present === undefined) this.#called.set(key, note);
      else if (present instanceof Set) present.add(note);
      else this.#called.set(key, new Set([present, note]));
    }
  }

  remove(note: Note): void {
    this.#resolved.clear();
    for (const key of keysOf(note)) {
      const present = this.#called.get(key);
      if (present instanceof Set && present.delete(note) && present.size > 0) continue;
      this.#called.delete(key);
    }
  }

  /** The notes that have exactly this id, in the order of their paths. */
  byId(id: string): Note[] {
    const notes = this.#notesCalled(keyOf(spell(id))).filter((note) => note.id === id);
    return notes.sort((one, other) => compareCodePoints(one.path, other.path));
  }

  /** The notes with this name, whatever its case; in no order. */
  notesNamed(name: string): Note[] {
    const key = keyOf(spell(name));
    return this.#notesCalled(key).filter((note) => keyOf(spell(note.name)) === key);
  }

  /** @param kind of the link: a Markdown link means the file at its place before all else */
  resolve(target: string, from?: string, kind?: AskedLink['kind']): Resolution {
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

  #notesCalled(key: string): Note[] {
    const called = this.#called.get(key);
    if (called === undefined) return [];
    return called instanceof Set ? [...called] : [called];
  }

  /** The one note at a path, whatever its case. */
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

/** All that a header says of other notes. */
const headerTargets = ({ related, supersedes, supersededBy, contradicts }: Note): string[] => [
  ...related,
  ...supersedes,
  ...supersededBy,
  ...contradicts,
];

/** Who writes which target. What a target means is asked when it is needed, so that a new name costs nobody anything. */
export class LinkTable {
  /** By the key of the target, then by the path of the note that writes it. */
  readonly #links = new Map<string, Map<string, WrittenLink[]>>();
  /** By the key of a target in a header the paths of the notes that have it there. */
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
      const key = keyFrom(target, note.path);
      this.#headers.set(key, (this.#headers.get(key) ?? new Set()).add(note.path));
    }
  }

  remove(note: Note): void {
    const { path: from } = note;
    for (const link of note.links) for (const key of keysOfLink(link, from)) takeOut(this.#links, key, from);
    for (const target of headerTargets(note)) takeOut(this.#headers, keyFrom(target, from), from);
  }

  /** The links that mean this note and no other, by the path of their notes, then in the order of the text. */
  to(note: Note, names: NameTable): Backlink[] {
    // A Markdown link may stand in two buckets.
    const found = new Map<WrittenLink, Backlink>();
    for (const key of keysOf(note)) {
      for (const [from, links] of this.#links.get(key) ?? []) {
        for (const link of links) {
          const resolution = names.resolve(link.target, from, link.kind);
          if (resolution.kind === 'found' && resolution.path === note.path) found.set(link, { from, link });
        }
      }
    }
    // Equal spellings of a name stand in different buckets, so lines need to be put in order as well; the sort is stable.
    return [...found.values()].sort((one, other) => compareCodePoints(one.from, other.from) || one.link.line - other.link.line);
  }

  /** The paths of the notes whose headers call some note as this one is called, in no order; it may be another one that they mean. */
  inHeaders(note: Note): ReadonlySet<string> {
    return new Set([...keysOf(note)].flatMap((key) => [...(this.#headers.get(key) ?? [])]));
  }
}

function takeOut(table: Map<string, Map<string, unknown> | Set<string>>, key: string, path: string): void {
  const sources = table.get(key);
  sources?.delete(path);
  if (sources?.size === 0) table.delete(key);
}
