// Own code, because libraries take ten times the time and the memory: docs/decisions/0049-custom-code.md
import path from 'node:path';
import { type CortexError, systemCode } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { type Disposable, PathWatch, type WatchDirectory, watchError } from '../platform/watching.ts';
import { isInside } from './safe-path.ts';

/** Possible changes by folder: the names of the changed entries, or `null` for any. */
export type Noticed = ReadonlyMap<string, ReadonlySet<string> | null>;

/** Watches a folder and some of its subfolders, each with its own watch, and collects changes until they are taken. */
export class FolderWatch implements Disposable {
  readonly #watched = new Map<string, Disposable>();
  readonly #problems = new Map<string, CortexError>();
  #noticed = new Map<string, Set<string> | null>();

  /** Reports that the root itself is created or removed, which no watch inside it can. */
  #above: PathWatch | null = null;

  constructor(
    private readonly fs: FileSystem,
    private readonly watch: WatchDirectory,
    /** Absolute. */
    private readonly root: string,
    /** Called when there are changes to take. */
    private readonly happened: () => void,
  ) {}

  /** Why changes may go unnoticed. If the system allows no more watches, this is one problem for all folders. */
  get problem(): CortexError | null {
    const [first] = this.#problems.values();
    return first ?? null;
  }

  /** Returns the changes since the last call. */
  take(): Noticed {
    const noticed = this.#noticed;
    this.#noticed = new Map();
    return noticed;
  }

  /** Starts watching a folder. @param folder relative to the root, `/`-separated; empty for the root itself */
  entering(folder: string): void {
    if (folder === '') this.#watchAbove();
    const directory = path.join(this.root, folder);
    const failed = (error: unknown) => {
      // A folder that is gone by now is left soon.
      if (systemCode(error) !== 'ENOENT') this.#problems.set(folder, watchError(error, directory));
    };
    try {
      const watching = this.watch(directory, {
        changed: (name) => this.#changed(folder, name),
        failed: (error) => {
          failed(error);
          this.happened();
        },
      });
      this.#watched.set(folder, watching);
    } catch (error) {
      failed(error);
    }
  }

  left(folder: string): void {
    this.#watched.get(folder)?.dispose();
    this.#watched.delete(folder);
    this.#problems.delete(folder);
    if (folder === '') this.#watchAbove();
  }

  dispose(): void {
    this.#above?.dispose();
    for (const watching of this.#watched.values()) watching.dispose();
    this.#watched.clear();
  }

  /** Watches from the nearest existing folder down to the parent of the root. */
  #watchAbove(): void {
    this.#above?.dispose();
    const target = path.dirname(this.root);
    const changed = (directory: string, name: string | null) => {
      if (name === null || isInside(path.join(directory, name), this.root) || name === path.basename(directory)) this.#changed('', null);
    };
    // If this fails, the root itself is still watched.
    const failed = () => undefined;
    this.#above = new PathWatch({ fs: this.fs, watch: this.watch, anchor: this.#nearest(target), target, changed, failed });
  }

  #nearest(directory: string): string {
    const parent = path.dirname(directory);
    if (parent === directory) return directory;
    try {
      return this.fs.statSync(directory, { bigint: true }).isDirectory() ? directory : this.#nearest(parent);
    } catch {
      return this.#nearest(parent);
    }
  }

  #changed(folder: string, name: string | null): void {
    const isItself = folder === '' && name === path.basename(this.root);
    const names = this.#noticed.get(folder);
    if (name === null || isItself) this.#noticed.set(folder, null);
    else if (names === undefined) this.#noticed.set(folder, new Set([name]));
    else names?.add(name);
    this.happened();
  }
}
