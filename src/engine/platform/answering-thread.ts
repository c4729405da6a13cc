import { Worker } from 'node:worker_threads';
import { type BirpcReturn, createBirpc } from 'birpc';
import { CortexError, type ErrorCode, type ErrorData } from './errors.ts';

/** The answer of a thread, or the parts of a `CortexError`: messages between threads lose the class and fields of an error. */
export type ThreadReply<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string; readonly data: ErrorData };

/** Runs `work` in a thread and returns its result as a reply. @throws every error of `work` that is not a `CortexError` */
export async function toReply<Answer>(work: () => Promise<Answer>): Promise<ThreadReply<Answer>> {
  try {
    return { ok: true, answer: await work() };
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    const { code, message, data } = error;
    return { ok: false, code, message, data };
  }
}

/**
 * Default time without a message, while a question is open, after which a thread counts as dead. Reading the largest files takes a tenth of
 * it. Milliseconds.
 */
const PATIENCE_MS = 30_000;
/** Heap limit of a thread, in MiB: several times what the largest files need. */
const MAX_MEMORY = 2_048;

export interface ThreadOptions {
  /** Absolute path of the thread's program. */
  readonly file: string;
  /** The program's `workerData`. */
  readonly data: unknown;
  /** What the thread reads, as named in messages: `the graph`. */
  readonly subject: string;
  /** Next step for the caller after the thread has ended. */
  readonly next: string;
  /** Longest time without a message while a question is open. Default: 30 s. */
  readonly patienceMs?: number | undefined;
  /** Called when the thread ends by itself and no caller got the error as its answer. Omit it if no further events are expected. */
  readonly died?: (error: CortexError) => void;
}

/** Client of one worker thread that answers questions until it ends. */
export class AnsweringThread<Functions extends object, Events extends object> {
  readonly #options: ThreadOptions;
  readonly #worker: Worker;
  readonly #rpc: BirpcReturn<Functions, Events>;
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;
  #heard = 0;
  #isOver = false;
  /** Whether a caller already received the error of the thread's end. */
  #isEndReported = false;

  constructor(options: ThreadOptions, events: Events) {
    this.#options = options;
    this.#worker = new Worker(options.file, {
      workerData: options.data,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY },
      // Keeps the thread's output out of the output of this program.
      stdout: true,
      stderr: true,
    });
    this.#rpc = createBirpc<Functions, Events>(events, {
      post: (message) => this.#worker.postMessage(message),
      on: (receive) => void this.#worker.on('message', (message) => this.#hear(() => receive(message))),
      // birpc must not time out single calls: the thread may be busy with an earlier question. `#wait` detects a silent thread instead.
      timeout: -1,
    });
    this.#worker.on('error', (error: unknown) => this.#end(error instanceof Error ? error.message : String(error)));
    this.#worker.on('exit', () => this.#end('it exited'));
  }

  /** Whether the thread has ended, so that it answers no more questions. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Asks the thread a question and waits for the answer.
   * @throws CortexError the error in the reply, or `io` if the thread ends before it answers
   */
  async ask<Answer>(question: (functions: BirpcReturn<Functions, Events>) => Promise<ThreadReply<Answer>>): Promise<Answer> {
    this.#waiting += 1;
    if (this.#waiting === 1) this.#wait();
    try {
      const reply = await this.#answerTo(question);
      if (reply.ok) return reply.answer;
      throw new CortexError(reply.code, reply.message, reply.data);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) clearTimeout(this.#timer);
    }
  }

  async #answerTo<Answer>(
    question: (functions: BirpcReturn<Functions, Events>) => Promise<ThreadReply<Answer>>,
  ): Promise<ThreadReply<Answer>> {
    try {
      return await question(this.#rpc);
    } catch (error) {
      this.#isEndReported ||= this.#isOver;
      throw error;
    }
  }

  /** Sends an event that has no answer. */
  send(event: (functions: BirpcReturn<Functions, Events>) => unknown): void {
    void event(this.#rpc);
  }

  /** Terminates the thread, and rejects the questions that are still open. */
  async close(): Promise<void> {
    if (!this.#isOver) this.#reject('it was closed');
    await this.#worker.terminate();
  }

  #hear(receive: () => void): void {
    this.#heard += 1;
    receive();
    if (this.#waiting > 1) this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const heard = this.#heard;
    const { patienceMs = PATIENCE_MS } = this.#options;
    // Messages that arrived while this thread was busy are still queued. `setImmediate` lets them be read first.
    const look = () => setImmediate(() => heard === this.#heard && this.#end(`no output for ${patienceMs / 1_000} s`));
    this.#timer = setTimeout(look, patienceMs);
  }

  #end(why: string): void {
    if (this.#isOver) return;
    const error = this.#reject(why);
    // The last answer may arrive together with the end. Only afterwards is it known whether a caller received the error.
    setImmediate(() => {
      if (!this.#isEndReported) this.#options.died?.(error);
    });
    void this.#worker.terminate();
  }

  #reject(why: string): CortexError {
    this.#isOver = true;
    clearTimeout(this.#timer);
    const { subject, next } = this.#options;
    const message = `the thread that reads ${subject} has ended: ${why.split('\n', 1)[0]?.slice(0, 200)}`;
    const error = new CortexError('io', message, { next });
    this.#rpc.$close(error);
    return error;
  }
}
