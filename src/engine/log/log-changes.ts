import path from 'node:path';
import { CoalescedWork } from '../platform/coalesced-work.ts';
import type { Runtime } from '../platform/runtime.ts';
import { type Disposable, type WatchDirectory, watchDirectory } from '../platform/watching.ts';
import { segmentNumber } from './layout.ts';
import { Wakers } from './waking/wakers.ts';

/** Minimum time between two notifications, in milliseconds. */
const GAP_MS = 20;
/** First pause between two comparisons of the files, where the system reports changes late or not at all. It doubles. Milliseconds. */
const FIRST_LOOK_MS = 250;
/** Longest such pause, so that a grant arrives in time. */
const MAX_LOOK_MS = 1_000;
/** The same pause while other processes report changes to this one, in case all of them are stopped. */
const LOOK_IF_WOKEN_MS = 60_000;
/** A process that has waited this long may wake others, in milliseconds. */
const LASTING_MS = 1_000;
/** How often a process tries to get a watch after it got none, in milliseconds. */
const WATCH_AGAIN_MS = 10_000;
/** When a waker ends, each process it woke joins again after a random time below this, in milliseconds. */
const STAGGER_MS = 250;
/** Longest time of a timer, in milliseconds. */
const FOREVER_MS = 2 ** 31 - 1;

interface LogChangesOptions {
  readonly watch?: WatchDirectory;
  /** True if the system reports changes late. Windows does so while other processes keep the file open. */
  readonly isLate?: boolean;
}

/** Notifies waiting code of writes to the folders of a log (docs/decisions/0056-waking-waiting-processes.md). */
export class LogChanges implements Disposable {
  readonly #looking: CoalescedWork;
  readonly #watch: WatchDirectory;
  readonly #isLate: boolean;
  readonly #wakers: Wakers;
  readonly #openedAt: number;
  #watches: Disposable[] = [];
  #triedAt = Number.NEGATIVE_INFINITY;
  #next = new AbortController();
  /** The files as of the last comparison, or before; `null` if there was none. */
  #seen: string | null = null;
  #sleepers = 0;
  /** Ends the pause before the next comparison. */
  #pause = new AbortController();
  #isGuarding = false;
  #hasOffered = false;
  #isDisposed = false;

