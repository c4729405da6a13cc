import path from 'node:path';
import { CortexError, fileError } from '../../platform/errors.ts';
import type { FileSystem, ListedEntry } from '../../platform/file-system.ts';
import { compareCodePoints } from '../../text/code-point-order.ts';
import { notAFileError, toEntryError, unfollowedLinkError } from '../entry-problems.ts';
import type { FileIdentity } from '../notes/note.ts';
import { isFolderLeftOut, isNoteName } from '../notes/note-paths.ts';
import { runAtOnce, type StepwiseWork } from '../slices.ts';
import { identityText, toFileIdentity } from './file-identity.ts';
import { parentFolder, sameEntry, type TreeEntry, UNREAD_ENTRY } from './tree-entry.ts';

/** A file or folder in the vault that cannot be read, or is not what its name suggests. */
export interface VaultProblem {
  /** Relative to the vault's root, as in `Note`. Empty for the root itself. */
  readonly path: string;
  readonly error: CortexError;
}

/** Observer of the vault's folders, such as a file watcher. */
export interface FolderListener {
  /** Called before a new or replaced folder is listed. */
  entering(folder: string): void;
  left(folder: string): void;
}

const byPath = (errors: ReadonlyMap<string, CortexError>): VaultProblem[] =>
  Array.from(errors, ([where, error]) => ({ path: where, error })).sort((one, other) => compareCodePoints(one.path, other.path));

/** What a scan checks: everything in new folders, everything in all folders, or in all folders what is not a known note. */
type Scope = 'entered' | 'all' | 'unknown';

/** A folder's identity is checked again after this many of its notes were read. */
const MAX_UNLOOKED = 64;

/**
 * Files and folders of a vault as last seen (RULINGS, vault 3). Scans of the whole vault, a folder or a name return the notes that were
 * added, removed or changed. Symbolic links are not followed, so there are no cycles.
 */
export class VaultTree {
  readonly #entries = new Map<string, TreeEntry>();
  /** Entries of each folder. */
  readonly #children = new Map<string, Set<string>>();
  readonly #problems = new Map<string, CortexError>();
  readonly #links = new Map<string, CortexError>();
  /** May contain duplicates. */
  #changed: string[] = [];
  /** The folder whose identity was checked last, and the number of its notes that were read since. */
  #looked = { folder: '', notes: 0 };

  constructor(
    private readonly fs: FileSystem,
    /** Absolute path. */
    private readonly root: string,
    private readonly listener?: FolderListener,
  ) {}

