// Own code, because agents read and write the files, and the package contains no database: docs/decisions/0049-custom-code.md
import { join } from 'node:path';
import { removeIfThere } from '../files/folder-entries.ts';
import { makeIgnoredFolder } from '../files/local-folder.ts';
import type { FileTime } from '../files/mutex.ts';
import { CortexError, describeError, fileError } from '../platform/errors.ts';
import { nonce } from '../platform/ids.ts';
import type { Runtime } from '../platform/runtime.ts';
import { MAX_FLOOR } from './begin.ts';
import { ClockGuard } from './clock-guard.ts';
import { CLOCK_TOLERANCE_MS, type ClockNote, firstClockNote, nextClockNote } from './clock-steps.ts';
import type { CoreOperation } from './core-operations.ts';
import { type CoreState, LOG_VERSION } from './core-state.ts';
import { Durability } from './durability.ts';
import { successorName } from './layout.ts';
import type { Appended, Loggable, LogMachine } from './machine.ts';
import { requireReadable } from './readable.ts';
import { encodeRecord } from './record.ts';
import type { RecordSpan } from './record-place.ts';
import { keepCheckpoint, sweepLogFiles, writeFreshCheckpoint } from './segments/checkpoint.ts';
import { LogReader } from './segments/reader.ts';
import type { Search } from './segments/reader-options.ts';
import { findPredecessor } from './segments/sealed-segment.ts';
import { Segment } from './segments/segment.ts';
import { SegmentSize } from './segments/segment-size.ts';

export interface LogOptions<Operation, State, Answer> {
  /** Directory of the log, `.cortex/.local/<name>`. */
  readonly directory: string;
  /** Ancestor of the directory that is known to be durable. */
  readonly root: string;
  readonly machine: LogMachine<Operation, State, Answer>;
  /** Smallest size of a sealed segment, in bytes. */
  readonly segmentBytes?: number;
  /** Whether to record clock steps. The machine must know the record `tick` and what a step means. */
  readonly notesClock?: boolean;
  /** Called for each applied record, like `ReaderOptions.applied`. */
  applied?(appended: Appended<Answer>, span: RecordSpan, changed: boolean): void;
}

/** An attempt fails only if its segment ended or vanished. This many failures in a row mean that the file system is not sound. */
const ATTEMPTS = 100;
/** Wall time and monotonic time drift apart by less than this unless the clock is set, in milliseconds. */
const STEADY_MS = 1_000;
/** The first ordinal of a boot is at least this much higher than any that was read, because the lost end of the log had ordinals too. */
const ORDINALS_SPARED = 1_000_000;

