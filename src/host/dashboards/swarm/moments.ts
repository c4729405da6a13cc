import { describeError } from '../../../engine/platform/errors.ts';
import type { Change, HistoryReader, HistorySpan, PastView } from '../../../engine/swarm/index.ts';
import { clippedOrNull, clipText } from '../../model/pages.ts';
import { FollowedLog } from './followed-log.ts';
import { NO_HISTORY, type PastOptions } from './past-options.ts';
import type { ChangeRow, HistoryState, PastMoment } from './past-protocol.ts';

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
  readonly #log: FollowedLog<HistorySpan>;
  #wanted: number | null = null;
  #outcome: Outcome | null = null;
  #isSeeking = false;
  #isOver = false;

  constructor(options: MomentOptions) {
    this.#options = options;
    this.#log = new FollowedLog({ ...options, read: () => this.#readSpan() });
  }

  /** Returns what is known of the history, and the past state. @param at milliseconds since 1970 UTC; `null`: the present is shown */
  look(at: number | null): { readonly history: HistoryState; readonly sight: PastView | null } {
    this.#log.request();
    this.#wanted = at;
    if (at === null) this.#outcome = null;
    else void this.#seek();
    return { history: this.#state(), sight: this.#outcome?.sight ?? null };
  }

  dispose(): void {
    this.#isOver = true;
    this.#log.dispose();
  }

  #state(): HistoryState {
    const { result, isReading, error: unread } = this.#log;
    if (result === null) {
      if (isReading) return { kind: 'reading' };
      return { kind: 'none', why: unread === null ? NO_HISTORY : clipText(describeError(unread)) };
    }
    const { sight = null, error = null, wanted = null } = this.#outcome ?? {};
    return {
      kind: 'known',
      ...result,
      past: sight === null ? null : momentOf(sight),
      problem: error === null ? null : clipText(describeError(error)),
      isReading: this.#wanted !== wanted,
      now: this.#options.runtime.clock.now(),
    };
  }

  /** Reads the time span of the history. Also reads the shown time again, if its list of later changes was complete, to append new ones. */
  async #readSpan(): Promise<HistorySpan | null> {
    const span = await this.#options.reader.span();
    if (this.#outcome?.sight?.hasMore === false) await this.#read(this.#outcome.wanted);
    return span;
  }

  async #seek(): Promise<void> {
    if (this.#isSeeking) return;
    this.#isSeeking = true;
    for (let at = this.#next(); at !== null; at = this.#next()) {
      await this.#read(at);
      this.#log.notify();
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
}

function momentOf({ at, changes, hasMore, problems }: PastView): PastMoment {
  return { at: at.time, changes: changes.map(changeRow), hasMore, problems: problems.slice(0, MAX_PROBLEMS).map(clipText) };
}

function changeRow({ cursor, time, kind, agent, subject, detail }: Change): ChangeRow {
  return { id: cursor, time, kind, agent: clippedOrNull(agent), subject: clipText(subject), detail: clipText(detail) };
}
