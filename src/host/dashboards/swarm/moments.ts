import { CoalescedWork } from '../../../engine/platform/coalesced-work.ts';
import { describeError } from '../../../engine/platform/errors.ts';
import type { Change, HistoryReader, HistorySpan, PastView } from '../../../engine/swarm/index.ts';
import { clippedOrNull, clipText } from '../../model/pages.ts';
import { historyMark, NO_HISTORY, type PastOptions } from './past-options.ts';
import type { ChangeRow, HistoryState, PastMoment } from './past-protocol.ts';

/** Minimum delay between two readings of a growing log, in milliseconds. */
const GAP_MS = 2_000;
const MAX_PROBLEMS = 3;

export interface MomentOptions extends PastOptions {
  readonly reader: Pick<HistoryReader, 'span' | 'at'>;
}

/** Result of reading a requested time. */
interface Outcome {
  readonly wanted: number;
  readonly sight: PastView | null;
  readonly error: unknown;
}

/** Reads a swarm's state at past times. Reads one at a time; only the newest request counts. */
export class SwarmMoments {
  readonly #options: MomentOptions;
  readonly #refreshing: CoalescedWork;
  /** Mark of the log that was requested last, and of the log that was read last. */
  #asked: string | null = null;
  #known: string | null = null;
  #span: HistorySpan | null = null;
  #error: unknown = null;
  #wanted: number | null = null;
  #outcome: Outcome | null = null;
  #isSeeking = false;
  #isOver = false;

  constructor(options: MomentOptions) {
    this.#options = options;
    this.#refreshing = new CoalescedWork(options.runtime, GAP_MS, () => this.#refresh());
  }

  /** Returns what is known of the history, and the past state. @param at milliseconds since 1970 UTC; `null`: the present is shown */
  look(at: number | null): { readonly history: HistoryState; readonly sight: PastView | null } {
    const mark = historyMark(this.#options);
    if (mark !== this.#asked) {
      this.#asked = mark;
      void this.#refreshing.request();
    }
    this.#wanted = at;
    if (at === null) this.#outcome = null;
    else void this.#seek();
    return { history: this.#state(), sight: this.#outcome?.sight ?? null };
  }

  dispose(): void {
    this.#isOver = true;
    this.#refreshing.dispose();
  }

  #state(): HistoryState {
    if (this.#span === null) {
      if (this.#known !== this.#asked) return { kind: 'reading' };
      return { kind: 'none', why: this.#error === null ? NO_HISTORY : clipText(describeError(this.#error)) };
    }
    const { sight = null, error = null, wanted = null } = this.#outcome ?? {};
    return {
      kind: 'known',
      ...this.#span,
      past: sight === null ? null : momentOf(sight),
      problem: error === null ? null : clipText(describeError(error)),
      isReading: this.#wanted !== wanted,
      now: this.#options.runtime.clock.now(),
    };
  }

  /** Reads the time span of the history. Also reads the shown time again, if its list of later changes was complete, to append new ones. */
  async #refresh(): Promise<void> {
    // A hidden dashboard is not updated. The next request after it is shown reads the log.
    if (!this.#options.isSeen()) {
      this.#asked = null;
      return;
    }
    const mark = historyMark(this.#options);
    this.#asked = mark;
    try {
      this.#span = mark === '' ? null : await this.#options.reader.span();
      this.#error = null;
    } catch (error) {
      this.#error = error;
    }
    this.#known = mark;
    if (this.#outcome?.sight?.hasMore === false) await this.#read(this.#outcome.wanted);
    this.#notify();
  }

  async #seek(): Promise<void> {
    if (this.#isSeeking) return;
    this.#isSeeking = true;
    for (let at = this.#next(); at !== null; at = this.#next()) {
      await this.#read(at);
      this.#notify();
    }
    this.#isSeeking = false;
  }

  /** Returns the requested time if it was not read yet, else `null`. */
  #next(): number | null {
    return this.#isOver || this.#wanted === this.#outcome?.wanted ? null : this.#wanted;
  }

  async #read(wanted: number): Promise<void> {
    let outcome: Outcome;
    try {
      outcome = { wanted, sight: await this.#options.reader.at(wanted), error: null };
    } catch (error) {
      outcome = { wanted, sight: null, error };
    }
    // The user may have returned to the present meanwhile.
    if (this.#wanted !== null) this.#outcome = outcome;
  }

  #notify(): void {
    if (!this.#isOver) this.#options.changed();
  }
}

function momentOf({ at, changes, hasMore, problems }: PastView): PastMoment {
  return { at: at.time, changes: changes.map(changeRow), hasMore, problems: problems.slice(0, MAX_PROBLEMS).map(clipText) };
}

function changeRow({ cursor, time, kind, agent, subject, detail }: Change): ChangeRow {
  return { id: cursor, time, kind, agent: clippedOrNull(agent), subject: clipText(subject), detail: clipText(detail) };
}
