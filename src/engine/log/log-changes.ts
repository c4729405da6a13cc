import path from 'node:path';
import { CoalescedWork } from '../platform/coalesced-work.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type Disposable, type WatchDirectory, watchDirectory } from '../platform/watching.ts';
import { segmentNumber } from './layout.ts';

/** Minimum time between two notifications, in milliseconds. */
const GAP_MS = 20;
/** First polling interval where the system reports changes late or not at all, in milliseconds. It doubles while nothing changes. */
const SHORTEST_BLIND_MS = 250;
/** Longest polling interval, so that a grant arrives in time. */
const LONGEST_BLIND_MS = 1_000;

/** A folder to watch, with the file name that must change, or `null` for any. Without a name, the folder is that of a log. */
type Watched = readonly [folder: string, name: string | null];

/** Notifies waiting code of writes to the folders of a log. */
export class LogChanges implements Disposable {
  readonly #notifying: CoalescedWork;
  readonly #watches: Disposable[] = [];
  #next = new AbortController();
  /** True if changes must be polled. Windows reports changes late if other processes keep the file open. */
  #isBlind = process.platform === 'win32';
  /** The files as of the last poll, or before; `null` if nothing was polled yet. */
  #seen: string | null = null;

  constructor(
    private readonly runtime: Runtime,
    private readonly folders: readonly Watched[],
    watch: WatchDirectory = watchDirectory,
  ) {
    this.#notifying = new CoalescedWork(runtime, GAP_MS, () => this.#notify());
    for (const [folder, wanted] of folders) this.#watch(folder, wanted, watch);
  }

  /** Aborts at the next write. Get it before reading the log, so that no write is missed. */
  get next(): AbortSignal {
    if (this.#isBlind) this.#seen ??= this.#look();
    return this.#next.signal;
  }

  /**
   * Sleeps until the next write, the given time or an abort. Where the system does not report writes, compares sizes and times of the files
   * at growing intervals: that costs far less than to read the log.
   * @param ms milliseconds @param written `next`, from before the log was read
   */
  async sleep(ms: number, written: AbortSignal, signal: AbortSignal): Promise<void> {
    const { clock, sleep } = this.runtime;
    const over = AbortSignal.any([signal, written]);
    const end = clock.monotonic() + ms;
    for (let pause = SHORTEST_BLIND_MS; !over.aborted; pause = Math.min(2 * pause, LONGEST_BLIND_MS)) {
      const left = end - clock.monotonic();
      if (left <= 0) return;
      await sleep(this.#isBlind ? Math.min(left, pause) : left, over);
      if (this.#isBlind) this.#compare();
    }
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

  #compare(): void {
    const seen = this.#look();
    if (seen === this.#seen) return;
    this.#seen = seen;
    this.#notify();
  }

  /** Returns what changes with each write: size, time and identity of the files. */
  #look(): string {
    return this.folders.map(([folder, name]) => (name === null ? this.#lookAtLog(folder) : this.#stat(path.join(folder, name)))).join();
  }

  /** An append changes only its segment, which is the last one. */
  #lookAtLog(folder: string): string {
    const { fs } = this.runtime;
    try {
      const segments = fs.readdirSync(folder).filter((name) => segmentNumber(name) !== null);
      const last = segments.sort((one, other) => (segmentNumber(one) ?? 0) - (segmentNumber(other) ?? 0)).at(-1);
      return `${segments.length}:${last === undefined ? '' : this.#stat(path.join(folder, last))}`;
    } catch {
      return '';
    }
  }

  #stat(file: string): string {
    try {
      const { size, mtimeNs, ino } = this.runtime.fs.statSync(file, { bigint: true });
      return `${ino}:${size}:${mtimeNs}`;
    } catch {
      return '';
    }
  }

  #notify(): void {
    const last = this.#next;
    this.#next = new AbortController();
    last.abort();
  }
}
