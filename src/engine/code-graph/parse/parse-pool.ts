import { availableParallelism } from 'node:os';
import type { Job, Outcome } from './messages.ts';
import { outcomeOf, type ParseWorker, startWorker } from './parse-worker.ts';

/** A worker that says nothing for so long hangs, in milliseconds. */
const PATIENCE_MS = 30_000;
const MOST_WORKERS = 4;
/** So much is read before a second worker is worth its start, and so on, in bytes. */
const BYTES_PER_WORKER = 524_288;
const BATCH = { bytes: 262_144, files: 128 };

/** What is to be read, and who is told of it. */
export interface ParseOrder {
  /** A real path. */
  readonly root: string;
  /** Where the worker and the grammars are. */
  readonly folder: string;
  readonly jobs: readonly Job[];
  readonly signal?: AbortSignal | undefined;
  /** Default: 30 s. */
  readonly patienceMs?: number;
  /** Called once for each job, in any order. */
  onOutcome(job: Job, outcome: Outcome): void;
}

/** Batches of about the same size, so that a message is worth its way and no worker is the last for long. */
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
  // The last one is taken first.
  return batches.reverse();
}

function workersFor(jobs: readonly Job[], batches: number): number {
  const bytes = jobs.reduce((sum, { size }) => sum + size, 0);
  return Math.max(1, Math.min(MOST_WORKERS, availableParallelism(), batches, Math.ceil(bytes / BYTES_PER_WORKER)));
}

class ParsePool {
  readonly #order: ParseOrder;
  readonly #batches: Job[][];
  readonly #working = new Set<ParseWorker>();
  /** Why no worker can be started. */
  #refused: string | null = null;

  constructor(order: ParseOrder) {
    this.#order = order;
    this.#batches = batchesOf(order.jobs);
  }

  async run(): Promise<void> {
    const { jobs, signal } = this.#order;
    const end = () => void this.#close();
    signal?.addEventListener('abort', end);
    try {
      await Promise.all(Array.from({ length: workersFor(jobs, this.#batches.length) }, () => this.#keepWorking()));
    } finally {
      signal?.removeEventListener('abort', end);
      await this.#close();
    }
    signal?.throwIfAborted();
    const why = this.#refused ?? 'nobody read it';
    for (const batch of this.#batches) for (const job of batch) this.#order.onOutcome(job, { kind: 'failed', why });
  }

  get #isOver(): boolean {
    return this.#batches.length === 0 || this.#refused !== null || this.#order.signal?.aborted === true;
  }

  /** A worker that dies is replaced while there is work. */
  async #keepWorking(): Promise<void> {
    let isStarted = true;
    while (isStarted && !this.#isOver) isStarted = await this.#oneWorker();
  }

  /** @returns whether it could be started */
  async #oneWorker(): Promise<boolean> {
    const { root, folder, patienceMs = PATIENCE_MS } = this.#order;
    const { worker, end } = await startWorker({ root, folder }, patienceMs);
    this.#working.add(worker);
    try {
      // What one cannot do, as where memory is short, the others may.
      if (end !== null && this.#working.size === 1) this.#refused = end.why;
      let isThere = end === null;
      while (isThere && !this.#isOver) isThere = await this.#oneBatch(worker, this.#batches.pop() ?? []);
      return end === null;
    } finally {
      this.#working.delete(worker);
      await worker.close();
    }
  }

  /** @returns whether the worker is still there; the file at which it died is lost, those behind it are not */
  async #oneBatch(worker: ParseWorker, batch: readonly Job[]): Promise<boolean> {
    worker.send(batch);
    for (const [n, job] of batch.entries()) {
      const message = await worker.next();
      if (this.#order.signal?.aborted) return false;
      const outcome = outcomeOf(message);
      const why = 'why' in message ? message.why : 'it said something else';
      this.#order.onOutcome(job, outcome ?? { kind: 'failed', why: `the reader failed at it: ${why}` });
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

/**
 * Reads files in worker threads, of which none is left behind. A worker that dies or hangs costs the file it was at; where none can be
 * started, all files fail with the reason.
 * @throws what the signal says when it aborts
 */
export async function parseInWorkers(order: ParseOrder): Promise<void> {
  order.signal?.throwIfAborted();
  if (order.jobs.length > 0) await new ParsePool(order).run();
}
