import path from 'node:path';
import { compareCodePoints } from '../kernel/code-point-order.ts';
import { CortexError, fileError, systemCode } from '../kernel/errors.ts';
import type { FileStat, FileSystem } from '../kernel/file-system.ts';
import type { FileIdentity } from './note.ts';
import { atOnce, type Steps } from './slices.ts';

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

type Entry =
  | { readonly kind: 'note'; readonly identity: FileIdentity }
  /** The identity is device and inode: a folder of the same name may be another one. */
  | { readonly kind: 'folder'; readonly identity: string };

/** Folders that hold no notes, at any depth; and so do those that begin with a dot. */
const LEFT_OUT = new Set(['node_modules', 'engine', 'cortex', 'index', 'layers', '__pycache__']);

/** What a byte becomes that is not UTF-8. The system does not know the name that it gave then. */
const REPLACEMENT = '\ufffd';

/** Whether a folder of this name holds no notes (RULINGS, vault 3). */
export function isFolderLeftOut(name: string): boolean {
  return name.startsWith('.') || LEFT_OUT.has(name);
}

function isNoteName(name: string): boolean {
  return name.endsWith('.md') && name !== 'MEMORY.md';
}

/** Whether a file of this path would be a note (RULINGS, vault 3). @param file from the vault's folder, `/`-separated */
export function isNotePath(file: string): boolean {
  const [name = '', ...folders] = file.split('/').reverse();
  return isNoteName(name) && !folders.some(isFolderLeftOut);
}

function parentOf(entry: string): string {
  const parent = path.posix.dirname(entry);
  return parent === '.' ? '' : parent;
}

function sameEntry(one: Entry | undefined, other: Entry): boolean {
  if (one === undefined || one.kind !== other.kind) return false;
  return one.kind === 'folder' ? one.identity === other.identity : other.kind === 'note' && sameIdentity(one.identity, other.identity);
}

export function identityOf({ size, mtimeNs, ino }: FileStat): FileIdentity {
  return { size: Number(size), mtimeNs: String(mtimeNs), ino: String(ino) };
}

export function sameIdentity(one: FileIdentity, other: FileIdentity): boolean {
  return one.mtimeNs === other.mtimeNs && one.size === other.size && one.ino === other.ino;
}

/**
 * The files and folders of a vault as they were last seen (RULINGS, vault 3). It may be looked at as a whole, by folder or by name; each
 * tells which notes have come, gone or changed. Symbolic links are left out, so there are no loops.
 */
export class VaultTree {
  readonly #entries = new Map<string, Entry>();
  /** What is in each folder. */
  readonly #children = new Map<string, Set<string>>();
  readonly #problems = new Map<string, CortexError>();
  #changed = new Set<string>();

  constructor(
    private readonly fs: FileSystem,
    /** Absolute. */
    private readonly root: string,
    private readonly listener?: FolderListener,
  ) {}

  /** By path. */
  get problems(): readonly VaultProblem[] {
    const problems = Array.from(this.#problems, ([where, error]) => ({ path: where, error }));
    return problems.sort((one, other) => compareCodePoints(one.path, other.path));
  }

  /** `null` where no note is. */
  identityOf(note: string): FileIdentity | null {
    const entry = this.#entries.get(note);
    return entry?.kind === 'note' ? entry.identity : null;
  }

  /** Looks at everything, an entry a step. @returns the notes that have come, gone or changed, in no order */
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
    const changed = [...this.#changed];
    this.#changed = new Set();
    return changed;
  }

  /** @param all whether folders are listed again that have not been replaced */
  *#list(folders: string[], all: boolean): Steps<void> {
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      if (this.#entries.get(folder)?.kind !== 'folder') continue;
      const names = this.#namesIn(folder);
      const listed = this.#entries.get(folder);
      for (const entry of names) {
        // Somebody may have found another folder here meanwhile, and listed that one.
        if (this.#entries.get(folder) !== listed) break;
        const entered = this.#look(entry);
        if (all && entered.length === 0 && this.#entries.get(entry)?.kind === 'folder') folders.push(entry);
        folders.push(...entered);
        yield;
      }
    }
  }

  /** What is in a folder now; what was in it and is gone is forgotten. */
  #namesIn(folder: string): Iterable<string> {
    const present = new Set(this.#listed(folder).map((name) => (folder === '' ? name : `${folder}/${name}`)));
    for (const entry of this.#children.get(folder) ?? []) if (!present.has(entry)) this.#drop(entry);
    return present;
  }

  #listed(folder: string): string[] {
    const absolute = path.join(this.root, folder);
    try {
      return this.fs.readdirSync(absolute);
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
      this.#problems.set(where, found);
      return [];
    }
    this.#entries.set(where, found);
    if (found.kind === 'folder') this.listener?.entering(where);
    else this.#changed.add(where);
    return found.kind === 'folder' ? [where] : [];
  }

  #childrenOf(folder: string): Set<string> {
    const children = this.#children.get(folder) ?? new Set();
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
      if (entry?.kind === 'note') this.#changed.add(each);
      if (entry?.kind === 'folder') this.listener?.left(each);
      for (const child of this.#children.get(each) ?? []) due.push(child);
      this.#children.delete(each);
    }
  }

  /** What is there, as far as it is the vault's. */
  #findAt(where: string): Entry | CortexError | null {
    // The vault's own folder may be a link, and have any name.
    const name = path.posix.basename(where);
    const absolute = path.join(this.root, where);
    try {
      const stat = where === '' ? this.fs.statSync(absolute, { bigint: true }) : this.fs.lstatSync(absolute, { bigint: true });
      if (stat.isDirectory()) return isFolderLeftOut(name) ? null : { kind: 'folder', identity: `${stat.dev}:${stat.ino}` };
      if (!isNoteName(name) || stat.isSymbolicLink()) return null;
      return stat.isFile() ? { kind: 'note', identity: identityOf(stat) } : noFile(absolute);
    } catch (error) {
      return whyNot(error, where, absolute);
    }
  }
}

/** What is gone by the time that it is looked at is no problem. */
function whyNot(error: unknown, where: string, absolute: string): CortexError | null {
  const code = systemCode(error);
  const isGone = where !== '' && (code === 'ENOENT' || code === 'ENOTDIR');
  if (!isGone) return fileError(error, absolute, 'look at the file', 'read');
  return where.includes(REPLACEMENT) ? unknownName(absolute) : null;
}

function noFile(file: string): CortexError {
  const next = 'Move it away; a note belongs here.';
  return new CortexError('broken-file', 'is a device, pipe or socket, not a file', { file, next });
}

function unknownName(file: string): CortexError {
  const next = 'Rename it on the machine that made it.';
  return new CortexError('broken-file', 'has a name that is not UTF-8', { file, allowed: 'names in UTF-8', next });
}
