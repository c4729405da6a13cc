import { CoalescedWork } from '../../../engine/platform/coalesced-work.ts';
import { describeError } from '../../../engine/platform/errors.ts';
import { clipText } from '../../model/pages.ts';
import { historyMark, NO_HISTORY, type PastOptions } from './past-options.ts';

/** Minimum delay between two readings, in milliseconds. */
const GAP_MS = 2_000;
const MAX_PROBLEMS = 3;

const OF_ANOTHER = 'The history belongs to another swarm. The history of this swarm starts with the first change made here.';

/** What was read of the log of a swarm. */
interface OfSwarm {
  /** Id of the swarm. */
  readonly id: string;
  readonly problems: readonly string[];
}

/** `reading`: not read yet. `none`: there is nothing, and why. */
export type LogState<Result> =
  | { readonly kind: 'reading' }
  | { readonly kind: 'none'; readonly why: string }
  | { readonly kind: 'read'; readonly result: Result; readonly problems: readonly string[] };

export interface LogReadingOptions<Result> extends PastOptions {
  read(): Promise<Result | null>;
}

/** A result that is read from the log of a swarm, and again when the log has grown and the dashboard is visible. */
export class LogReading<Result extends OfSwarm> {
  readonly #options: LogReadingOptions<Result>;
  readonly #reading: CoalescedWork;
  /** Mark of the log that was requested last, and of the log that was read last. */
  #asked: string | null = null;
  #known: string | null = null;
  #result: Result | null = null;
  #error: unknown = null;
  #isOver = false;

  constructor(options: LogReadingOptions<Result>) {
    this.#options = options;
    this.#reading = new CoalescedWork(options.runtime, GAP_MS, () => this.#read());
  }

  /** Returns the current state, and requests a new reading if the log has changed. @param swarm id of the swarm that is shown */
  stateFor(swarm: string): LogState<Result> {
    const mark = historyMark(this.#options);
    if (mark !== this.#asked) {
      this.#asked = mark;
      void this.#reading.request();
    }
    const error = this.#error === null ? null : clipText(describeError(this.#error));
    if (this.#result?.id === swarm) return { kind: 'read', result: this.#result, problems: shownProblems(this.#result, error) };
    if (this.#known !== this.#asked) return { kind: 'reading' };
    return { kind: 'none', why: error ?? (this.#result === null ? NO_HISTORY : OF_ANOTHER) };
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
      this.#result = mark === '' ? null : await this.#options.read();
      this.#error = null;
    } catch (error) {
      this.#error = error;
    }
    this.#known = mark;
    if (!this.#isOver) this.#options.changed();
  }
}

/** Returns the first gaps in the history, and before them why it could not be read again. */
function shownProblems({ problems }: OfSwarm, error: string | null): readonly string[] {
  const named = problems.slice(0, MAX_PROBLEMS).map(clipText);
  return error === null ? named : [error, ...named];
}
