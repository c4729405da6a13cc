import path from 'node:path';
import { CortexError, fileError } from '../../platform/errors.ts';
import type { FileSystem, ListedEntry } from '../../platform/file-system.ts';
import { compareCodePoints } from '../../text/code-point-order.ts';
import { noFile, unfollowed, whyNot } from '../entry-problems.ts';
import type { FileIdentity } from '../notes/note.ts';
import { isFolderLeftOut, isNoteName } from '../notes/note-paths.ts';
import { atOnce, type Steps } from '../slices.ts';
import { identityOf } from './file-identity.ts';
import { parentOf, sameEntry, type TreeEntry, UNSEEN } from './tree-entry.ts';

/** Something in the vault that cannot be looked at, or is not what its name says. */
export interface VaultProblem {
  /** From the vault's folder, as in `Note`; empty: the folder itself. */
  readonly path: string;
  readonly error: CortexError;
}

/** Who must know of the vault's folders. */
export interface FolderListener {
  /** Called before a folder is listed that was not there before, or is another one now. */
  entering(folder: string): void;
  left(folder: string): void;
}

const byPath = (errors: ReadonlyMap<string, CortexError>): VaultProblem[] =>
  Array.from(errors, ([where, error]) => ({ path: where, error })).sort((one, other) => compareCodePoints(one.path, other.path));

/** A folder is looked at again after so many of its notes. */
const MOST_UNLOOKED = 64;

/**
 * The files and folders of a vault as they were last seen (RULINGS, vault 3). It may be looked at as a whole, by folder or by name; each
 * tells which notes have come, gone or changed. Symbolic links are not followed, so there are no loops.
 */
export class VaultTree {
  readonly #entries = new Map<string, TreeEntry>();
  /** What is in each folder. */
  readonly #children = new Map<string, Set<string>>();
  readonly #problems = new Map<string, CortexError>();
  readonly #links = new Map<string, CortexError>();
  /** Some may be there twice. */
  #changed: string[] = [];
  /** The folder that was looked at last for the sake of its notes, and how many were asked about since. */
  #looked = { folder: '', notes: 0 };

  constructor(
    private readonly fs: FileSystem,
    /** Absolute. */
    private readonly root: string,
    private readonly listener?: FolderListener,
  ) {}

