import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Job, Message, Outcome, WorkerData } from './messages.ts';
import { WORKER_FILE } from './worker-file.ts';

/** More memory than any file of a mebibyte needs, in MiB. */
const MOST_MEMORY = 512;

/** How a worker came to an end before its work was done. */
interface WorkerEnd {
  readonly why: string;
}

/** One worker thread, and who waits for its next message. */
export class ParseWorker {
  readonly #worker: Worker;
  readonly #patienceMs: number;
  readonly #messages: Message[] = [];
  #end: WorkerEnd | null = null;
  #wake: () => void = () => {};
  #hasBegun = false;

  /** @param patienceMs how long it may say nothing */
  constructor(data: WorkerData, patienceMs: number) {
    this.#patienceMs = patienceMs;
    this.#worker = new Worker(path.join(data.folder, WORKER_FILE), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
      // What a defect of tree-sitter prints is told by its end.
      stdout: true,
      stderr: true,
    });
    this.#worker.unref();
    this.#worker.on('message', (message: Message) => {
      this.#messages.push(message);
      this.#wake();
    });
    this.#worker.on('error', (error: unknown) => this.#finish(error instanceof Error ? error.message : String(error)));
    this.#worker.on('exit', () => this.#finish('it ended by itself'));
  }

  /** Waits until it can begin. @returns how it ended, where it cannot */
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

  /** Its next message, or how it ended. */
  async next(): Promise<Message | WorkerEnd> {
    const timer = setTimeout(() => {
      // What it said while this thread was busy is still on its way.
      setImmediate(() => {
        if (this.#messages.length === 0) this.#finish(`it was not done within ${this.#patienceMs / 1_000} s`);
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

  /** Ends it, whatever it is at. */
  async close(): Promise<void> {
    this.#finish('it was ended');
    await this.#worker.terminate();
  }

  #finish(why: string): void {
    this.#end ??= { why: why.split('\n', 1)[0]?.slice(0, 200) ?? '' };
    this.#wake();
  }
}

/** Whether something is an outcome, and not the end of a worker. */
export function outcomeOf(message: Message | WorkerEnd): Outcome | null {
  return 'kind' in message && message.kind === 'outcome' ? message.outcome : null;
}
