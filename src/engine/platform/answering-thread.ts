import { Worker } from 'node:worker_threads';
import { type BirpcReturn, createBirpc } from 'birpc';
import { CortexError, type ErrorCode, type ErrorData } from './errors.ts';

/** An answer, or the parts of a `CortexError`, which no message between threads can carry. */
export type Reply<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string; readonly data: ErrorData };

/** What a thread answers. @throws whatever `work` throws but a `CortexError` */
export async function replyOf<Answer>(work: () => Promise<Answer>): Promise<Reply<Answer>> {
  try {
    return { ok: true, answer: await work() };
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    const { code, message, data } = error;
    return { ok: false, code, message, data };
  }
}

/** Silence while it is asked, after which a thread counts as dead: reading the largest files takes a tenth of it. Milliseconds. */
const PATIENCE_MS = 30_000;
/** Several times what the largest files need, in MiB. */
const MOST_MEMORY = 2_048;

export interface ThreadOptions {
  /** Its program, absolute. */
  readonly file: string;
  /** What the program is told when it begins, as its `workerData`. */
  readonly data: unknown;
  /** What it reads, as messages call it: `the graph`. */
  readonly subject: string;
  /** What whoever asked can do when it has ended. */
  readonly next: string;
  /** How long it may say nothing while it is asked something. Default: 30 s. */
  readonly patienceMs?: number | undefined;
  /** Is told when it ends by itself while it is asked nothing: whoever asks is told by the answer. Left out: nobody waits for more of it. */
  readonly died?: (error: CortexError) => void;
}

/** One thread that answers, until it ends. */
export class AnsweringThread<Functions extends object, Events extends object> {
  readonly #options: ThreadOptions;
  readonly #worker: Worker;
  readonly #rpc: BirpcReturn<Functions, Events>;
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;
  #heard = 0;
  #isOver = false;
  /** Whether somebody who asked was told that it has ended. */
  #isEndReported = false;

  constructor(options: ThreadOptions, events: Events) {
    this.#options = options;
    this.#worker = new Worker(options.file, {
      workerData: options.data,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
      // Whoever asks has other things on its output.
      stdout: true,
      stderr: true,
    });
    this.#rpc = createBirpc<Functions, Events>(events, {
      post: (message) => this.#worker.postMessage(message),
      on: (receive) => void this.#worker.on('message', (message) => this.#hear(() => receive(message))),
      // A thread that answers another question first is not silent.
      timeout: -1,
    });
    this.#worker.on('error', (error: unknown) => this.#end(error instanceof Error ? error.message : String(error)));
    this.#worker.on('exit', () => this.#end('it ended by itself'));
  }

  /** Whether it answers no more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** @throws CortexError as the reply says, and `io` when the thread ends before it has answered */
  async ask<Answer>(question: (functions: BirpcReturn<Functions, Events>) => Promise<Reply<Answer>>): Promise<Answer> {
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

  async #answerTo<Answer>(question: (functions: BirpcReturn<Functions, Events>) => Promise<Reply<Answer>>): Promise<Reply<Answer>> {
    try {
      return await question(this.#rpc);
    } catch (error) {
      this.#isEndReported ||= this.#isOver;
      throw error;
    }
  }

  /** Says something to which there is no answer. */
  send(event: (functions: BirpcReturn<Functions, Events>) => unknown): void {
    void event(this.#rpc);
  }

  /** Ends it, whatever it is at. */
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
    // What it said while this thread was busy is still on its way.
    const look = () => setImmediate(() => heard === this.#heard && this.#end(`it said nothing for ${patienceMs / 1_000} s`));
    this.#timer = setTimeout(look, patienceMs);
  }

  #end(why: string): void {
    if (this.#isOver) return;
    const error = this.#reject(why);
    // The last answer may come in one piece with the end: only behind that it is known whether whoever asked has it.
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
