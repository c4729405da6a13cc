import path from 'node:path';
import { AnsweringThread } from '../../../platform/answering-thread.ts';
import { CortexError } from '../../../platform/errors.ts';
import { programFolder } from '../../../platform/program-folder.ts';
import type { SwarmActivity } from '../activity.ts';
import type { Burnt, HistoryData, HistoryEvents, HistoryFunctions, HistorySpan, PastView } from './past-view.ts';

/** File name of the threads' program. */
export const HISTORY_FILE = 'history-worker.cjs';
const NEXT = 'Try again: the reader restarts.';
/** Timeout of reading all records of a swarm, in milliseconds, without a sign of progress: a million take a minute. */
const PATIENCE_FOR_ALL_MS = 900_000;

type Thread = AnsweringThread<HistoryFunctions, HistoryEvents>;

export interface HistoryReaderOptions {
  /** The folder that has `.cortex/`. */
  readonly root: string;
  /** Folder of the threads' program. Default: `dist/threads` of the running program. */
  readonly folder?: string;
}

/**
 * Reads the history of a swarm in threads: a permanent thread for moments, one for the agents' activity, and one for each burn-down, so
 * that looking at a moment does not wait for the others (docs/decisions/0009-replay.md). Writes nothing. Must be disposed of, or the process does not end.
 */
export class HistoryReader {
  readonly #options: HistoryReaderOptions;
  #moments: Thread | null = null;
  #activity: Thread | null = null;
  readonly #burning = new Set<Thread>();
  #isDisposed = false;

  constructor(options: HistoryReaderOptions) {
    this.#options = options;
  }

  /** Returns the spending and its forecast; `null` without a swarm. @throws CortexError as `burnDown`; `io` if the thread ended */
  async burnDown(): Promise<Burnt | null> {
    const thread = this.#start(PATIENCE_FOR_ALL_MS);
    this.#burning.add(thread);
    try {
      return await thread.ask((functions) => functions.burnDown());
    } finally {
      this.#burning.delete(thread);
      await thread.close();
    }
  }

  /** Returns the time range of the history; `null` for none. @throws CortexError when the log cannot be read; `io` if the thread ended */
  span(): Promise<HistorySpan | null> {
    return this.#forMoments().ask((functions) => functions.span());
  }

  /**
   * Returns the swarm at a time.
   * @param time milliseconds since 1970 UTC
   * @throws CortexError as `stateAt`; `io` if the thread ended; the next call starts a new one
   */
  at(time: number): Promise<PastView> {
    return this.#forMoments().ask((functions) => functions.at(time));
  }

  /** Returns what the agents have done; `null` without a swarm. @throws CortexError when the log cannot be read; `io` if the thread ended */
  activity(): Promise<SwarmActivity | null> {
    if (this.#activity === null || this.#activity.isOver) this.#activity = this.#start(PATIENCE_FOR_ALL_MS);
    return this.#activity.ask((functions) => functions.activity());
  }

  /** Ends the threads and rejects pending calls. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await Promise.all([this.#moments, this.#activity, ...this.#burning].map((thread) => thread?.close()));
  }

  #forMoments(): Thread {
    if (this.#moments === null || this.#moments.isOver) this.#moments = this.#start();
    return this.#moments;
  }

  #start(patienceMs?: number): Thread {
    if (this.#isDisposed) throw new CortexError('io', 'the history is closed', { next: 'Open it again.' });
    const { root, folder = programFolder('threads') } = this.#options;
    const data: HistoryData = { root };
    const options = { file: path.join(folder, HISTORY_FILE), data, subject: 'the history', next: NEXT, patienceMs };
    return new AnsweringThread<HistoryFunctions, HistoryEvents>(options, {});
  }
}
