// Our own, because agents read and write the files, and no database is in the package: docs/decisions/0049-own-code.md
import { join } from 'node:path';
import { removeIfThere } from '../files/folder-entries.ts';
import type { FileTime } from '../files/mutex.ts';
import { CortexError, describeError, fileError } from '../platform/errors.ts';
import { nonce } from '../platform/ids.ts';
import type { Runtime } from '../platform/runtime.ts';
import { HIGHEST_FLOOR } from './begin.ts';
import { ClockGuard } from './clock-guard.ts';
import { CLOCK_TOLERANCE_MS, type ClockNote, firstNote, noteOf } from './clock-steps.ts';
import { type CoreOperation, type CoreState, LOG_VERSION, type RecordSpan } from './core-state.ts';
import { Durability } from './durability.ts';
import { successorName } from './layout.ts';
import type { Appended, Loggable, LogMachine } from './machine.ts';
import { requireReadable } from './readable.ts';
import { encodeRecord } from './record.ts';
import { keepCheckpoint, sweep, writeFreshCheckpoint } from './segments/checkpoint.ts';
import { LogReader } from './segments/reader.ts';
import type { Search } from './segments/reader-options.ts';
import { predecessorOf } from './segments/sealed-segment.ts';
import { Segment } from './segments/segment.ts';
import { SegmentSize } from './segments/segment-size.ts';

export interface LogOptions<Operation, State, Answer> {
  /** The log's own directory, `.cortex/.local/<name>`. */
  readonly directory: string;
  /** A directory above it that is known to be durable. */
  readonly root: string;
  readonly machine: LogMachine<Operation, State, Answer>;
  /** A segment is not sealed below this size, in bytes. */
  readonly segmentBytes?: number;
  /** Whether steps of the clock are noted: the machine knows the record `tick`, and what a step means. */
  readonly notesClock?: boolean;
  /** Told of each record that was applied, as `ReaderOptions.applied`. */
  applied?(appended: Appended<Answer>, span: RecordSpan, changed: boolean): void;
}

/** An attempt fails only when a segment ended or vanished meanwhile; this many in a row mean that the file system is not sound. */
const ATTEMPTS = 100;
/** Clock and monotonic time go apart by less than this while nobody sets the clock, milliseconds. */
const STEADY_MS = 1_000;
/** The first ordinal of a boot is this much higher than any that was read, if the clock does not say more: the lost tail had some. */
const ORDINALS_SPARED = 1_000_000;

/** An append-only log of operations that many processes share without a lock (docs/decisions/0002-log.md). */
export class Log<Operation extends Loggable, State, Answer> {
  readonly #reader: LogReader<Operation, State, Answer>;
  readonly #clockGuard: ClockGuard;
  readonly #durability: Durability;
  readonly #size: SegmentSize;
  #maintenance: Promise<void> | null = null;
  /** The segment that this process is to seal. */
  #full: Segment | null = null;
  #fileTime: FileTime | null = null;
  /** The clock less monotonic time when the clock was last compared with what the log knows, milliseconds. */
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

  /** The state after everything that was read. Ask anew each time: it is replaced when the log had to be read anew. */
  get state(): State {
    return this.#reader.state;
  }

  /** Order, time and publications. Ask anew each time, as for `state`. */
  get core(): Readonly<CoreState> {
    return this.#reader.core;
  }

  /** What was skipped or failed in the background, newest last; at most a hundred. */
  get problems(): readonly string[] {
    return this.#reader.problems;
  }

  /** Adds to `problems`. */
  report(problem: string): void {
    this.#reader.report(problem);
  }

  /** The file system's clock at this process's last record; `null` before the first. */
  get fileTime(): FileTime | null {
    return this.#fileTime;
  }

  /** The segment that ends the log, as of the last look; `null` where there is none. */
  get segment(): string | null {
    return this.#reader.segment?.name ?? null;
  }

  /** True once the log has a beginning. */
  get begun(): boolean {
    return this.core.boot !== '';
  }

  /** Reads what others have written; costs what is new. Creates nothing. @throws CortexError when the log cannot be read */
  refresh(): void {
    this.#reader.refresh();
  }

  /**
   * Appends an operation and answers it from its place in the log.
   * @throws CortexError `disk-full`, `read-only`, `clock-skew`, `clock-pinned`, `newer-version`: nothing was acknowledged
   */
  append(operation: Operation | CoreOperation): Appended<Answer> {
    return this.#persist(() => this.#write(operation).found);
  }

