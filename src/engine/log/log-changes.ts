import { CoalescedWork } from '../platform/coalesced-work.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type Disposable, type WatchDirectory, watchDirectory } from '../platform/watching.ts';

/** Between two tellings at least, however much is written. Milliseconds. */
const GAP_MS = 20;
/** So often whoever waits looks by itself where the system tells nothing, or late. Milliseconds. */
const BLIND_LOOK_MS = 250;

/** Tells those who wait for a log that something was written into one of its folders. */
export class LogChanges implements Disposable {
  readonly #notifying: CoalescedWork;
  readonly #watches: Disposable[] = [];
  #next = new AbortController();
  /** Windows tells late of files that others keep open. */
  #isBlind = process.platform === 'win32';

  /** @param folders where a change is one, each with the name that must have changed in it, or `null` for any */
  constructor(
    runtime: Runtime,
    folders: readonly (readonly [folder: string, name: string | null])[],
    watch: WatchDirectory = watchDirectory,
  ) {
    this.#notifying = new CoalescedWork(runtime, GAP_MS, () => this.#notify());
    for (const [folder, wanted] of folders) this.#watch(folder, wanted, watch);
  }

  /** Aborted as soon as something is written; asked for before one looks, so that nothing is missed. */
  get next(): AbortSignal {
    return this.#next.signal;
  }

  /** For at most so long one sleeps until the next look, in milliseconds. */
  get longestSleep(): number {
    return this.#isBlind ? BLIND_LOOK_MS : Number.POSITIVE_INFINITY;
  }

  dispose(): void {
    for (const watching of this.#watches.splice(0)) watching.dispose();
    this.#notifying.dispose();
    this.#notify();
  }

  #watch(folder: string, wanted: string | null, watch: WatchDirectory): void {
    const changed = (name: string | null) => {
      if (name === null || wanted === null || name === wanted) void this.#notifying.request();
    };
    try {
      this.#watches.push(watch(folder, { changed, failed: () => this.#lost() }));
    } catch {
      this.#isBlind = true;
    }
  }

  /** Whoever sleeps must know that it is not told any more. */
  #lost(): void {
    this.#isBlind = true;
    this.#notify();
  }

  #notify(): void {
    const last = this.#next;
    this.#next = new AbortController();
    last.abort();
  }
}
