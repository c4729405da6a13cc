import path from 'node:path';
import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import { LastingThread } from '../../platform/lasting-thread.ts';
import { programFolder } from '../../platform/program-folder.ts';
import type { TimelineQuery } from '../query.ts';
import type { TimelineWindow } from '../schemas/timeline-window.ts';
import type { TimelineData, TimelineEvents, TimelineFunctions, WindowRequest } from './messages.ts';

/** The program of the thread, in the folder of the threads' programs. */
const READER_FILE = 'timeline-worker.cjs';

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
  readonly #thread: LastingThread<TimelineFunctions, TimelineEvents>;

  /** @param options whose `root` is as `findProjectRoot` gives it */
  constructor({ root, read, folder = programFolder('threads'), patienceMs, renewed = () => undefined }: TimelineReaderOptions) {
    const data: TimelineData = { root, read };
    const file = path.join(folder, READER_FILE);
    this.#thread = new LastingThread({ file, data, subject: 'the timeline', patienceMs, events: { renewed }, died: renewed });
  }

  /**
   * As much of the timeline as is asked for. Of a query that takes longer there is what was found up to then, and `renewed` tells of more;
   * another query ends the one before it.
   * @throws CortexError when the timeline cannot be read; `io` where the thread ended, also since the last answer, or said nothing for too
   *   long, and the next question starts another one
   */
  look(request: WindowRequest): Promise<TimelineWindow> {
    return this.#thread.ask((functions) => functions.look(request));
  }

  /** The newest entries that are asked for, newest first. @throws as `look` */
  newest(query: TimelineQuery, limit: number): Promise<readonly TimelineEntry[]> {
    return this.#thread.ask((functions) => functions.newest(query, limit));
  }

  /** The timeline may have changed: it is read anew with the next question. */
  changed(): void {
    // A thread that is still to be started reads what there is by then.
    this.#thread.remind((functions) => functions.changed.asEvent());
  }

  /** Ends the thread; what is being asked is rejected. */
  dispose(): Promise<void> {
    return this.#thread.dispose();
  }
}