/** An append-only log of operations that many processes share without a lock (docs/decisions/0002-log.md). */
export class Log<Operation extends Loggable, State, Answer> {
  readonly #reader: LogReader<Operation, State, Answer>;
  readonly #clockGuard: ClockGuard;
  readonly #durability: Durability;
  readonly #size: SegmentSize;
  #maintenance: Promise<void> | null = null;
  /** Segment that this process must seal. */
  #full: Segment | null = null;
  #fileTime: FileTime | null = null;
  /** Wall time minus monotonic time when the clock was last compared with the log, in milliseconds. */
  #steady = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly runtime: Runtime,
    private readonly options: LogOptions<Operation, State, Answer>,
  ) {
    const { directory, root, machine, applied } = options;
    this.#clockGuard = new ClockGuard(runtime, directory);
    this.#durability = new Durability(runtime.fs, directory, root);
    this.#size = new SegmentSize(runtime.fs, directory, options.segmentBytes);
    this.#reader = new LogReader(runtime, {
      directory,
      machine,
      from: 'newest',
      opened: () => this.#durability.opened(),
      touched: (segment) => this.#durability.touch(segment),
      ...(applied && { applied }),
    });
  }

  /** State after everything that was read. Get it again each time: rereading the log replaces the object. */
  get state(): State {
    return this.#reader.state;
  }

  /** Order, time and publications. Get it again each time, like `state`. */
  get core(): Readonly<CoreState> {
    return this.#reader.core;
  }

  /** Skipped records and failures in the background, newest last; at most a hundred. */
  get problems(): readonly string[] {
    return this.#reader.problems;
  }

  /** Adds to `problems`. */
  report(problem: string): void {
    this.#reader.report(problem);
  }

  /** The file system's clock at the last record of this process; `null` before the first. */
  get fileTime(): FileTime | null {
    return this.#fileTime;
  }

  /** Name of the last segment as of the last read; `null` if there is none. */
  get segment(): string | null {
    return this.#reader.segment?.name ?? null;
  }

  /** True once the log has begun. */
  get begun(): boolean {
    return this.core.boot !== '';
  }

  /** Reads only what other processes wrote since the last read. Creates nothing. @throws CortexError if the log cannot be read */
  refresh(): void {
    this.#reader.refresh();
  }

  /**
   * Appends an operation and returns its answer, which depends on its place in the log.
   * @throws CortexError `disk-full`, `read-only`, `clock-skew`, `clock-pinned`, `newer-version`: nothing was acknowledged
   */
  append(operation: Operation | CoreOperation): Appended<Answer> {
    return this.#persist(() => this.#write(operation).found);
  }

  /**
   * Like `append`, for an operation that depends on the state. `make` is called for each attempt, after everything that this process has
   * read was applied and right before the write. It returns `null` if nothing must be written.
   */
  appendFrom(make: () => Operation | CoreOperation | null): Appended<Answer> | 'nothing' {
    return this.#persist(() => {
      const operation = make();
      return operation === null ? 'nothing' : this.#write(operation).found;
    });
  }

  /** Makes everything that this process has read or written so far survive power loss. */
  sync(): Promise<void> {
    return this.#durability.sync();
  }

  /**
   * Seals the segment if a record of this process made it exceed its size limit or a multiple of it. So one process at a time seals, and
   * another one does if that process died. Resolves when it is done; never rejects, but adds to `problems`.
   */
  maintain(): Promise<void> {
    const segment = this.#full;
    if (segment === null) return this.#maintenance ?? Promise.resolve();
    this.#full = null;
    this.#maintenance ??= this.#seal(segment)
      .catch((error) => this.#reader.report(describeError(fileError(error, this.options.directory, 'seal a segment'))))
      .finally(() => {
        this.#maintenance = null;
      });
    return this.#maintenance;
  }

  /** Schedules sealing by this process if this record made the segment exceed its size limit or a multiple of it. */
  scheduleSeal(span: RecordSpan): void {
    const { segment } = this.#reader;
    if (segment?.name === span.segment && this.#size.isReachedBy(segment, span)) this.#full = segment;
  }

  /** True while this process writes faster than segments are sealed. */
  get isOutpacingSeals(): boolean {
    const segment = this.#reader.segment;
    return segment !== null && this.#size.isOutgrown(segment);
  }

  close(): void {
    this.#reader.close();
  }

  /** Begins the log in this boot if necessary, then repeats the attempt until it returns a result. */
  #persist<T>(attempt: () => T | null): T {
    for (let n = 0; n < ATTEMPTS; n++) {
      // Write permission may have been granted since.
      if (this.#reader.segment?.writable === false) this.#reader.close();
      if (this.#reader.segment === null) this.refresh();
      this.#admit();
      if (this.core.boot === this.runtime.process.boot && this.#noteClock()) continue;
      const result = this.core.boot === this.runtime.process.boot ? attempt() : this.#begin();
      if (result !== null) return result;
    }
    const next = 'Keep the repository on a local disk, and try again.';
    throw new CortexError('busy', `the log changed under each of ${ATTEMPTS} attempts to write to it`, {
      file: this.options.directory,
      next,
    });
  }

  #begin(): null {
    const { clock, process, fs } = this.runtime;
    makeIgnoredFolder(fs, this.options.directory);
    // After a forged floor ordinals may be higher. They still grow.
    const floor = Math.min(MAX_FLOOR, Math.max(clock.now() * 1000, this.core.ordinal + ORDINALS_SPARED));
    const place = this.options.notesClock === true ? firstClockNote(this.runtime) : {};
    const { unreached } = this.#reader;
    const left = unreached.length === 0 ? {} : { unreached };
    this.#write({ op: 'begin', version: LOG_VERSION, boot: process.boot, floor, pinned: clock.pinned, ...place, ...left });
    return null;
  }

  /** Records a clock step, and returns whether there was one. Checks if the clock moved against monotonic time or is behind the log. */
  #noteClock(): boolean {
    const { clock } = this.runtime;
    if (this.options.notesClock !== true || this.core.pinned) return false;
    const now = clock.now();
    const steady = now - clock.monotonic();
    if (Math.abs(steady - this.#steady) < STEADY_MS && this.core.time - now <= CLOCK_TOLERANCE_MS) return false;
    const note = nextClockNote(this.runtime, this.core);
    if (note === null) this.#steady = steady;
    else this.#write({ op: 'tick', clock: note });
    return note !== null;
  }

  /** Rejects a clock that may not write to this log. */
  #admit(): void {
    if (this.core.pinned) return;
    if (!this.runtime.clock.pinned) this.#clockGuard.check();
    else if (this.begun) this.#refusePinned();
  }

  #refusePinned(): never {
    throw new CortexError('clock-pinned', 'CORTEX_NOW sets the clock, but this log was created without it', {
      file: this.options.directory,
      next: 'Unset CORTEX_NOW, or use it from the first command on in a separate folder.',
    });
  }

  /** Writes one record and reads through it. If it is not found, it had no effect: its segment had ended or is gone. */
  #write(operation: Operation | CoreOperation | { readonly op: 'tick'; readonly clock: ClockNote }): Search<Answer> {
    const segment = this.#reader.segment ?? this.#reader.begin();
    const search: Search<Answer> = { id: this.runtime.ids('rec'), found: null, span: null, snapshot: null };
    // Readers derive the ordinal from it if lines before this one are damaged.
    const { ordinal: seen } = this.core;
    const record = { id: search.id, t: this.runtime.clock.now(), ...(seen > 0 && { seen }), ...operation };
    requireReadable(record, this.options);
    segment.append(encodeRecord(record));
    this.#reader.find(search);
    if (search.span !== null && this.#reader.segment === segment) {
      this.scheduleSeal(search.span);
      this.#fileTime = { fileMs: segment.writtenAt, monotonicMs: this.runtime.clock.monotonic() };
    }
    if (search.found === null && this.#reader.segment === segment) {
      throw new CortexError('io', 'a record was written but cannot be read back', {
        file: join(this.options.directory, segment.name),
        next: 'Run "cortex verify". Nothing was acknowledged.',
      });
    }
    return search;
  }

  async #seal(segment: Segment): Promise<void> {
    const { directory } = this.options;
    const next = successorName(segment.name, nonce(this.runtime.random));
    await Segment.createSuccessor(this.runtime.fs, directory, next);
    const after = findPredecessor(this.runtime.fs, directory, segment.name);
    const search = this.#reader.segment === segment ? this.#write({ op: 'seal', next, ...(after && { after }) }) : null;
    if (search === null || search.snapshot === null) {
      // If reading continued in a later segment, another process sealed this one. If this one is gone, a sweep removes the successor.
      if (this.#reader.segment !== null) removeIfThere(this.runtime.fs, join(directory, next));
      return;
    }
    // At once, because until the checkpoint exists, every process that opens the log reads one more segment.
    writeFreshCheckpoint(this.runtime, directory, next, search.snapshot);
    // Otherwise a power loss could leave the checkpoint without the seal that leads to it: readers would see two different logs.
    await this.sync();
    await keepCheckpoint(this.runtime.fs, directory, next);
    sweepLogFiles(this.runtime.fs, directory);
  }
}
