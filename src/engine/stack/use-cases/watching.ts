import path from 'node:path';
import { CortexError, describeError } from '../../platform/errors.ts';
import type { OperationContext } from '../../platform/operation.ts';
import { type Disposable, watchDirectory } from '../../platform/watching.ts';

/** Timers of the system cannot wait for ever. Milliseconds. */
const LONGEST_WAIT_MS = 3_600_000;

/** Something that goes on until it is told to stop, and survives whatever becomes of the files. */
export class Watching {
  readonly #over = new AbortController();
  #said = '';

  /** @param anchor the folder without which there is nothing to wait for */
  constructor(
    private readonly context: OperationContext,
    private readonly anchor: string,
  ) {}

  /** Does something with the files; what cannot be done may be possible at the next change, and is said once. */
  async attempt(work: () => void | Promise<void>): Promise<void> {
    try {
      await work();
      this.#said = '';
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      this.failed(error);
    }
  }

  readonly failed = (error: CortexError): void => {
    const text = describeError(error);
    if (text !== this.#said) this.context.progress(text);
    this.#said = text;
  };

  /** Resolves when the operation is told to end. @throws CortexError `not-found` when there is nothing to wait for any more */
  async untilEnded(): Promise<void> {
    const { runtime, signal } = this.context;
    const either = AbortSignal.any([signal, this.#over.signal]);
    const above = this.#watchAbove();
    // It may be gone since somebody was told that it is watched.
    if (!this.#isThere()) this.#over.abort();
    // What watches does not keep a process alive, and this does.
    while (!either.aborted) await runtime.sleep(LONGEST_WAIT_MS, either);
    above?.dispose();
    if (signal.aborted) return;
    const next = 'Begin anew when it is there again.';
    throw new CortexError('not-found', 'the folder that was watched has been removed', { file: this.anchor, next });
  }

  /** A folder in which a process works does not tell that it is removed; the one above it does, where it may be looked at. */
  #watchAbove(): Disposable | null {
    const { dir, base } = path.parse(this.anchor);
    const changed = (name: string | null) => {
      if ((name === null || name === base) && !this.#isThere()) this.#over.abort();
    };
    try {
      return watchDirectory(dir, { changed, failed: () => undefined });
    } catch {
      return null;
    }
  }

  #isThere(): boolean {
    try {
      return this.context.runtime.fs.statSync(this.anchor, { bigint: true }).isDirectory();
    } catch {
      return false;
    }
  }
}