  /** By path. */
  get problems(): readonly VaultProblem[] {
    return byPath(this.#problems);
  }

  /** Symbolic links that are not followed, and behind which notes may be that are not in the vault; by path. */
  get links(): readonly VaultProblem[] {
    return byPath(this.#links);
  }

  /** `null` where no note is. @param known what somebody takes the file for: the very same is given back where it is that */
  identityOf(note: string, known?: FileIdentity): FileIdentity | null {
    const entry = this.#entries.get(note);
    if (entry?.kind !== 'note') return null;
    return entry.identity ?? this.#identify(note, known);
  }

  /** Whether a note was listed in a folder that still is where it was, and was not looked at. */
  isUnseen(note: string): boolean {
    const entry = this.#entries.get(note);
    return entry?.kind === 'note' && entry.identity === null && this.#isStillThere(parentOf(note));
  }

  /** Somebody has looked at a note that was unseen. */
  see(note: string, identity: FileIdentity): void {
    this.#entries.set(note, { kind: 'note', identity });
  }

  /** Whoever asks is looking at the note, so this is no change to be told of. */
  #identify(note: string, known?: FileIdentity): FileIdentity | null {
    const isThere = this.#isStillThere(parentOf(note));
    const found = isThere ? this.#findAt(note, known) : null;
    if (found !== null && !(found instanceof CortexError) && found.kind === 'note') {
      this.#entries.set(note, found);
      return found.identity;
    }
    atOnce(this.#list(isThere ? this.#look(note) : this.#lookDownTo(note), false));
    // A folder that has taken the place of another has only listed it.
    if (this.#entries.get(note) === UNSEEN) atOnce(this.#list(this.#look(note), false));
    this.#changed = this.#changed.filter((each) => each !== note);
    const entry = this.#entries.get(note);
    return entry?.kind === 'note' ? entry.identity : null;
  }

  /** Looked at now and then only: the notes of a folder are read one after the other. */
  #isStillThere(folder: string): boolean {
    if (this.#looked.folder !== folder || this.#looked.notes === MOST_UNLOOKED) this.#looked = { folder, notes: 0 };
    if (this.#looked.notes === 0) {
      const found = this.#findAt(folder);
      if (found === null || found instanceof CortexError || !sameEntry(this.#entries.get(folder), found)) return false;
    }
    this.#looked.notes += 1;
    return true;
  }

  /** Looks at everything, a look a step. @returns the notes that have come, gone or changed, in no order; some may be there twice */
  *scan(): Steps<string[]> {
    this.#look('');
    yield* this.#list([''], true);
    return this.#changes();
  }

  /** Looks at what is in a folder, and below what is new in it. @returns as `scan` */
  lookIn(folder: string): string[] {
    atOnce(this.#list([folder, ...this.#lookDownTo(folder)], false));
    return this.#changes();
  }

  /** Looks at a file or folder that may have come, gone or changed. @returns as `scan` */
  lookAt(entry: string): string[] {
    atOnce(this.#list(this.#lookDownTo(entry), false));
    return this.#changes();
  }

  /** One of the folders above may be another one by now, or a link to somewhere else. @returns what is to be listed */
  #lookDownTo(entry: string): string[] {
    const due = this.#look('');
    const parts = entry.split('/');
    for (let depth = 1; depth <= parts.length && due.length === 0; depth++) {
      const each = parts.slice(0, depth).join('/');
      due.push(...this.#look(each));
      if (this.#entries.get(each)?.kind !== 'folder') break;
    }
    return due;
  }

  /** What was noticed since this was asked last. */
  #changes(): string[] {
    const changed = this.#changed;
    this.#changed = [];
    return changed;
  }

  /** @param all whether folders are listed again that have not been replaced */
  *#list(folders: string[], all: boolean): Steps<void> {
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      if (this.#entries.get(folder)?.kind !== 'folder') continue;
      const [names, listed] = [this.#namesIn(folder), this.#entries.get(folder)];
      for (const entry of names) {
        const where = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isFile() && this.#take(folder, entry.name, where)) continue;
        folders.push(...this.#enter(where, all));
        yield;
        // Somebody may have found another folder here meanwhile, and listed that one.
        if (this.#entries.get(folder) !== listed) break;
      }
    }
  }

  /** Looks at an entry that its folder lists. @returns what is to be listed */
  #enter(entry: string, all: boolean): string[] {
    const entered = this.#look(entry);
    return all && entered.length === 0 && this.#entries.get(entry)?.kind === 'folder' ? [entry] : entered;
  }

  /** Takes in a file as its folder lists it. @returns whether that is enough: there is nothing that it could differ from */
  #take(folder: string, name: string, file: string): boolean {
    const before = this.#entries.get(file);
    if ((before !== undefined && before.identity !== null) || this.#problems.has(file)) return false;
    if (before !== undefined || !isNoteName(name)) return true;
    this.#childrenOf(folder).add(file);
    this.#entries.set(file, UNSEEN);
    this.#changed.push(file);
    return true;
  }

  /** What is in a folder now; what was in it and is gone is forgotten. */
  #namesIn(folder: string): readonly ListedEntry[] {
    const entries = this.#listed(folder);
    const before = this.#children.get(folder);
    if (before === undefined || before.size === 0) return entries;
    const above = folder === '' ? '' : `${folder}/`;
    const present = new Set(entries.map(({ name }) => `${above}${name}`));
    for (const entry of before) if (!present.has(entry)) this.#drop(entry);
    return entries;
  }

  #listed(folder: string): readonly ListedEntry[] {
    const absolute = path.join(this.root, folder);
    try {
      return this.fs.listSync(absolute);
    } catch (error) {
      this.#problems.set(folder, fileError(error, absolute, 'list the folder', 'read'));
      // As another one: it is listed again when it is next looked at.
      this.#entries.set(folder, { kind: 'folder', identity: 'not listed' });
      return [];
    }
  }

  /** Looks at one entry. @returns the folder itself when it is to be listed because it is new */
  #look(where: string): string[] {
    const found = this.#findAt(where);
    if (found !== null && !(found instanceof CortexError) && sameEntry(this.#entries.get(where), found)) return [];
    this.#drop(where);
    if (found === null) return [];
    if (where !== '') this.#childrenOf(parentOf(where)).add(where);
    if (found instanceof CortexError) {
      (found.code === 'outside-root' ? this.#links : this.#problems).set(where, found);
      return [];
    }
    this.#entries.set(where, found);
    if (found.kind === 'folder') this.listener?.entering(where);
    else this.#changed.push(where);
    return found.kind === 'folder' ? [where] : [];
  }

  #childrenOf(folder: string): Set<string> {
    const known = this.#children.get(folder);
    if (known !== undefined) return known;
    const children = new Set<string>();
    this.#children.set(folder, children);
    return children;
  }

  /** Forgets an entry and all that was below it. */
  #drop(where: string): void {
    if (where !== '') this.#children.get(parentOf(where))?.delete(where);
    const due = [where];
    for (let each = due.pop(); each !== undefined; each = due.pop()) {
      const entry = this.#entries.get(each);
      this.#entries.delete(each);
      this.#problems.delete(each);
      this.#links.delete(each);
      if (entry?.kind === 'note') this.#changed.push(each);
      if (entry?.kind === 'folder') this.listener?.left(each);
      for (const child of this.#children.get(each) ?? []) due.push(child);
      this.#children.delete(each);
    }
  }

  /** What is there, as far as it is the vault's. */
  #findAt(where: string, known?: FileIdentity): TreeEntry | CortexError | null {
    const absolute = where === '' ? this.root : `${this.root}/${where}`;
    try {
      // The vault's own folder may be a link, and have any name.
      const stat = where === '' ? this.fs.statSync(absolute, { bigint: true }) : this.fs.lstatSync(absolute, { bigint: true });
      const name = where.slice(where.lastIndexOf('/') + 1);
      // Most are files, and each of these questions is a calculation with large integers.
      if (stat.isFile()) return isNoteName(name) ? { kind: 'note', identity: identityOf(stat, known) } : null;
      if (stat.isDirectory()) return isFolderLeftOut(name) ? null : { kind: 'folder', identity: `${stat.dev}:${stat.ino}` };
      if (stat.isSymbolicLink()) return isFolderLeftOut(name) ? null : unfollowed(this.fs, this.root, path.normalize(absolute));
      return isNoteName(name) ? noFile(path.normalize(absolute)) : null;
    } catch (error) {
      return whyNot(error, where, path.normalize(absolute));
    }
  }
}
