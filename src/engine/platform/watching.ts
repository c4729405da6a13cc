import fs from 'node:fs';
import path from 'node:path';
import { CortexError, describeError, fileError, systemCode } from './errors.ts';
import type { FileSystem } from './file-system.ts';

/** A resource or activity that ends with `dispose`. */
export interface Disposable {
  dispose(): void;
}

/** Callbacks for one directory. `name` is the changed entry, `null` if the system does not report it. */
export interface DirectoryListener {
  changed(name: string | null): void;
  failed(error: unknown): void;
}

/** Watches the entries of a directory, not those of its subdirectories. @throws the system's error if the directory cannot be watched */
export type WatchDirectory = (directory: string, listener: DirectoryListener) => Disposable;

/** Watches with the system's notifications, without polling. */
export const watchDirectory: WatchDirectory = (directory, { changed, failed }) => {
  const watcher = fs.watch(directory, { persistent: false }, (_event, name) => changed(name));
  watcher.on('error', failed);
  return { dispose: () => watcher.close() };
};

export interface PathWatchOptions {
  readonly fs: FileSystem;
  readonly watch: WatchDirectory;
  /** An existing directory. Nothing above it is watched. Absolute. */
  readonly anchor: string;
  /** The directory to watch, below `anchor`. It may not exist yet. */
  readonly target: string;
  /**
   * Something changed in a directory from `anchor` down to `target`. If `name` is `null`, anything may have changed. The listener reads the
   * directory, and waits for the end of a burst, itself.
   */
  changed(directory: string, name: string | null): void;
  /** A directory cannot be watched; `error` is now the `problem`. Not called again for the same error. */
  failed(error: CortexError): void;
}

interface Level {
  readonly directory: string;
  /** Device and inode, which detect a replaced directory of the same name. */
  readonly identity: string;
  readonly watching: Disposable;
}

/**
 * Watches a directory that may be removed and created again. It watches every directory from `anchor` down to `target`: each one reports
 * when the next one is created, replaced or removed. One system watch per level, however much lies below.
 */
export class PathWatch implements Disposable {
  readonly #options: PathWatchOptions;
  /** From `anchor` to `target`. */
  readonly #directories: readonly string[];
  /** The watched directories, from the top; shorter than `#directories` if one is missing. */
  #levels: Level[] = [];
  #problem: CortexError | null = null;
  #disposed = false;

  constructor(options: PathWatchOptions) {
    this.#options = options;
    const parts = path.relative(options.anchor, options.target).split(path.sep).filter(Boolean);
    this.#directories = [options.anchor, ...parts.map((_, index) => path.join(options.anchor, ...parts.slice(0, index + 1)))];
    this.#arm(() => undefined);
  }

  /** Why changes may go unnoticed; `null` if they do not. Cleared by `rearm`, which a change further up also triggers. */
  get problem(): CortexError | null {
    return this.#problem;
  }

  /** Watches directories that were created since, and calls `changed` for each, because it may already have entries. */
  rearm(): void {
    this.#arm((directory) => this.#options.changed(directory, null));
  }

  #arm(isNew: (directory: string) => void): void {
    if (this.#disposed) return;
    const before = this.#problem;
    this.#problem = null;
    this.#watchAll(isNew);
    this.#notify(before);
  }

  #watchAll(isNew: (directory: string) => void): void {
    for (const [index, directory] of this.#directories.entries()) {
      const identity = this.#identity(directory);
      if (this.#levels[index]?.identity === identity) continue;
      this.#close(index);
      if (identity === null || !this.#watch(directory, identity)) return;
      isNew(directory);
    }
  }

  #notify(before: CortexError | null): void {
    const problem = this.#problem;
    if (problem !== null && (before === null || describeError(before) !== describeError(problem))) this.#options.failed(problem);
  }

  dispose(): void {
    this.#disposed = true;
    this.#close(0);
  }

  #identity(directory: string): string | null {
    try {
      const stat = this.#options.fs.statSync(directory, { bigint: true });
      return stat.isDirectory() ? `${stat.dev}:${stat.ino}` : null;
    } catch (error) {
      const code = systemCode(error);
      if (code !== 'ENOENT' && code !== 'ENOTDIR') this.#problem = fileError(error, directory, 'watch the folder', 'read');
      return null;
    }
  }

  #watch(directory: string, identity: string): boolean {
    try {
      const watching = this.#options.watch(directory, {
        changed: (name) => this.#noticed(directory, name),
        failed: (error) => this.#lost(directory, error),
      });
      this.#levels.push({ directory, identity, watching });
      return true;
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') this.#problem = watchError(error, directory);
      return false;
    }
  }

  #noticed(directory: string, name: string | null): void {
    if (this.#disposed) return;
    const next = this.#directories[this.#directories.indexOf(directory) + 1];
    // A directory's own name means that the directory itself was removed or renamed.
    if (name === null || name === path.basename(directory) || (next !== undefined && name === path.basename(next))) this.rearm();
    this.#options.changed(directory, name);
  }

  #lost(directory: string, error: unknown): void {
    if (this.#disposed) return;
    const index = this.#levels.findIndex((level) => level.directory === directory);
    if (index >= 0) this.#close(index);
    const before = this.#problem;
    this.#problem = watchError(error, directory);
    this.#notify(before);
  }

  #close(from: number): void {
    for (const { watching } of this.#levels.splice(from)) watching.dispose();
  }
}

/** Returns the error for a folder that cannot be watched, with advice about system limits, which are low by default. */
export function watchError(error: unknown, directory: string): CortexError {
  const code = systemCode(error);
  if (code !== 'ENOSPC' && code !== 'EMFILE') return fileError(error, directory, 'watch the folder', 'read');
  return new CortexError(
    'io',
    'cannot watch the folder: the limit of file watches is reached',
    { file: directory, next: 'Raise the limit (on Linux fs.inotify.max_user_watches and max_user_instances). Until then, use Refresh.' },
    { cause: error },
  );
}
