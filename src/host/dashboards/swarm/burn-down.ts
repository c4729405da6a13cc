import { CoalescedWork } from '../../../engine/platform/coalesced-work.ts';
import { describeError } from '../../../engine/platform/errors.ts';
import type { Burnt, HistoryReader } from '../../../engine/swarm/index.ts';
import { clipped } from '../../model/pages.ts';
import { markOf, NO_HISTORY, type PastOptions } from './past-options.ts';
import type { BurnDownState } from './past-protocol.ts';

/** Between two readings; it never reads more than half of the time. */
const GAP_MS = 2_000;
const MOST_PROBLEMS = 3;

const OF_ANOTHER = 'The history here is of another swarm: this one came with its file. It begins with the first change made here.';

export interface BurnDownOptions extends PastOptions {
  readonly reader: Pick<HistoryReader, 'burnDown'>;
}

/** The burn-down of a swarm as it was last read: read anew when the log has grown and somebody looks. */
export class SwarmBurnDown {
  readonly #options: BurnDownOptions;
  readonly #reading: CoalescedWork;
  /** The log for which it is to be read, and the one for which it was. */
  #asked: string | null = null;
  #known: string | null = null;
  #burnt: Burnt | null = null;
  #error: unknown = null;
  #isOver = false;

  constructor(options: BurnDownOptions) {
    this.#options = options;
    this.#reading = new CoalescedWork(options.runtime, GAP_MS, () => this.#read());
  }

  /** What is known now. @param swarm the id of the swarm that is shown */
  stateFor(swarm: string): BurnDownState {
    const mark = markOf(this.#options);
    if (mark !== this.#asked) {
      this.#asked = mark;
      void this.#reading.request();
    }
    const error = this.#error === null ? null : clipped(describeError(this.#error));
    if (this.#burnt?.id === swarm) return shown(this.#burnt, error);
    if (this.#known !== this.#asked) return { kind: 'reading' };
    return { kind: 'none', why: error ?? (this.#burnt === null ? NO_HISTORY : OF_ANOTHER) };
  }

  dispose(): void {
    this.#isOver = true;
    this.#reading.dispose();
  }

  async #read(): Promise<void> {
    // Whoever looks again asks again.
    if (!this.#options.isSeen()) {
      this.#asked = null;
      return;
    }
    const mark = markOf(this.#options);
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
  const named = problems.slice(0, MOST_PROBLEMS).map(clipped);
  return {
    kind: 'burnt',
    steps,
    limits: { tokens: limits.maxTokens, cost: limits.maxCostUsd, duration: limits.maxDurationMs },
    left,
    forecast,
    problems: error === null ? named : [error, ...named],
  };
}
