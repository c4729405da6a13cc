import type { BirpcReturn } from 'birpc';
import { AnsweringThread, type ThreadOptions, type ThreadReply } from './answering-thread.ts';
import { CortexError } from './errors.ts';

export interface LastingThreadOptions<Events extends object> extends Omit<ThreadOptions, 'died' | 'next'> {
  /** Further advice for the caller, if a new thread does not help either. */
  readonly otherwise?: string;
  /** Handlers of the thread's events. */
  readonly events: Events;
  /** Called when the thread ends by itself while no question is open. The next question gets the error. */
  readonly died: () => void;
}

/**
 * A thread that is restarted on demand: if it has ended, the next question starts another. It must be disposed of, or the process does not
 * exit.
 */
export class LastingThread<Functions extends object, Events extends object> {
  readonly #options: LastingThreadOptions<Events>;
  #thread: AnsweringThread<Functions, Events> | null = null;
  /** Why the last thread ended while no question was open. What it watched is not watched any more. */
  #death: CortexError | null = null;
  #isDisposed = false;

  constructor(options: LastingThreadOptions<Events>) {
    this.#options = options;
  }

  /**
   * Asks the thread a question.
   * @throws CortexError the error in the reply; `io` if the thread has ended since the last answer, ends before it answers, or is silent
   * for too long
   */
  async ask<Answer>(question: (functions: BirpcReturn<Functions, Events>) => Promise<ThreadReply<Answer>>): Promise<Answer> {
    const death = this.#death;
    this.#death = null;
    if (death !== null) throw death;
    return this.#running().ask(question);
  }

  /** Sends an event that has no answer. Starts a thread if none is running. */
  send(event: (functions: BirpcReturn<Functions, Events>) => unknown): void {
    this.#running().send(event);
  }

  /** Sends an event only if a thread is running; a new thread does not need it. */
  remind(event: (functions: BirpcReturn<Functions, Events>) => unknown): void {
    if (this.#thread?.isOver === false) this.#thread.send(event);
  }

  /** Ends the thread and rejects open questions. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.#thread?.close();
  }

  #running(): AnsweringThread<Functions, Events> {
    const { events, otherwise, died, ...options } = this.#options;
    if (this.#isDisposed) throw new CortexError('io', `${options.subject} is no longer shown`, { next: 'Open it again.' });
    if (this.#thread === null || this.#thread.isOver) {
      const next = ['Try again: the thread is restarted.', otherwise].filter(Boolean).join(' ');
      const keepDeath = (error: CortexError) => {
        this.#death = error;
        died();
      };
      this.#thread = new AnsweringThread<Functions, Events>({ ...options, next, died: keepDeath }, events);
    }
    return this.#thread;
  }
}