  /**
   * As `append`, for an operation that depends on the state: it is made anew for each attempt, from the very state behind
   * which it is written as far as this process has read. `null` from `make` means that nothing is to be written any more.
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
   * Seals the segment if it was this process's record with which it grew over its size, or over a multiple of it: one process
   * at a time, and another one if that one has died. Resolves when that is done; never rejects: see `problems`.
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

  /** Takes it upon this process to seal the segment if it was this record with which it grew over its size. */
  seeTo(span: RecordSpan): void {
    const { segment } = this.#reader;
    if (segment?.name === span.segment && this.#size.isReachedBy(segment, span)) this.#full = segment;
  }

  /** True when this process writes faster than anybody seals. */
  get hurried(): boolean {
    const segment = this.#reader.segment;
    return segment !== null && this.#size.isOutgrown(segment);
  }

  close(): void {
    this.#reader.close();
  }

  /** Begins the log in this boot if nobody has, then repeats the attempt until it gives something. */
  #persist<T>(attempt: () => T | null): T {
    for (let n = 0; n < ATTEMPTS; n++) {
      // There may be permission by now.
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
    const { clock, process } = this.runtime;
    // Behind a forged floor ordinals may be higher: they still grow.
    const floor = Math.min(HIGHEST_FLOOR, Math.max(clock.now() * 1000, this.core.ordinal + ORDINALS_SPARED));
    const place = this.options.notesClock === true ? firstNote(this.runtime) : {};
    const { unreached } = this.#reader;
    const left = unreached.length === 0 ? {} : { unreached };
    this.#write({ op: 'begin', version: LOG_VERSION, boot: process.boot, floor, pinned: clock.pinned, ...place, ...left });
    return null;
  }

  /** Writes down that the clock was set, if it was. Looks where it moved against monotonic time, or is behind the log. */
  #noteClock(): boolean {
    const { clock } = this.runtime;
    if (this.options.notesClock !== true || this.core.pinned) return false;
    const now = clock.now();
    const steady = now - clock.monotonic();
    if (Math.abs(steady - this.#steady) < STEADY_MS && this.core.time - now <= CLOCK_TOLERANCE_MS) return false;
    const note = noteOf(this.runtime, this.core);
    if (note === null) this.#steady = steady;
    else this.#write({ op: 'tick', clock: note });
    return note !== null;
  }

  /** Refuses a clock that may not write to this log. */
  #admit(): void {
    if (this.core.pinned) return;
    if (!this.runtime.clock.pinned) this.#clockGuard.check();
    else if (this.begun) this.#refusePinned();
  }

  #refusePinned(): never {
    throw new CortexError('clock-pinned', 'CORTEX_NOW pins the clock, but this log was begun without it', {
      file: this.options.directory,
      next: 'Unset CORTEX_NOW, or use it from the first command on in a folder of its own.',
    });
  }

  /** Writes one record and reads through it. Not found means that it never happened: its segment had ended or is gone. */
  #write(operation: Operation | CoreOperation | { readonly op: 'tick'; readonly clock: ClockNote }): Search<Answer> {
    const segment = this.#reader.segment ?? this.#reader.begin();
    const search: Search<Answer> = { id: this.runtime.ids('rec'), found: null, span: null, snapshot: null };
    const record = { id: search.id, t: this.runtime.clock.now(), ...operation };
    requireReadable(record, this.options);
    segment.append(encodeRecord(record));
    this.#reader.find(search);
    if (search.span !== null && this.#reader.segment === segment) {
      this.seeTo(search.span);
      this.#fileTime = { fileMs: segment.writtenAt, monotonicMs: this.runtime.clock.monotonic() };
    }
    if (search.found === null && this.#reader.segment === segment) {
      throw new CortexError('io', 'a record was written but cannot be read back', {
        file: join(this.options.directory, segment.name),
        next: 'Run "cortex verify"; nothing was acknowledged.',
      });
    }
    return search;
  }

  async #seal(segment: Segment): Promise<void> {
    const { directory } = this.options;
    const next = successorName(segment.name, nonce(this.runtime.random));
    await Segment.createSuccessor(this.runtime.fs, directory, next);
    const after = predecessorOf(this.runtime.fs, directory, segment.name);
    const search = this.#reader.segment === segment ? this.#write({ op: 'seal', next, ...(after && { after }) }) : null;
    if (search === null || search.snapshot === null) {
      // A segment that was read past was sealed by somebody else; one that is gone says nothing, and a sweep will see.
      if (this.#reader.segment !== null) removeIfThere(this.runtime.fs, join(directory, next));
      return;
    }
    // At once: until it is there, whoever opens the log reads a segment more.
    writeFreshCheckpoint(this.runtime, directory, next, search.snapshot);
    // Else power loss could leave the checkpoint without the seal that leads to it: two logs in one.
    await this.sync();
    await keepCheckpoint(this.runtime.fs, directory, next);
    sweep(this.runtime.fs, directory);
  }
}
