import { CoalescedWork } from '../platform/coalesced-work.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type Disposable, type WatchDirectory, watchDirectory } from '../platform/watching.ts';

/** Minimum time between two notifications, in milliseconds. */
const GAP_MS = 20;
/** Polling interval where the system reports changes late or not at all, in milliseconds. */
const BLIND_LOOK_MS = 250;

/** Notifies waiting code of writes to the folders of a log. */
export class LogChanges implements Disposable {
  readonly #notifying: CoalescedWork;
  readonly #watches: Disposable[] = [];
  #next = new AbortController();
  /** True if changes must be polled. Windows reports changes late if other processes keep the file open. */
  #isBlind = process.platform === 'win32';

  /** @param folders folders to watch, each with the file name that must change, or `null` for any */
  constructor(
    runtime: Runtime,
    folders: readonly (readonly [folder: string, name: string | null])[],
    watch: WatchDirectory = watchDirectory,
  ) {
    this.#notifying = new CoalescedWork(runtime, GAP_MS, () => this.#notify());
    for (const [folder, wanted] of folders) this.#watch(folder, wanted, watch);
  }

  /** Aborts at the next write. Get it before reading the log, so that no write is missed. */
  get next(): AbortSignal {
    return this.#next.signal;
  }

  /** Longest time to sleep before reading the log again, in milliseconds. */
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

  /** Wakes waiting code, because it must poll from now on. */
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
