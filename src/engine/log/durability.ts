import { dirname, join } from 'node:path';
import { syncDescriptor, syncDirectory } from '../platform/descriptor.ts';
import { fileError, systemCode } from '../platform/errors.ts';
import { type FileSystem, OPEN } from '../platform/file-system.ts';

/** Waits until all promises have settled. @throws the first error */
export async function allDone(work: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

/**
 * Makes a log's segments durable, oldest first: a durable record is lost while the seal that leads to its segment is not durable.
 * Calls during a running sync share the next one.
 */
export class Durability {
  /** Segments read or written since they were last synced, oldest first. */
  readonly #pending = new Set<string>();
  #directoriesDone = false;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(
    private readonly fs: FileSystem,
    private readonly directory: string,
    /** Ancestor that is known to be durable. Everything from it down to `directory` is synced once. */
    private readonly root: string,
  ) {}

  /** Marks a segment as read or written: everything that an answer depends on must become durable with it. */
  touch(segment: string): void {
    this.#pending.add(segment);
  }

  /** Marks the log as reopened: its directory may be another one, or contain a new checkpoint, so it must be synced again. */
  opened(): void {
    this.#directoriesDone = false;
  }

  /** Resolves when everything touched before the call survives power loss. @throws CortexError if a sync failed */
  sync(): Promise<void> {
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        const round = this.#round();
        this.#running = round;
        this.#next = null;
        return round;
      });
    return this.#next;
  }

  async #round(): Promise<void> {
    const round = [...this.#pending];
    if (round.length === 0) return;
    this.#pending.clear();
    try {
      await this.#syncDirectories();
      for (const segment of round) await this.#syncSegment(segment);
    } catch (error) {
      const since = [...this.#pending];
      this.#pending.clear();
      for (const segment of [...round, ...since]) this.#pending.add(segment);
      throw fileError(error, this.directory, 'make the log durable');
    }
  }

  async #syncDirectories(): Promise<void> {
    if (this.#directoriesDone) return;
    this.#directoriesDone = true;
    try {
      await allDone(this.#directories().map((directory) => syncDirectory(this.fs, directory)));
    } catch (error) {
      this.#directoriesDone = false;
      throw error;
    }
  }

  #directories(): string[] {
    const found = [this.directory];
    for (let directory = this.directory; directory !== this.root && directory !== dirname(directory); ) {
      directory = dirname(directory);
      found.push(directory);
    }
    return found;
  }

  async #syncSegment(segment: string): Promise<void> {
    let fd: number;
    try {
      fd = this.fs.openSync(join(this.directory, segment), OPEN.append);
    } catch (error) {
      // It was swept, and a durable checkpoint replaces it.
      if (systemCode(error) === 'ENOENT') return;
      throw error;
    }
    try {
      await syncDescriptor(this.fs, fd);
    } finally {
      this.fs.closeSync(fd);
    }
  }
}
