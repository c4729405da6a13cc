import path from 'node:path';
import { AnsweringThread } from '../../../platform/answering-thread.ts';
import { CortexError } from '../../../platform/errors.ts';
import { programFolder } from '../../../platform/program-folder.ts';
import type { HistoryData, HistoryEvents, HistoryFunctions } from './messages.ts';
import type { Burnt, HistorySpan, PastView } from './past-view.ts';

/** The program of the threads, in their folder. */
export const HISTORY_FILE = 'history-worker.cjs';
const NEXT = 'Ask again: it is started anew.';
/** A burn-down reads all records of a swarm in one go, and says nothing until then: a million take a minute. Milliseconds. */
const BURN_PATIENCE_MS = 900_000;

type Thread = AnsweringThread<HistoryFunctions, HistoryEvents>;

export interface HistoryReaderOptions {
  /** The folder that has `.cortex/`. */
  readonly root: string;
  /** Where the threads' program is. Default: `dist/threads` of the program that runs. */
  readonly folder?: string;
}

/**
 * The past of a swarm, read by threads: one for moments, which stays, and one for each burn-down, so that nobody who looks for a moment
 * waits for that (docs/decisions/0009-replay.md). It writes nothing. It has to be disposed of, or the process does not end.
 */
export class HistoryReader {
  readonly #options: HistoryReaderOptions;
  #moments: Thread | null = null;
  readonly #burning = new Set<Thread>();
  #isDisposed = false;

  constructor(options: HistoryReaderOptions) {
    this.#options = options;
  }

  /** What the swarm has spent, and its forecast; `null` without a swarm. @throws CortexError as `burnDown`; `io` where the thread ended */
  async burnDown(): Promise<Burnt | null> {
    const thread = this.#start(BURN_PATIENCE_MS);
    this.#burning.add(thread);
    try {
      return await thread.ask((functions) => functions.burnDown());
    } finally {
      this.#burning.delete(thread);
      await thread.close();
    }
  }

  /** From when to when there is a history; `null` for none. @throws CortexError when the log cannot be read; `io` where the thread ended */
  span(): Promise<HistorySpan | null> {
    return this.#forMoments().ask((functions) => functions.span());
  }

  /** @param time milliseconds since 1970 UTC @throws CortexError as `stateAt`; `io` where the thread ended, the next question starts another */
  at(time: number): Promise<PastView> {
    return this.#forMoments().ask((functions) => functions.at(time));
  }

  /** Ends the threads; what is being asked is rejected. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await Promise.all([this.#moments, ...this.#burning].map((thread) => thread?.close()));
  }

  #forMoments(): Thread {
    if (this.#moments === null || this.#moments.isOver) this.#moments = this.#start();
    return this.#moments;
  }

  #start(patienceMs?: number): Thread {
    if (this.#isDisposed) throw new CortexError('io', 'the history is not shown any more', { next: 'Open it again.' });
    const { root, folder = programFolder('threads') } = this.#options;
    const data: HistoryData = { root };
    const options = { file: path.join(folder, HISTORY_FILE), data, subject: 'the history', next: NEXT, patienceMs };
    return new AnsweringThread<HistoryFunctions, HistoryEvents>(options, {});
  }
}
