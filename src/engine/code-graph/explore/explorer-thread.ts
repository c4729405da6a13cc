import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { type BirpcReturn, createBirpc } from 'birpc';
import { CortexError } from '../../kernel/errors.ts';
import type { ExplorerData, ExplorerEvents, ExplorerFunctions, Reply, Request } from './messages.ts';

/** The program of the thread, in the folder of the graph's programs. */
export const EXPLORER_FILE = 'explorer-worker.cjs';
/** Several times what a graph of 64 MiB needs, in MiB. */
const MOST_MEMORY = 2_048;

const NEXT = 'Ask again: it is started anew. Where that does not help, make the graph anew.';

/** One thread that answers, until it ends. */
export class ExplorerThread {
  readonly #worker: Worker;
  readonly #rpc: BirpcReturn<ExplorerFunctions, ExplorerEvents>;
  readonly #patienceMs: number;
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;
  #heard = 0;
  #isOver = false;

  /** @param patienceMs how long it may say nothing while it is asked something */
  constructor(data: ExplorerData, events: ExplorerEvents, patienceMs: number) {
    this.#patienceMs = patienceMs;
    this.#worker = new Worker(path.join(data.folder, EXPLORER_FILE), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
      // Whoever asks has other things on its output.
      stdout: true,
      stderr: true,
    });
    this.#rpc = createBirpc<ExplorerFunctions, ExplorerEvents>(events, {
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

  /** @throws CortexError `io` when it ends before it has answered */
  async ask(request: Request): Promise<Reply> {
    this.#waiting += 1;
    if (this.#waiting === 1) this.#wait();
    try {
      return await this.#rpc.answer(request);
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) clearTimeout(this.#timer);
    }
  }

  /** @param paths as `GraphExplorer.follow` */
  follow(paths: readonly string[]): void {
    void this.#rpc.follow.asEvent(paths);
  }

  /** Ends it, whatever it is at. */
  async close(): Promise<void> {
    this.#end('it was closed');
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
    // What it said while this thread was busy is still on its way.
    const look = () => setImmediate(() => heard === this.#heard && this.#end(`it said nothing for ${this.#patienceMs / 1_000} s`));
    this.#timer = setTimeout(look, this.#patienceMs);
  }

  #end(why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    const message = `the thread that reads the graph has ended: ${why.split('\n', 1)[0]?.slice(0, 200)}`;
    this.#rpc.$close(new CortexError('io', message, { next: NEXT }));
    void this.#worker.terminate();
  }
}
