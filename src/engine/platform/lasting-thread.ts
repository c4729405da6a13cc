import type { BirpcReturn } from 'birpc';
import { AnsweringThread, type Reply, type ThreadOptions } from './answering-thread.ts';
import { CortexError } from './errors.ts';

export interface LastingThreadOptions<Events extends object> extends Omit<ThreadOptions, 'died' | 'next'> {
  /** What whoever asks can do where another thread does not help, either. */
  readonly otherwise?: string;
  /** What is done with what it says. */
  readonly events: Events;
  /** Is told when it has ended of itself while nobody asked: whoever asks next is told why. */
  readonly died: () => void;
}

/**
 * A thread that answers for as long as somebody is interested: where one has ended the next question starts another. It has to be disposed
 * of, or the process does not end.
 */
export class LastingThread<Functions extends object, Events extends object> {
  readonly #options: LastingThreadOptions<Events>;
  #thread: AnsweringThread<Functions, Events> | null = null;
  /** Why the last one ended while nobody asked: what it was told to watch is watched no more. */
  #death: CortexError | null = null;
  #isDisposed = false;

  constructor(options: LastingThreadOptions<Events>) {
    this.#options = options;
  }

  /** @throws CortexError as the reply says; `io` where the thread ended, also since the last answer, or said nothing for too long */
  async ask<Answer>(question: (functions: BirpcReturn<Functions, Events>) => Promise<Reply<Answer>>): Promise<Answer> {
    const death = this.#death;
    this.#death = null;
    if (death !== null) throw death;
    return this.#running().ask(question);
  }

  /** Says something to which there is no answer; a thread is started for it where there is none. */
  send(event: (functions: BirpcReturn<Functions, Events>) => unknown): void {
    this.#running().send(event);
  }

  /** Says something that only a thread that knows something already needs to hear. */
  remind(event: (functions: BirpcReturn<Functions, Events>) => unknown): void {
    if (this.#thread?.isOver === false) this.#thread.send(event);
  }

  /** Ends the thread; what is being asked is rejected. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await this.#thread?.close();
  }

  #running(): AnsweringThread<Functions, Events> {
    const { events, otherwise, died, ...options } = this.#options;
    if (this.#isDisposed) throw new CortexError('io', `${options.subject} is not shown any more`, { next: 'Open it again.' });
    if (this.#thread === null || this.#thread.isOver) {
      const next = ['Ask again: it is started anew.', otherwise].filter(Boolean).join(' ');
      const keepDeath = (error: CortexError) => {
        this.#death = error;
        died();
      };
      this.#thread = new AnsweringThread<Functions, Events>({ ...options, next, died: keepDeath }, events);
    }
    return this.#thread;
  }
}
