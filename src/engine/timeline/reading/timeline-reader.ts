import path from 'node:path';
import type { TimelineEntry } from '../../crtx/schema/timeline.ts';
import { LastingThread } from '../../platform/lasting-thread.ts';
import { programFolder } from '../../platform/program-folder.ts';
import type { TimelineQuery } from '../query.ts';
import type { TimelineWindow } from '../schemas/timeline-window.ts';
import type { TimelineData, TimelineEvents, TimelineFunctions, WindowRequest } from './messages.ts';

/** Program of the thread, in the folder of thread programs. */
const READER_FILE = 'timeline-worker.cjs';

export interface TimelineReaderOptions extends TimelineData {
  /** Folder of the thread's program. Default: `dist/threads` of the running program. */
  readonly folder?: string;
  /** Longest time without a message while a question is open. Default: 30 s. */
  readonly patienceMs?: number;
  /** Called when the last question may have a new answer, because more was found. */
  readonly renewed?: () => void;
}

/**
 * Reads parts of a project's timeline in a thread. The thread opens the timeline with the first question and caches it
 * (docs/decisions/0021-overview-swarm-locks-timeline.md, "Timeline"). The reader must be disposed of, or the process does not exit.
 */
export class TimelineReader {
  readonly #thread: LastingThread<TimelineFunctions, TimelineEvents>;

  /** @param root from `findProjectRoot` */
  constructor({ root, read, folder = programFolder('threads'), patienceMs, renewed = () => undefined }: TimelineReaderOptions) {
    const data: TimelineData = { root, read };
    const file = path.join(folder, READER_FILE);
    this.#thread = new LastingThread({ file, data, subject: 'the timeline', patienceMs, events: { renewed }, died: renewed });
  }

  /**
   * Returns the requested part of the timeline. A slow query returns what has been found so far, and `renewed` reports more. A new query
   * aborts the previous one.
   * @throws CortexError if the timeline cannot be read; `io` if the thread has ended since the last answer, ends before it answers, or is
   * silent for too long. The next question starts a new thread
   */
  look(request: WindowRequest): Promise<TimelineWindow> {
    return this.#thread.ask((functions) => functions.look(request));
  }

  /** Returns the newest matching entries, newest first. @throws as `look` */
  newest(query: TimelineQuery, limit: number): Promise<readonly TimelineEntry[]> {
    return this.#thread.ask((functions) => functions.newest(query, limit));
  }

  /** Reports that the timeline may have changed. It is read again for the next question. */
  changed(): void {
    // A thread that is not running yet reads the current state when it starts.
    this.#thread.remind((functions) => functions.changed.asEvent());
  }

  /** Ends the thread and rejects open questions. */
  dispose(): Promise<void> {
    return this.#thread.dispose();
  }
}
