import fs from 'node:fs';
import path from 'node:path';
import { CortexError, describeError, fileError, systemCode } from './errors.ts';
import type { FileSystem } from './file-system.ts';

/** Something that goes on until it is told to stop. */
export interface Disposable {
  dispose(): void;
}

/** What is told of one directory: the name of what changed in it, where the system says so. */
export interface DirectoryListener {
  changed(name: string | null): void;
  failed(error: unknown): void;
}

/** Tells of changes in a directory itself, not of those below its sub-folders. @throws the system's error when it cannot */
export type WatchDirectory = (directory: string, listener: DirectoryListener) => Disposable;

/** The system's own notifications; nothing is polled. */
export const watchDirectory: WatchDirectory = (directory, { changed, failed }) => {
  const watcher = fs.watch(directory, { persistent: false }, (_event, name) => changed(name));
  watcher.on('error', failed);
  return { dispose: () => watcher.close() };
};

export interface PathWatchOptions {
  readonly fs: FileSystem;
  readonly watch: WatchDirectory;
  /** A directory that is there: nothing above it is watched. Absolute. */
  readonly anchor: string;
  /** The directory to watch, below `anchor`; it need not be there. */
  readonly target: string;
  /**
   * Something changed in one of the directories from `anchor` down to `target`; `null` means that anything may have. To look is the
   * listener's business, and so is to wait until a burst is over.
   */
  changed(directory: string, name: string | null): void;
  /** A directory cannot be watched, which is now the `problem`. To try again in vain is no news. */
  failed(error: CortexError): void;
}

interface Level {
  readonly directory: string;
  /** Device and inode: a directory of the same name may be another one. */
  readonly identity: string;
  readonly watching: Disposable;
}

/**
 * Watches a directory that may come and go, by watching every directory from one that stays down to it: each tells when the next one
 * appears, is replaced or is gone. One system watch per level, whatever lies below.
 */
export class PathWatch implements Disposable {
  readonly #options: PathWatchOptions;
  /** From `anchor` to `target`. */
  readonly #directories: readonly string[];
  /** Those that are watched; shorter than `#directories` where one is missing. */
  #levels: Level[] = [];
  #problem: CortexError | null = null;
  #disposed = false;

  constructor(options: PathWatchOptions) {
    this.#options = options;
    const parts = path.relative(options.anchor, options.target).split(path.sep).filter(Boolean);
    this.#directories = [options.anchor, ...parts.map((_, index) => path.join(options.anchor, ...parts.slice(0, index + 1)))];
    this.#arm(() => undefined);
  }

  /** Why changes go unnoticed, until a change above makes them noticed again, or `rearm`. */
  get problem(): CortexError | null {
    return this.#problem;
  }

  /** Watches what has appeared since, and tells `changed` of each directory that is new: it may have been filled already. */
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
    // Its own name: the directory itself was removed or renamed.
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

/** Why a folder cannot be watched, and what a person can do about the limits of the system, which are low by default. */
export function watchError(error: unknown, directory: string): CortexError {
  const code = systemCode(error);
  if (code !== 'ENOSPC' && code !== 'EMFILE') return fileError(error, directory, 'watch the folder', 'read');
  return new CortexError(
    'io',
    'cannot watch the folder: the system allows no more watches',
    { file: directory, next: 'Raise the limit (on Linux fs.inotify.max_user_watches and max_user_instances), and use Refresh until then.' },
    { cause: error },
  );
}
