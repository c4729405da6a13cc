// Our own, because the file on which a parser hangs or crashes is found and left out: docs/decisions/0049-custom-code.md
import { availableParallelism } from 'node:os';
import { CortexError } from '../../platform/errors.ts';
import type { Job, Outcome, WorkerData } from './messages.ts';
import { outcomeOf, ParseWorker } from './parse-worker.ts';

/** A worker that says nothing for so long hangs, in milliseconds. */
const PATIENCE_MS = 30_000;
const MOST_WORKERS = 4;
/** So much is read before a second worker is worth its start, and so on, in bytes. */
const BYTES_PER_WORKER = 524_288;
const BATCH = { bytes: 262_144, files: 128 };

/** What is to be read, and who is told of it. */
export interface ParseOrder {
  readonly jobs: readonly Job[];
  readonly signal?: AbortSignal | undefined;
  /** Called once for each job, in any order. */
  onOutcome(job: Job, outcome: Outcome): void;
  /** Called once the workers are at it: what takes this thread long costs nobody anything. */
  onBegun?(): void;
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

/** A graph of which nobody has read anything would be empty, and take the place of a good one. */
function cannotRead(why: string): CortexError {
  const next = 'Install this program anew, or make room in memory; nothing was written.';
  return new CortexError('io', `no thread can be started that reads code: ${why.split('\n', 1)[0]}`, { next });
}

/** One order, and who works on it. */
class Reading {
  readonly #pool: ParsePool;
  readonly #order: ParseOrder;
  readonly #batches: Job[][];
  readonly #working = new Set<ParseWorker>();
  /** Why no worker can be started. */
  #refused: string | null = null;
  /** Whether any of them has read anything. */
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
    const why = this.#refused ?? 'nobody read it';
    if (this.#refused !== null && !this.#hasRead) throw cannotRead(why);
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
    const worker = this.#pool.take();
    this.#working.add(worker);
    // It finds its work as soon as it is there, whatever this thread is at by then.
    let batch = this.#batches.pop() ?? [];
    worker.send(batch);
    const end = await worker.begun();
    if (end !== null) {
      this.#batches.push(batch);
      // What one cannot do, as where memory is short, the others may.
      if (this.#working.size === 1) this.#refused = end.why;
    }
    let isThere = end === null && (await this.#outcomesOf(worker, batch));
    while (isThere && !this.#isOver) {
      batch = this.#batches.pop() ?? [];
      worker.send(batch);
      isThere = await this.#outcomesOf(worker, batch);
    }
    this.#working.delete(worker);
    await this.#pool.giveBack(worker, isThere);
    return end === null;
  }

  /** @returns whether the worker is still there; the file at which it died is lost, those behind it are not */
  async #outcomesOf(worker: ParseWorker, batch: readonly Job[]): Promise<boolean> {
    for (const [n, job] of batch.entries()) {
      const message = await worker.next();
      if (this.#order.signal?.aborted) return false;
      const outcome = outcomeOf(message);
      this.#hasRead = true;
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

/** Worker threads that read the files of a project. Between two orders one of them may wait for the next; it keeps no process alive. */
export class ParsePool {
  readonly data: WorkerData;
  readonly #patienceMs: number;
  readonly #keeps: boolean;
  #waiting: ParseWorker | null = null;

  /** @param keeps whether one of them waits for the next order, until `close` @param patienceMs how long one may say nothing; default 30 s */
  constructor(data: WorkerData, keeps: boolean, patienceMs = PATIENCE_MS) {
    this.data = data;
    this.#keeps = keeps;
    this.#patienceMs = patienceMs;
  }

  /**
   * A worker that dies or hangs costs the file it was at; where none can be started any more, the files that are left fail with the reason.
   * @throws what the signal says when it aborts: then none is left behind; CortexError `io` where nothing can be read, because no worker can
   *   be started
   */
  async read(order: ParseOrder): Promise<void> {
    order.signal?.throwIfAborted();
    if (order.jobs.length > 0) await new Reading(this, order).run();
  }

  /** A worker, which may be about to start. */
  take(): ParseWorker {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting === null || waiting.isOver ? new ParseWorker(this.data, this.#patienceMs) : waiting;
  }

  /** @param isFree whether it has nothing left to say */
  async giveBack(worker: ParseWorker, isFree: boolean): Promise<void> {
    if (isFree && this.#keeps && this.#waiting === null) this.#waiting = worker;
    else await worker.close();
  }

  async close(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = null;
    await waiting?.close();
  }
}
