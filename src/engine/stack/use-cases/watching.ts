import path from 'node:path';
import { CortexError, describeError } from '../../platform/errors.ts';
import type { OperationContext } from '../../platform/operation.ts';
import { type Disposable, watchDirectory } from '../../platform/watching.ts';

/** Longest single sleep, in milliseconds, because system timers are limited. */
const MAX_WAIT_MS = 3_600_000;

/** A long-running operation that continues until aborted, whatever happens to the files. */
export class StackWatching {
  readonly #over = new AbortController();
  #said = '';

  /** @param anchor the folder without which watching ends */
  constructor(
    private readonly context: OperationContext,
    private readonly anchor: string,
  ) {}

  /** Runs work on the files. A failure may be gone at the next change, and is reported once. */
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

  /** Resolves when the operation is aborted. @throws CortexError `not-found` when the watched folder was removed */
  async untilEnded(): Promise<void> {
    const { runtime, signal } = this.context;
    const either = AbortSignal.any([signal, this.#over.signal]);
    const above = this.#watchAbove();
    // The folder may have been removed before the watch on its parent began.
    if (!this.#isThere()) this.#over.abort();
    // Watches do not keep the process alive, but this sleep does.
    while (!either.aborted) await runtime.sleep(MAX_WAIT_MS, either);
    above?.dispose();
    if (signal.aborted) return;
    const next = 'Start again when the folder exists.';
    throw new CortexError('not-found', 'the watched folder was removed', { file: this.anchor, next });
  }

  /** Removing a process's own working directory raises no event in it. So its parent is watched, if allowed. */
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
