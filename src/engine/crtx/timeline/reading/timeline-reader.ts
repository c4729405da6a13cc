import path from 'node:path';
import { AnsweringThread } from '../../../kernel/answering-thread.ts';
import { CortexError } from '../../../kernel/errors.ts';
import { programFolder } from '../../../kernel/program-folder.ts';
import type { TimelineEntry } from '../../schema/timeline.ts';
import type { TimelineQuery } from '../query.ts';
import type { TimelineData, TimelineEvents, TimelineFunctions } from './messages.ts';
import type { Sight, SightRequest } from './sight.ts';

/** The program of the thread, in the folder of the threads' programs. */
const READER_FILE = 'timeline-worker.cjs';
const NEXT = 'Ask again: it is started anew.';

type Thread = AnsweringThread<TimelineFunctions, TimelineEvents>;

export interface TimelineReaderOptions extends TimelineData {
  /** Where the thread's program is. Default: `dist/threads` of the program that runs. */
  readonly folder?: string;
  /** How long the thread may say nothing while it is asked something. Default: 30 s. */
  readonly patienceMs?: number;
  /** Is told when the same question may have another answer, because more was found or looked up. */
  readonly renewed?: () => void;
}

/**
 * Shows the timeline of a project part by part, from a thread of its own that opens it with the first question and keeps what it knows of it
 * (docs/decisions/0021-overview-swarm-locks-timeline.md, "Timeline"). It has to be disposed of, or the process does not end.
 */
export class TimelineReader {
  readonly #options: TimelineReaderOptions;
  #thread: Thread | null = null;
  /** Why the thread ended while nobody asked: who looks next is told, and not that all is well. */
  #death: CortexError | null = null;
  #isDisposed = false;

  /** @param options whose `root` is as `findProjectRoot` gives it */
  constructor(options: TimelineReaderOptions) {
    this.#options = options;
  }

  /**
   * As much of the timeline as is asked for. Of a query that takes longer there is what was found up to then, and `renewed` tells of more;
   * another query ends the one before it.
   * @throws CortexError when the timeline cannot be read; `io` where the thread ended, also since the last answer, or said nothing for too
   *   long, and the next question starts another one
   */
  async look(request: SightRequest): Promise<Sight> {
    const death = this.#death;
    this.#death = null;
    if (death !== null) throw death;
    return this.#running().ask((functions) => functions.look(request));
  }

  /** The newest entries that are asked for, newest first. @throws as `look` */
  async newest(query: TimelineQuery, limit: number): Promise<readonly TimelineEntry[]> {
    return this.#running().ask((functions) => functions.newest(query, limit));
  }

  /** The timeline may have changed: it is read anew with the next question. */
  changed(): void {
    // A thread that is still to be started reads what there is by then.
    if (this.#thread?.isOver === false) this.#thread.tell((functions) => functions.changed.asEvent());
  }

  /** Ends the thread; what is being asked is rejected. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.#thread?.close();
  }

  #running(): Thread {
    if (this.#isDisposed) throw new CortexError('io', 'the timeline is not shown any more', { next: 'Open it again.' });
    if (this.#thread === null || this.#thread.isOver) {
      const { root, read, folder = programFolder('threads'), patienceMs, renewed = () => undefined } = this.#options;
      const data: TimelineData = { root, read };
      const died = (error: CortexError) => {
        this.#death = error;
        renewed();
      };
      const options = { file: path.join(folder, READER_FILE), data, subject: 'the timeline', next: NEXT, patienceMs, died };
      this.#thread = new AnsweringThread<TimelineFunctions, TimelineEvents>(options, { renewed });
    }
    return this.#thread;
  }
}
