import path from 'node:path';
import { statOf } from '../../files/file-content.ts';
import { CortexError, systemCode } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { escapeLockPath, literalSegments, lockPathToFile } from '../locks/lock-path.ts';
import type { LockView } from '../schemas/locks.ts';

/** A file that an agent has locked, whether it exists or not. */
export interface HeldFile {
  /** Relative to the working tree, with `/`. */
  readonly path: string;
  readonly holder: string;
  readonly reason: string;
}

/** The questions about locks that a search for held files asks. */
export interface HeldPaths {
  locks(): readonly LockView[];
  holders(path: string): readonly LockView[];
}

const MAX_FILES = 500;
const MAX_LOOKED_AT = 5_000;
/** Folders that are skipped: data of other programs, and files that are generated rather than edited. */
export const LEFT_OUT: ReadonlySet<string> = new Set(['.git', '.cortex', 'node_modules']);

/** Walks a working tree for the files that locks cover. */
class Walk {
  readonly files = new Map<string, HeldFile>();
  #looked = 0;

  constructor(
    private readonly fs: FileSystem,
    private readonly tree: string,
    private readonly held: HeldPaths,
  ) {}

  get #isFull(): boolean {
    return this.files.size >= MAX_FILES || this.#looked >= MAX_LOOKED_AT;
  }

  add(lock: LockView): void {
    const file = lockPathToFile(lock.path);
    const stat = file === null ? null : this.#stat(file);
    if (file === null) this.#below(literalSegments(lock.path).map(unescaped).join('/'), lock, true);
    else if (stat === null || stat.isFile()) this.#put(file, lock);
    else if (stat.isDirectory()) this.#below(file, lock, false);
  }

  #put(name: string, { agentId, reason }: LockView): void {
    if (!this.#isFull && name !== '') this.files.set(name, { path: name, holder: agentId, reason });
  }

  /** @param isPattern whether the lock covers only a part of the folder */
  #below(folder: string, lock: LockView, isPattern: boolean): void {
    for (const name of this.#names(folder)) {
      if (this.#isFull || LEFT_OUT.has(name)) continue;
      this.#looked += 1;
      const each = folder === '' ? name : `${folder}/${name}`;
      const stat = this.#stat(each);
      if (stat?.isDirectory()) this.#below(each, lock, isPattern);
      else if (stat?.isFile() && (!isPattern || this.#covers(each, lock))) this.#put(each, lock);
    }
  }

  #covers(file: string, { agentId, path: locked }: LockView): boolean {
    return this.held.holders(escapeLockPath(file)).some((lock) => lock.agentId === agentId && lock.path === locked);
  }

  #names(folder: string): string[] {
    try {
      return this.fs.readdirSync(path.join(this.tree, folder));
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      return [];
    }
  }

  #stat(name: string) {
    try {
      return statOf(this.fs, path.join(this.tree, name));
    } catch (error) {
      if (error instanceof CortexError) return null;
      throw error;
    }
  }
}

const unescaped = (segment: string): string => lockPathToFile(segment) ?? segment;

/**
 * Returns the files of a working tree that some locks cover, and the files locked by name that do not exist yet. At most 500.
 * @param tree absolute, a real path @param isMeant which locks count
 */
export function listHeldFiles(fs: FileSystem, tree: string, held: HeldPaths, isMeant: (lock: LockView) => boolean): HeldFile[] {
  const walk = new Walk(fs, tree, held);
  for (const lock of held.locks()) if (isMeant(lock)) walk.add(lock);
  return [...walk.files.values()];
}