  /** Sorted by path. */
  get problems(): readonly VaultProblem[] {
    return byPath(this.#problems);
  }

  /** Symbolic links, sorted by path. They are not followed, so notes behind them are not in the vault. */
  get links(): readonly VaultProblem[] {
    return byPath(this.#links);
  }

  /** Returns the identity of a note's file; `null` if there is none. @param known returned instead of a new object if it is equal */
  identityOf(note: string, known?: FileIdentity): FileIdentity | null {
    const entry = this.#entries.get(note);
    if (entry?.kind !== 'note') return null;
    return entry.identity ?? this.#identify(note, known);
  }

  /** Reports whether a note was listed but its stat not read, in a folder that has not been replaced since. */
  isUnseen(note: string): boolean {
    const entry = this.#entries.get(note);
    return entry?.kind === 'note' && entry.identity === null && this.#isStillThere(parentFolder(note));
  }

  /** Stores the identity of a note that was unseen, once a caller has read its stat. */
  see(note: string, identity: FileIdentity): void {
    this.#entries.set(note, { kind: 'note', identity });
  }

  /** Spares the stat of a note that another thread has found unchanged. @param ahead what that thread has read */
  seeIfUnchanged(
    { path, file }: { readonly path: string; readonly file: FileIdentity },
    ahead: { identityOf(path: string): string | null },
  ): void {
    if (ahead.identityOf(path) === identityText(file) && this.isUnseen(path)) this.see(path, file);
  }

  /** Reads the stat of a note. This does not report a change, because the caller is about to read the note. */
  #identify(note: string, known?: FileIdentity): FileIdentity | null {
    const isThere = this.#isStillThere(parentFolder(note));
    const found = isThere ? this.#findAt(note, known) : null;
    if (found !== null && !(found instanceof CortexError) && found.kind === 'note') {
      this.#entries.set(note, found);
      return found.identity;
    }
    runAtOnce(this.#list(isThere ? this.#look(note) : this.#lookDownTo(note), 'entered'));
    // If the folder was replaced, listing it did not read the note's stat.
    if (this.#entries.get(note) === UNREAD_ENTRY) runAtOnce(this.#list(this.#look(note), 'entered'));
    this.#changed = this.#changed.filter((each) => each !== note);
    const entry = this.#entries.get(note);
    return entry?.kind === 'note' ? entry.identity : null;
  }

  /** Reports whether a folder has not been replaced. Checks once per `MAX_UNLOOKED` notes: those of a folder are read in sequence. */
  #isStillThere(folder: string): boolean {
    if (this.#looked.folder !== folder || this.#looked.notes === MAX_UNLOOKED) this.#looked = { folder, notes: 0 };
    if (this.#looked.notes === 0) {
      const found = this.#findAt(folder);
      if (found === null || found instanceof CortexError || !sameEntry(this.#entries.get(folder), found)) return false;
    }
    this.#looked.notes += 1;
    return true;
  }

  /**
   * Scans the vault, one entry per step.
   * @param scope `unknown`: finds no changes of known notes, whose stats are not read
   * @returns added, removed and changed notes, in no order, possibly with duplicates
   */
  *scan(scope: 'all' | 'unknown' = 'all'): StepwiseWork<string[]> {
    this.#look('');
    yield* this.#list([''], scope);
    return this.#changes();
  }

  /** Scans a folder, and everything below its new entries. @returns as `scan` */
  lookIn(folder: string): string[] {
    runAtOnce(this.#list([folder, ...this.#lookDownTo(folder)], 'entered'));
    return this.#changes();
  }

  /** Checks a file or folder that may have been added, removed or changed. @returns as `scan` */
  lookAt(entry: string): string[] {
    runAtOnce(this.#list(this.#lookDownTo(entry), 'entered'));
    return this.#changes();
  }

  /** Checks all folders on the path: any may have been replaced, or be a link. @returns the folders to list */
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

  /** Returns the changes that were noticed since the last call. */
  #changes(): string[] {
    const changed = this.#changed;
    this.#changed = [];
    return changed;
  }

  /** Lists folders. */
  *#list(folders: string[], scope: Scope): StepwiseWork<void> {
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      if (this.#entries.get(folder)?.kind !== 'folder') continue;
      const [names, listed] = [this.#namesIn(folder), this.#entries.get(folder)];
      for (const entry of names) {
        const where = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isFile() && this.#take(folder, entry.name, where, scope)) continue;
        folders.push(...this.#enter(where, scope));
        yield;
        // A concurrent check may have found another folder here and listed that one.
        if (this.#entries.get(folder) !== listed) break;
      }
    }
  }

  /** Checks an entry of a listed folder. @returns the folders to list */
  #enter(entry: string, scope: Scope): string[] {
    const entered = this.#look(entry);
    return scope !== 'entered' && entered.length === 0 && this.#entries.get(entry)?.kind === 'folder' ? [entry] : entered;
  }

  /** Handles a listed file. @returns false if its stat must be read because an earlier identity or problem may be outdated */
  #take(folder: string, name: string, file: string, scope: Scope): boolean {
    const before = this.#entries.get(file);
    if (scope === 'unknown' && before?.kind === 'note') return true;
    if ((before !== undefined && before.identity !== null) || this.#problems.has(file)) return false;
    if (before !== undefined || !isNoteName(name)) return true;
    this.#childrenOf(folder).add(file);
    this.#entries.set(file, UNREAD_ENTRY);
    this.#changed.push(file);
    return true;
  }

  /** Returns the entries of a folder, and drops those that no longer exist. */
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
      // This identity never matches, so the folder is listed again at the next check.
      this.#entries.set(folder, { kind: 'folder', identity: 'not listed' });
      return [];
    }
  }

  /** Checks one entry. @returns the entry itself if it is a new folder that must be listed */
  #look(where: string): string[] {
    const found = this.#findAt(where);
    if (found !== null && !(found instanceof CortexError) && sameEntry(this.#entries.get(where), found)) return [];
    this.#drop(where);
    if (found === null) return [];
    if (where !== '') this.#childrenOf(parentFolder(where)).add(where);
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

  /** Drops an entry and everything below it. */
  #drop(where: string): void {
    if (where !== '') this.#children.get(parentFolder(where))?.delete(where);
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

  /** Returns the entry for a path if it belongs to the vault. */
  #findAt(where: string, known?: FileIdentity): TreeEntry | CortexError | null {
    const absolute = where === '' ? this.root : `${this.root}/${where}`;
    try {
      // The vault's root may be a link, and may have any name.
      const stat = where === '' ? this.fs.statSync(absolute, { bigint: true }) : this.fs.lstatSync(absolute, { bigint: true });
      const name = where.slice(where.lastIndexOf('/') + 1);
      // Most entries are files, and each of these checks calculates with BigInts.
      if (stat.isFile()) return isNoteName(name) ? { kind: 'note', identity: toFileIdentity(stat, known) } : null;
      if (stat.isDirectory()) return isFolderLeftOut(name) ? null : { kind: 'folder', identity: `${stat.dev}:${stat.ino}` };
      if (stat.isSymbolicLink()) return isFolderLeftOut(name) ? null : unfollowedLinkError(this.fs, this.root, path.normalize(absolute));
      return isNoteName(name) ? notAFileError(path.normalize(absolute)) : null;
    } catch (error) {
      return toEntryError(error, where, path.normalize(absolute));
    }
  }
}