  /** @param directory folder of the log @param published the file that the log publishes */
  constructor(
    private readonly runtime: Runtime,
    private readonly directory: string,
    private readonly published: string,
    { watch = watchDirectory, isLate = process.platform === 'win32' }: LogChangesOptions = {},
  ) {
    this.#watch = watch;
    this.#isLate = isLate;
    this.#openedAt = runtime.clock.monotonic();
    this.#looking = new CoalescedWork(runtime, GAP_MS, () => void this.#compare());
    this.#wakers = new Wakers(runtime, directory, {
      woken: () => void this.#looking.request(),
      lost: () => void this.#rejoin(),
    });
    this.#watchAll();
  }

  /** Aborts at the next write. Get it before reading the log, so that no write is missed. */
  get next(): AbortSignal {
    this.#seen ??= this.#look();
    return this.#next.signal;
  }

  /** Sleeps until the next write, the given time or an abort. @param ms milliseconds @param written `next`, from before the log was read */
  async sleep(ms: number, written: AbortSignal, signal: AbortSignal): Promise<void> {
    this.#sleepers += 1;
    if (!this.#isGuarding) void this.#guard();
    await this.runtime.sleep(Math.max(1, ms), AbortSignal.any([signal, written]));
    this.#sleepers -= 1;
    if (this.#sleepers === 0) this.#endPause();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#endPause();
    this.#wakers.dispose();
    this.#unwatch();
    this.#looking.dispose();
    this.#notify();
  }

  /** True if this process must compare the files, or be woken by another one. */
  get #isBlind(): boolean {
    return this.#isLate || this.#watches.length === 0;
  }

  /** True if this process leaves the comparisons to others. */
  get #isWoken(): boolean {
    return this.#wakers.isWoken && !this.#wakers.isWaker;
  }

  /** Watches all folders or none. */
  #watchAll(): void {
    this.#triedAt = this.runtime.clock.monotonic();
    try {
      for (const folder of [this.directory, path.dirname(this.published)]) {
        this.#watches.push(this.#watch(folder, { changed: () => void this.#looking.request(), failed: () => this.#lost() }));
      }
    } catch {
      this.#unwatch();
    }
  }

  #unwatch(): void {
    for (const watching of this.#watches.splice(0)) watching.dispose();
  }

  /** Wakes waiting code, because it must compare the files from now on. */
  #lost(): void {
    this.#unwatch();
    this.#endPause();
    this.#notify();
  }

  async #rejoin(): Promise<void> {
    const [random = 0] = this.runtime.random(1);
    await this.runtime.sleep(random % STAGGER_MS, undefined, { ref: false });
    this.#triedAt = Number.NEGATIVE_INFINITY;
    this.#endPause();
  }

  #endPause(): void {
    this.#pause.abort();
  }

  /** While code waits: wakes other processes, or is woken by them, or compares the files. */
  async #guard(): Promise<void> {
    this.#isGuarding = true;
    for (let pause = FIRST_LOOK_MS; ; pause = Math.min(2 * pause, MAX_LOOK_MS)) {
      this.#pause = new AbortController();
      const { signal } = this.#pause;
      await this.runtime.sleep(this.#pauseLength(pause), signal, { ref: false });
      // A waker compares the files for the others as long as the program runs.
      if ((this.#sleepers === 0 && !this.#wakers.isWaker) || this.#isDisposed) break;
      if (this.#isBlind) this.#lookAround(!signal.aborted);
      else await this.#offer('free');
    }
    this.#isGuarding = false;
  }

  #pauseLength(shortest: number): number {
    if (this.#isBlind) return this.#isWoken ? Math.min(LOOK_IF_WOKEN_MS, Math.max(shortest, this.#wakers.retryIn)) : shortest;
    return this.#hasOffered ? FOREVER_MS : this.#openedAt + LASTING_MS - this.runtime.clock.monotonic();
  }

  /** Without a watch: compares the files, tries to get a watch, or else joins the wakers. @param isDue false if the pause was cut short */
  #lookAround(isDue: boolean): void {
    const wasWoken = this.#isWoken;
    if (this.#compare() && wasWoken && isDue) this.#wakers.replaceStopped();
    if (!this.#isLate && this.runtime.clock.monotonic() - this.#triedAt >= WATCH_AGAIN_MS) this.#watchAll();
    const joining = this.#isBlind ? this.#wakers.join() : this.#offer('any');
    // A change may have been written before the wakers knew of this process, or before the watch began. Nothing waits for a waker that does
    // not answer.
    void joining.then(() => this.#compare());
  }

  /** With a watch: this process needs no others, but may wake them. */
  async #offer(which: 'free' | 'any'): Promise<void> {
    this.#hasOffered = true;
    await this.#wakers.offer(which);
  }

  /** Notifies if the files differ from those of the last comparison. */
  #compare(): boolean {
    const seen = this.#look();
    if (seen === this.#seen) return false;
    this.#seen = seen;
    this.#notify();
    this.#wakers.changed();
    return true;
  }

  /** Returns what changes with each write: size, time and identity of the files. */
  #look(): string {
    return `${this.#lookAtLog()},${this.#stat(this.published)}`;
  }

  /** An append changes only its segment, which is the last one. */
  #lookAtLog(): string {
    const { directory } = this;
    try {
      const segments = this.runtime.fs.readdirSync(directory).filter((name) => segmentNumber(name) !== null);
      const last = segments.sort((one, other) => (segmentNumber(one) ?? 0) - (segmentNumber(other) ?? 0)).at(-1);
      return `${segments.length}:${last === undefined ? '' : this.#stat(path.join(directory, last))}`;
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
