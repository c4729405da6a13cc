import { CoalescedWork } from '../../platform/coalesced-work.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { Disposable } from '../../platform/watching.ts';
import type { WakerMessage } from './waker-link.ts';
import { WakerPlace } from './waker-place.ts';

const PLACES = [1, 2].map((n) => ({ folder: `wake-${n}`, mutex: `waker-${n}` }));

/** A waker pauses this long for each process that it has woken, so that a busy log leaves the processor to others. Milliseconds. */
const PAUSE_MS = 0.5;
/** If a waker does not report a change for this long after another one has seen it, it is stopped. Milliseconds. */
const DEAF_MS = 5_000;
/** A report this long before the own observation may be about the same change, in milliseconds. */
const TOLERANCE_MS = 2_000;
/** First and longest pause after a waker could not be joined, in milliseconds. */
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

/** What the owner learns. */
export interface WakersListener {
  /** The log may have changed. */
  woken(): void;
  /** A waker has ended or was replaced: this process may have to look for itself until it has joined again. */
  lost(): void;
}

/**
 * Two processes that wake those which the system does not notify of changes: one alone might be stopped
 * (docs/decisions/0056-waking-waiting-processes.md).
 */
export class Wakers implements Disposable {
  readonly #places: readonly WakerPlace[];
  readonly #sending: CoalescedWork;
  readonly #closed = new AbortController();
  #working: Promise<void> | null = null;
  #checking: Promise<void> | null = null;
  #retryAt = Number.NEGATIVE_INFINITY;
  #retryMs = FIRST_RETRY_MS;

  constructor(
    private readonly runtime: Runtime,
    directory: string,
    private readonly listener: WakersListener,
  ) {
    const events = {
      woken: (message: WakerMessage) => (message === 'log' ? listener.woken() : this.#leaveReplaced()),
      closed: () => this.#lost(),
    };
    this.#places = PLACES.map((role) => new WakerPlace(runtime, directory, role, events));
    this.#sending = new CoalescedWork(runtime, 0, () => this.#send());
  }

  /** True while another process wakes this one. */
  get isWoken(): boolean {
    return this.#places.some(({ isJoined }) => isJoined);
  }

  /** Time until `join` tries again to join those that could not be joined, in milliseconds. */
  get retryIn(): number {
    return this.#isComplete ? Number.POSITIVE_INFINITY : Math.max(0, this.#retryAt - this.runtime.clock.monotonic());
  }

  /** True while this process wakes others. */
  get isWaker(): boolean {
    return this.#own !== undefined;
  }

  /** For a process that is not notified: joins the wakers, and takes a free place. */
  join(): Promise<void> {
    return this.#once(() => this.#join());
  }

  /** For a process that is notified: leaves the wakers, and takes a place that is free, or that `any` process does not answer at. */
  offer(which: 'free' | 'any'): Promise<void> {
    return this.#once(async () => {
      if (this.isWaker) return;
      for (const place of this.#places) place.leave();
      for (const place of this.#places) if ((which === 'any' || place.isFree) && (await place.take())) return;
    });
  }

  /** Wakes the others after a change, and checks that the other waker does so, too. */
  changed(): void {
    this.#own?.resignIfTaken();
    if (!this.isWaker) return;
    void this.#sending.request();
    this.replaceStopped();
  }

  /** Replaces the wakers that do not report a change which this process has just seen. */
  replaceStopped(): void {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = null;
    });
  }

  dispose(): void {
    this.#closed.abort();
    this.#sending.dispose();
    for (const place of this.#places) place.close();
  }

  /** True if this process has joined all other wakers. */
  get #isComplete(): boolean {
    return this.#places.every(({ isOwn, isJoined }) => isOwn || isJoined);
  }

  get #own(): WakerPlace | undefined {
    return this.#places.find(({ isOwn }) => isOwn);
  }

  async #once(work: () => Promise<void>): Promise<void> {
    if (this.#closed.signal.aborted) return;
    this.#working ??= work().finally(() => {
      this.#working = null;
    });
    await this.#working;
  }

  async #join(): Promise<void> {
    const { clock } = this.runtime;
    this.#own?.resignIfTaken();
    if (clock.monotonic() < this.#retryAt) return;
    for (const place of this.#places) if (!place.isOwn && !(await place.join()) && !this.isWaker) await place.take();
    // Another process may be about to take the place.
    this.#retryAt = clock.monotonic() + this.#retryMs;
    this.#retryMs = this.#isComplete ? FIRST_RETRY_MS : Math.min(2 * this.#retryMs, MAX_RETRY_MS);
  }

  async #send(): Promise<void> {
    const woken = this.#own?.woken ?? 0;
    this.#own?.send('log');
    await this.runtime.sleep(woken * PAUSE_MS, this.#closed.signal, { ref: false });
  }

  async #check(): Promise<void> {
    const { clock, sleep } = this.runtime;
    const since = clock.monotonic() - TOLERANCE_MS;
    const held = this.#places.filter(({ isOwn, isFree }) => !isOwn && !isFree);
    const joined = held.filter(({ isJoined }) => isJoined);
    // A stopped process does not answer one that joins, and loses its place.
    if (this.isWaker) for (const place of held) await place.join();
    if (joined.length > 0) await sleep(DEAF_MS, this.#closed.signal, { ref: false });
    if (this.#closed.signal.aborted) return;
    const deaf = joined.filter(({ isJoined, heardAt }) => isJoined && heardAt < since);
    for (const place of deaf) place.removeWaker();
    if (deaf.length === 0 && !held.some(({ isFree }) => isFree)) return;
    this.#own?.send('wakers');
    this.#lost();
  }

  #leaveReplaced(): void {
    if (this.#places.map((place) => place.leaveReplaced()).includes(true)) this.#lost();
  }

  #lost(): void {
    [this.#retryAt, this.#retryMs] = [Number.NEGATIVE_INFINITY, FIRST_RETRY_MS];
    this.listener.lost();
  }
}
