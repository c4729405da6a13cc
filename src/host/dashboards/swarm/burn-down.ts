import { CoalescedWork } from '../../../engine/platform/coalesced-work.ts';
import { describeError } from '../../../engine/platform/errors.ts';
import type { Burnt, HistoryReader } from '../../../engine/swarm/index.ts';
import { clipText } from '../../model/pages.ts';
import { historyMark, NO_HISTORY, type PastOptions } from './past-options.ts';
import type { BurnDownState } from './past-protocol.ts';

/** Minimum delay between two readings, in milliseconds. */
const GAP_MS = 2_000;
const MAX_PROBLEMS = 3;

const OF_ANOTHER = 'The history belongs to another swarm. The history of this swarm starts with the first change made here.';

export interface BurnDownOptions extends PastOptions {
  readonly reader: Pick<HistoryReader, 'burnDown'>;
}

/** The burn-down of a swarm. It is read again when the log has grown and the dashboard is visible. */
export class SwarmBurnDown {
  readonly #options: BurnDownOptions;
  readonly #reading: CoalescedWork;
  /** Mark of the log that was requested last, and of the log that was read last. */
  #asked: string | null = null;
  #known: string | null = null;
  #burnt: Burnt | null = null;
  #error: unknown = null;
  #isOver = false;

  constructor(options: BurnDownOptions) {
    this.#options = options;
    this.#reading = new CoalescedWork(options.runtime, GAP_MS, () => this.#read());
  }

  /** Returns the current state, and requests a new reading if the log has changed. @param swarm id of the swarm that is shown */
  stateFor(swarm: string): BurnDownState {
    const mark = historyMark(this.#options);
    if (mark !== this.#asked) {
      this.#asked = mark;
      void this.#reading.request();
    }
    const error = this.#error === null ? null : clipText(describeError(this.#error));
    if (this.#burnt?.id === swarm) return shown(this.#burnt, error);
    if (this.#known !== this.#asked) return { kind: 'reading' };
    return { kind: 'none', why: error ?? (this.#burnt === null ? NO_HISTORY : OF_ANOTHER) };
  }

  dispose(): void {
    this.#isOver = true;
    this.#reading.dispose();
  }

  async #read(): Promise<void> {
    // A hidden dashboard is not updated. The next request after it is shown reads the log.
    if (!this.#options.isSeen()) {
      this.#asked = null;
      return;
    }
    const mark = historyMark(this.#options);
    this.#asked = mark;
    try {
      this.#burnt = mark === '' ? null : await this.#options.reader.burnDown();
      this.#error = null;
    } catch (error) {
      this.#error = error;
    }
    this.#known = mark;
    if (!this.#isOver) this.#options.changed();
  }
}

function shown({ steps, limits, left, forecast, problems }: Burnt, error: string | null): BurnDownState {
  const named = problems.slice(0, MAX_PROBLEMS).map(clipText);
  return {
    kind: 'burnt',
    steps,
    limits: { tokens: limits.maxTokens, cost: limits.maxCostUsd, duration: limits.maxDurationMs },
    left,
    forecast,
    problems: error === null ? named : [error, ...named],
  };
}
