import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Job, Message, Outcome, WorkerData } from './messages.ts';
import { WORKER_FILE } from './worker-file.ts';

/** Heap limit of a worker in MiB, more than any file of 1 MiB needs. */
const MAX_MEMORY = 512;

/** Why a worker ended before its work was done. */
interface WorkerEnd {
  readonly why: string;
}

/** A worker thread and a queue of its messages. */
export class ParseWorker {
  readonly #worker: Worker;
  readonly #patienceMs: number;
  readonly #messages: Message[] = [];
  #end: WorkerEnd | null = null;
  #wake: () => void = () => {};
  #hasBegun = false;

  /** @param patienceMs time limit without a message */
  constructor(data: WorkerData, patienceMs: number) {
    this.#patienceMs = patienceMs;
    this.#worker = new Worker(path.join(data.folder, WORKER_FILE), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY },
      // Keeps output of a crashing tree-sitter off the terminal; the end of the worker reports the crash.
      stdout: true,
      stderr: true,
    });
    this.#worker.unref();
    this.#worker.on('message', (message: Message) => {
      this.#messages.push(message);
      this.#wake();
    });
    // An error may arrive before messages that the worker sent earlier. Its exit arrives after them.
    let why = 'the parser exited';
    this.#worker.on('error', (error: unknown) => {
      why = error instanceof Error ? error.message : String(error);
    });
    this.#worker.on('exit', () => this.#finish(why));
  }

  /** Waits until the worker is ready. @returns why it ended, if it cannot start */
  async begun(): Promise<WorkerEnd | null> {
    if (this.#hasBegun) return this.#end;
    const first = await this.next();
    this.#hasBegun = true;
    return 'why' in first ? first : null;
  }

  get isOver(): boolean {
    return this.#end !== null;
  }

  send(jobs: readonly Job[]): void {
    this.#worker.postMessage(jobs);
  }

  /** Returns its next message, or why it ended. */
  async next(): Promise<Message | WorkerEnd> {
    const timer = setTimeout(() => {
      // Messages that arrived while this thread was busy are still in the queue of the event loop.
      setImmediate(() => {
        if (this.#messages.length === 0) this.#finish(`the parser did not finish within ${this.#patienceMs / 1_000} s`);
      });
    }, this.#patienceMs);
    try {
      for (;;) {
        const message = this.#messages.shift();
        if (message !== undefined) return message;
        if (this.#end !== null) return this.#end;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Terminates the worker, even in the middle of a file. */
  async close(): Promise<void> {
    this.#finish('the parser was stopped');
    await this.#worker.terminate();
  }

  #finish(why: string): void {
    this.#end ??= { why: why.split('\n', 1)[0]?.slice(0, 200) ?? '' };
    this.#wake();
  }
}

/** Returns the outcome in a message; `null` for anything else. */
export function toOutcome(message: Message | WorkerEnd): Outcome | null {
  return 'kind' in message && message.kind === 'outcome' ? message.outcome : null;
}
