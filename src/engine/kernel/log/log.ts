import { join } from 'node:path';
import { syncDescriptor, syncDirectory } from '../descriptor.ts';
import { CortexError, describeError, fileError } from '../errors.ts';
import { OPEN } from '../file-system.ts';
import { nonce } from '../ids.ts';
import type { FileTime } from '../mutex.ts';
import type { Runtime } from '../runtime.ts';
import { checkpointSize, removeIfThere, sweep, writeCheckpoint } from './checkpoint.ts';
import { ClockGuard } from './clock-guard.ts';
import { type CoreOperation, type CoreState, LOG_VERSION } from './core-state.ts';
import { Durability } from './durability.ts';
import { successorName } from './layout.ts';
import type { Appended, LogMachine } from './machine.ts';
import { LogReader, type Search, type Span } from './reader.ts';
import { encodeRecord } from './record.ts';
import type { Segment } from './segment.ts';

export interface LogOptions<Operation, State, Answer> {
  /** The log's own directory, `.cortex/.local/<name>`. */
  readonly directory: string;
  /** A directory above it that is known to be durable. */
  readonly root: string;
  readonly machine: LogMachine<Operation, State, Answer>;
  /** A segment is not sealed below this size, in bytes. */
  readonly segmentBytes?: number;
}

/** A segment is sealed above this size and above its checkpoint's: sealing costs a checkpoint, reading anew a segment. Bytes. */
const SEGMENT_BYTES = 32 * 1024;
/** A process that writes faster than it seals waits when the segment has this many times its size. */
const MOST_SIZES = 4;
/** An attempt fails only when a segment ended or vanished meanwhile; this many in a row mean that the file system is not sound. */
const ATTEMPTS = 100;
/** The first ordinal of a boot is this much higher than any that was read, if the clock does not say more: the lost tail had some. */
const ORDINALS_SPARED = 1_000_000;
const FILE_MODE = 0o666;

/** An append-only log of operations that many processes share without a lock (docs/decisions/0002-log.md). */
export class Log<Operation extends { readonly op: string }, State, Answer> {
  readonly #reader: LogReader<Operation, State, Answer>;
  readonly #clockGuard: ClockGuard;
  readonly #durability: Durability;
  #maintenance: Promise<void> | null = null;
  /** The segment that this process is to seal. */
  #full: Segment | null = null;
  #fileTime: FileTime | null = null;
  /** The size above which a segment is sealed, looked up once for each. */
  #limited = { segment: '', bytes: 0 };

  constructor(
    private readonly runtime: Runtime,
    private readonly options: LogOptions<Operation, State, Answer>,
  ) {
    const { directory, root, machine } = options;
    this.#clockGuard = new ClockGuard(runtime, directory);
    this.#durability = new Durability(runtime.fs, directory, root);
    this.#reader = new LogReader(runtime, {
      directory,
      machine,
      from: 'newest',
      opened: () => this.#durability.opened(),
      touched: (segment) => this.#durability.touch(segment),
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

  /** True when this process writes faster than anybody seals. */
  get hurried(): boolean {
    const segment = this.#reader.segment;
    return segment !== null && segment.offset >= MOST_SIZES * this.#limit(segment);
  }

  close(): void {
    this.#reader.close();
  }

  /** The size above which a segment is sealed, in bytes. */
  #limit({ name }: Segment): number {
    if (this.#limited.segment !== name) {
      const floor = this.options.segmentBytes ?? SEGMENT_BYTES;
      const bytes = checkpointSize(this.runtime.fs, this.options.directory, name);
      this.#limited = { segment: name, bytes: Math.max(floor, bytes) };
    }
    return this.#limited.bytes;
  }

  #noteSize(segment: Segment, { from, to }: Span): void {
    const limit = this.#limit(segment);
    if (Math.floor(to / limit) > Math.floor(from / limit)) this.#full = segment;
  }

  /** Begins the log in this boot if nobody has, then repeats the attempt until it gives something. */
  #persist<T>(attempt: () => T | null): T {
    for (let n = 0; n < ATTEMPTS; n++) {
      // There may be permission by now.
      if (this.#reader.segment?.writable === false) this.#reader.close();
      if (this.#reader.segment === null) this.refresh();
      this.#admit();
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
    const floor = Math.max(clock.now() * 1000, this.core.ordinal + ORDINALS_SPARED);
    this.#write({ op: 'begin', version: LOG_VERSION, boot: process.boot, floor, pinned: clock.pinned });
    return null;
  }

  /** Refuses a clock that may not write to this log. */
  #admit(): void {
    if (this.begun) this.#refusePinned();
    if (!this.runtime.clock.pinned && !this.core.pinned) this.#clockGuard.check();
  }

  #refusePinned(): void {
    if (!this.runtime.clock.pinned || this.core.pinned) return;
    throw new CortexError('clock-pinned', 'CORTEX_NOW pins the clock, but this log was begun without it', {
      file: this.options.directory,
      next: 'Unset CORTEX_NOW, or use it from the first command on in a folder of its own.',
    });
  }

  /** Writes one record and reads through it. Not found means that it never happened: its segment had ended or is gone. */
  #write(operation: Operation | CoreOperation): Search<Answer> {
    const segment = this.#reader.segment ?? this.#reader.begin();
    const search: Search<Answer> = { id: this.runtime.ids('rec'), found: null, span: null, snapshot: null };
    segment.append(encodeRecord({ id: search.id, t: this.runtime.clock.now(), ...operation }));
    this.#reader.find(search);
    if (search.span !== null && this.#reader.segment === segment) {
      this.#noteSize(segment, search.span);
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
    await this.#createSuccessor(join(directory, next));
    const search = this.#reader.segment === segment ? this.#write({ op: 'seal', next }) : null;
    if (search === null || search.snapshot === null) {
      // A segment that was read past was sealed by somebody else; one that is gone says nothing, and a sweep will see.
      if (this.#reader.segment !== null) removeIfThere(this.runtime.fs, join(directory, next));
      return;
    }
    // Else power loss could leave the checkpoint without the seal that leads to it: two logs in one.
    await this.sync();
    await writeCheckpoint(this.runtime, directory, next, search.snapshot);
    sweep(this.runtime.fs, directory);
  }

  /** The successor must exist, also after power loss, before a seal may name it. */
  async #createSuccessor(path: string): Promise<void> {
    const { fs } = this.runtime;
    const fd = fs.openSync(path, OPEN.createNew, FILE_MODE);
    try {
      await syncDescriptor(fs, fd);
    } finally {
      fs.closeSync(fd);
    }
    await syncDirectory(fs, this.options.directory);
  }
}
