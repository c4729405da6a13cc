// Our own, because libraries take ten times the time and the memory: docs/decisions/0049-own-code.md
import path from 'node:path';
import { type CortexError, systemCode } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { type Disposable, PathWatch, type WatchDirectory, watchError } from '../platform/watching.ts';
import { isInside } from './safe-path.ts';

/** What may have changed in a folder: the entries of these names, or any when it is `null`. */
export type Noticed = ReadonlyMap<string, ReadonlySet<string> | null>;

/** Watches a folder and some of those in it, each by itself, and gathers what happens in them until somebody asks. */
export class FolderWatch implements Disposable {
  readonly #watched = new Map<string, Disposable>();
  readonly #problems = new Map<string, CortexError>();
  #noticed = new Map<string, Set<string> | null>();

  /** Tells when the root itself goes or comes, which nothing in it could. */
  #above: PathWatch | null = null;

  constructor(
    private readonly fs: FileSystem,
    private readonly watch: WatchDirectory,
    /** Absolute. */
    private readonly root: string,
    /** There is something to ask for. */
    private readonly happened: () => void,
  ) {}

  /** Why changes go unnoticed. Where the system allows no more watches there is one for all folders. */
  get problem(): CortexError | null {
    const [first] = this.#problems.values();
    return first ?? null;
  }

  /** What has happened since this was asked last. */
  take(): Noticed {
    const noticed = this.#noticed;
    this.#noticed = new Map();
    return noticed;
  }

  /** Watches a folder from now on. @param folder below the root, `/`-separated; empty for the root itself */
  entering(folder: string): void {
    if (folder === '') this.#watchAbove();
    const directory = path.join(this.root, folder);
    const failed = (error: unknown) => {
      // One that is gone by now is left in a moment.
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

  /** From the nearest folder that is there down to the one that the root is in. */
  #watchAbove(): void {
    this.#above?.dispose();
    const target = path.dirname(this.root);
    const changed = (directory: string, name: string | null) => {
      if (name === null || isInside(path.join(directory, name), this.root) || name === path.basename(directory)) this.#changed('', null);
    };
    // Where it cannot be watched, the root itself still is.
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
