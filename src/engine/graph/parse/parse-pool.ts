// Not a library: the pool must find and skip the file on which a parser hangs or crashes (docs/decisions/0049-custom-code.md).
import { availableParallelism } from 'node:os';
import { CortexError } from '../../platform/errors.ts';
import type { Job, Outcome, WorkerData } from './messages.ts';
import { ParseWorker, toOutcome } from './parse-worker.ts';

/** Time without a message after which a worker counts as hanging, in milliseconds. */
const PATIENCE_MS = 30_000;
const MAX_WORKERS = 4;
/** Starting another worker is only worth it for this many more bytes. */
const BYTES_PER_WORKER = 524_288;
const BATCH = { bytes: 262_144, files: 128 };

/** The files to read, and callbacks for the results. */
export interface ParseOrder {
  readonly jobs: readonly Job[];
  readonly signal?: AbortSignal | undefined;
  /** Called once for each job, in any order. */
  onOutcome(job: Job, outcome: Outcome): void;
  /** Called when the workers have started, so that slow work of this thread runs in parallel. */
  onBegun?(): void;
}

/**
 * Splits jobs into batches of similar size: large enough for few messages, small enough that no worker finishes much later than the others.
 */
function batchesOf(jobs: readonly Job[]): Job[][] {
  const batches: Job[][] = [];
  let bytes = BATCH.bytes;
  for (const job of jobs) {
    const last = batches.at(-1);
    if (last === undefined || bytes >= BATCH.bytes || last.length >= BATCH.files) {
      batches.push([job]);
      bytes = 0;
    } else last.push(job);
    bytes += job.size;
  }
  // `pop` takes the first batch first.
  return batches.reverse();
}

function workersFor(jobs: readonly Job[], batches: number): number {
  const bytes = jobs.reduce((sum, { size }) => sum + size, 0);
  return Math.max(1, Math.min(MAX_WORKERS, availableParallelism(), batches, Math.ceil(bytes / BYTES_PER_WORKER)));
}

/** Returns the error for a build that could read nothing. Without it an empty graph would replace a good one. */
function cannotRead(why: string): CortexError {
  const next = 'Reinstall this program, or free memory; nothing was written.';
  return new CortexError('io', `cannot start a thread to parse source files: ${why.split('\n', 1)[0]}`, { next });
}

/** One order and the workers that process it. */
class Reading {
  readonly #pool: ParsePool;
  readonly #order: ParseOrder;
  readonly #batches: Job[][];
  readonly #working = new Set<ParseWorker>();
  /** Why no worker can be started. */
  #refused: string | null = null;
  /** Whether any worker has read a file. */
  #hasRead = false;

  constructor(pool: ParsePool, order: ParseOrder) {
    this.#pool = pool;
    this.#order = order;
    this.#batches = batchesOf(order.jobs);
  }

  async run(): Promise<void> {
    const { jobs, signal } = this.#order;
    const end = () => void this.#close();
    signal?.addEventListener('abort', end);
    try {
      const all = Array.from({ length: workersFor(jobs, this.#batches.length) }, () => this.#keepWorking());
      this.#order.onBegun?.();
      await Promise.all(all);
    } finally {
      signal?.removeEventListener('abort', end);
      await this.#close();
    }
    signal?.throwIfAborted();
    const why = this.#refused ?? 'it was not read';
    if (this.#refused !== null && !this.#hasRead) throw cannotRead(why);
    for (const batch of this.#batches) for (const job of batch) this.#order.onOutcome(job, { kind: 'failed', why });
  }

  get #isOver(): boolean {
    return this.#batches.length === 0 || this.#refused !== null || this.#order.signal?.aborted === true;
  }

  /** Replaces a worker that dies, as long as there is work. */
  async #keepWorking(): Promise<void> {
    let isStarted = true;
    while (isStarted && !this.#isOver) isStarted = await this.#oneWorker();
  }

  /** @returns whether the worker could be started */
  async #oneWorker(): Promise<boolean> {
    const worker = this.#pool.takeWorker();
    this.#working.add(worker);
    // Sent before the worker is ready, so that it can start even while this thread is busy.
    let batch = this.#batches.pop() ?? [];
    worker.send(batch);
    const end = await worker.begun();
    if (end !== null) {
      this.#batches.push(batch);
      // If memory is short, the other workers may still succeed.
      if (this.#working.size === 1) this.#refused = end.why;
    }
    let isThere = end === null && (await this.#outcomesOf(worker, batch));
    while (isThere && !this.#isOver) {
      batch = this.#batches.pop() ?? [];
      worker.send(batch);
      isThere = await this.#outcomesOf(worker, batch);
    }
    this.#working.delete(worker);
    await this.#pool.returnWorker(worker, isThere);
    return end === null;
  }

  /**
   * Receives the outcomes of a batch. If the worker dies, its current file fails and the rest of the batch is queued again.
   * @returns whether the worker is still alive
   */
  async #outcomesOf(worker: ParseWorker, batch: readonly Job[]): Promise<boolean> {
    for (const [n, job] of batch.entries()) {
      const message = await worker.next();
      if (this.#order.signal?.aborted) return false;
      const outcome = toOutcome(message);
      this.#hasRead = true;
      const why = 'why' in message ? message.why : 'unexpected message';
      this.#order.onOutcome(job, outcome ?? { kind: 'failed', why: `it could not be parsed: ${why}` });
      if (outcome !== null) continue;
      const rest = batch.slice(n + 1);
      if (rest.length > 0) this.#batches.push(rest);
      return false;
    }
    return true;
  }

  async #close(): Promise<void> {
    await Promise.all(Array.from(this.#working, (worker) => worker.close()));
  }
}

/** Worker threads that read the files of a project. One of them may stay alive between orders, without keeping the process alive. */
export class ParsePool {
  readonly data: WorkerData;
  readonly #patienceMs: number;
  readonly #keeps: boolean;
  #waiting: ParseWorker | null = null;

  /**
   * @param keeps whether one worker waits for the next order, until `close`
   * @param patienceMs time limit without a message; default 30 s
   */
  constructor(data: WorkerData, keeps: boolean, patienceMs = PATIENCE_MS) {
    this.data = data;
    this.#keeps = keeps;
    this.#patienceMs = patienceMs;
  }

  /**
   * Reads files. If a worker dies or hangs, only its current file is lost. If no worker can be started any more, the remaining files fail
   * with the reason.
   * @throws the abort reason of the signal, after all workers have ended; CortexError `io` if nothing could be read because no worker
   * starts
   */
  async read(order: ParseOrder): Promise<void> {
    order.signal?.throwIfAborted();
    if (order.jobs.length > 0) await new Reading(this, order).run();
  }

  /** Returns a worker, which may still be starting. */
  takeWorker(): ParseWorker {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting === null || waiting.isOver ? new ParseWorker(this.data, this.#patienceMs) : waiting;
  }

  /**
   * Takes a worker back, and closes it unless it is kept for the next order.
   * @param isFree whether no more messages of the current order can arrive from it
   */
  async returnWorker(worker: ParseWorker, isFree: boolean): Promise<void> {
    if (isFree && this.#keeps && this.#waiting === null) this.#waiting = worker;
    else await worker.close();
  }

  async close(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = null;
    await waiting?.close();
  }
}
