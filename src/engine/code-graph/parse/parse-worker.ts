import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { WORKER_FILE } from './graph-folder.ts';
import type { Job, Message, Outcome, WorkerData } from './messages.ts';

/** More memory than any file of a mebibyte needs, in MiB. */
const MOST_MEMORY = 512;

/** How a worker came to an end before its work was done. */
export interface WorkerEnd {
  readonly why: string;
}

/** One worker thread, and who waits for its next message. */
export class ParseWorker {
  readonly #worker: Worker;
  readonly #patienceMs: number;
  readonly #messages: Message[] = [];
  #end: WorkerEnd | null = null;
  #wake: () => void = () => {};

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
    this.#worker.on('message', (message: Message) => {
      this.#messages.push(message);
      this.#wake();
    });
    this.#worker.on('error', (error: unknown) => this.#finish(error instanceof Error ? error.message : String(error)));
    this.#worker.on('exit', () => this.#finish('it ended by itself'));
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

/** Starts a worker; what it says first, or how it ended. */
export async function startWorker(data: WorkerData, patienceMs: number): Promise<{ worker: ParseWorker; end: WorkerEnd | null }> {
  const worker = new ParseWorker(data, patienceMs);
  const first = await worker.next();
  return { worker, end: 'why' in first ? first : null };
}

/** Whether something is an outcome, and not the end of a worker. */
export function outcomeOf(message: Message | WorkerEnd): Outcome | null {
  return 'kind' in message && message.kind === 'outcome' ? message.outcome : null;
}
