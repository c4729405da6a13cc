import { join } from 'node:path';
import { listDirectory } from '../../files/folder-entries.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { CoreState, LOG_VERSION, type RecordSpan } from '../core-state.ts';
import {
  checkpointName,
  dropLateSegments,
  FIRST_SEGMENT,
  newestCheckpoints,
  segmentNumber,
  segmentsLeadingTo,
  startingPoints,
} from '../layout.ts';
import type { Appended, Loggable } from '../machine.ts';
import { decodeLine, type LogRecord, recordEnd } from '../record.ts';
import { readCheckpoint } from './checkpoint.ts';
import type { CorrectedRecord } from './line-correction.ts';
import { lineNumber } from './line-number.ts';
import { hasLog, laterSegments, missingSegmentsError, unreachedSegmentsError } from './missing.ts';
import { newerLogError } from './newer-log.ts';
import type { ReaderOptions, Search } from './reader-options.ts';
import { Segment } from './segment.ts';
import type { LineAction } from './tail.ts';

/** Whether to skip to a later checkpoint if that is shorter. Not after all readable checkpoints were tried. */
type Route = 'shortest' | 'every segment';

const PROBLEMS_KEPT = 100;
/** A sweep or a deletion of the folder may disturb a reader; this many attempts in a row fail only if segments are missing. */
const REOPENINGS = 6;
/** Pause between two of these attempts, in milliseconds. */
const REOPENING_PAUSE_MS = 20;

/** Follows a log through its segments and holds the state at the current place. */
export class LogReader<Operation extends Loggable, State, Answer> {
  #core = new CoreState();
  #state: State;
  #segment: Segment | null = null;
  #next: string | null = null;
  #search: Search<Answer> | null = null;
  /** True if no segment follows the last one that was read, although it has no seal. */
  #isEndSure = false;
  /** True if the state is that of lines that are damaged by now. */
  #isOutdated = false;
  /** True once everything was read. */
  #isCaughtUp = false;
  readonly #problems: string[] = [];

  constructor(
    private readonly runtime: Runtime,
    private readonly options: ReaderOptions<Operation, State, Answer>,
  ) {
    this.#state = options.machine.create();
  }

  get state(): State {
    return this.#state;
  }

  get core(): CoreState {
    return this.#core;
  }

  get segment(): Segment | null {
    return this.#segment;
  }

  /** Segments that no seal leads to. They hold what followed the current segment before power was lost. */
  get unreached(): string[] {
    return this.#unreached(listDirectory(this.runtime.fs, this.options.directory));
  }

  /** Skipped lines, records and checkpoints; newest last. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  report(problem: string): void {
    if (this.#problems.includes(problem)) return;
    this.#problems.push(problem);
    if (this.#problems.length > PROBLEMS_KEPT) this.#problems.shift();
  }

  /** Reads what is new, from a checkpoint if nothing was read yet. Creates nothing. */
  refresh(): void {
    if (!this.#readToEnd()) this.#reopen();
    this.#isCaughtUp = true;
  }

  #reopen(): void {
    let names: readonly string[] = [];
    let last: string | null = null;
    for (let attempt = 0; attempt < REOPENINGS; attempt++) {
      if (attempt > 0) pause(REOPENING_PAUSE_MS);
      names = listDirectory(this.runtime.fs, this.options.directory);
      for (const name of this.#starts(names)) {
        if (this.#openAt(name, names) && this.#readToEnd('every segment')) return;
        // The latest start leads the farthest.
        last ??= this.#next;
      }
      // The log may not reach that far back.
      if (typeof this.options.from === 'function' || !hasLog(this.runtime.fs, this.options.directory, names)) {
        this.#forget();
        return;
      }
    }
    throw missingSegmentsError(this.runtime.fs, this.options.directory, names, last);
  }

  /** Returns where reading may start, in the order to try. */
  #starts(names: readonly string[]): string[] {
    const { from } = this.options;
    if (typeof from !== 'function') return startingPoints(names, from);
    // Only places from which the log is complete: records before a gap are not shown at all.
    const latestFirst = startingPoints(names, 'oldest').reverse();
    return dropLateSegments(latestFirst, (name) => this.#load(name, from));
  }

  /** Creates the first segment if there is no log. */
  begin(): Segment {
    const segment = this.#segment ?? Segment.openFirst(this.runtime.fs, this.options.directory, FIRST_SEGMENT);
    if (this.#segment === null) this.options.opened?.();
    this.#segment = segment;
    return segment;
  }

  /** Reads on and looks for a record. Afterwards `segment` is another one if the record's segment had ended or is gone. */
  find(search: Search<Answer>): void {
    this.#search = search;
    try {
      if (this.#readToEnd()) return;
      if (this.#isOutdated) this.refresh();
      else this.close();
    } finally {
      this.#search = null;
    }
  }

  /** Returns the whole state as JSON, for a checkpoint. */
  snapshot(): string {
    return JSON.stringify({ core: this.#core.snapshot(), state: this.options.machine.snapshot(this.#state) });
  }

  /** Closes the open segment. The next `refresh` starts at a checkpoint again. */
  close(): void {
    const segment = this.#segment;
    // Forget the segment before closing it: the number of its descriptor may soon belong to another file.
    this.#segment = null;
    segment?.close();
  }

  #openAt(name: string, names: readonly string[]): boolean {
    const { from, touched } = this.options;
    if (!this.#load(name, typeof from === 'function' ? from : () => true)) return false;
    this.#segment = Segment.open(this.runtime.fs, this.options.directory, name);
    if (this.#segment === null) return false;
    this.#isEndSure = false;
    this.options.opened?.();
    // A fresh checkpoint replaces these segments: they were not read, but answers depend on them.
    for (const leading of segmentsLeadingTo(name, names)) touched?.(leading);
    return true;
  }

  #forget(): void {
    this.close();
    this.#isCaughtUp = false;
    this.#isOutdated = false;
    this.#core = new CoreState();
    this.#state = this.options.machine.create();
  }

  /** Returns false if there is no such checkpoint, or it is not early enough. */
  #load(name: string, isEarly: (place: CoreState, segment: string) => boolean): boolean {
    const { machine, directory } = this.options;
    this.#forget();
    if (name === FIRST_SEGMENT) return true;
    const value = readCheckpoint(this.runtime, directory, name);
    if (typeof value !== 'object' || value === null || !('core' in value) || !('state' in value)) return false;
    try {
      this.#core = CoreState.restore(value.core);
      if (!isEarly(this.#core, name)) return false;
      this.#state = machine.restore(value.state);
      return true;
    } catch (error) {
      this.report(`${directory}: checkpoint of ${name} cannot be used: ${error instanceof Error ? error.message : error}`);
      return false;
    }
  }

  /** Like `#readOn`, up to the end of the log. @throws CortexError if later segments have records, but no seal leads to them */
  #readToEnd(through: Route = 'shortest'): boolean {
    if (!this.#readOn(through)) return false;
    this.#requireOwnStart();
    if (this.#isEndSure || this.options.from !== 'newest') return true;
    const names = listDirectory(this.runtime.fs, this.options.directory);
    // A seal is written before the first record of the segment that it names, so it can be read by now.
    if (this.#unreached(names).length > 0 && !this.#readOn(through)) return false;
    this.#requireReached(names);
    this.#isEndSure = true;
    return true;
  }

  /** Returns later segments with records that no seal leads to. */
  #unreached(names: readonly string[]): string[] {
    return this.#segment === null ? [] : laterSegments(this.runtime.fs, this.options.directory, this.#segment.name, names);
  }

  #requireReached(names: readonly string[]): void {
    const segment = this.#segment;
    const lost = this.#unreached(names).filter((name) => !this.#isLeftByPowerLoss(name, names));
    if (segment === null || lost.length === 0) return;
    this.close();
    throw unreachedSegmentsError(this.options.directory, segment.name, lost);
  }

  /** A power loss may remove a seal and keep later records. That is possible only until the log is continued in this boot. */
  #isLeftByPowerLoss(segment: string, names: readonly string[]): boolean {
    if (this.#core.unreached.includes(segment)) return true;
    // A durable checkpoint is written only after a durable seal.
    return this.#core.boot !== this.runtime.process.boot && !names.includes(checkpointName(segment));
  }

  /** Returns false if no segment is open, if it or its successor is gone, or if restarting at a checkpoint is shorter. */
  #readOn(through: Route): boolean {
    while (this.#segment !== null) {
      const segment = this.#segment;
      const before = segment.offset;
      const found = this.#search?.found ?? null;
      const end = segment.read((line, finished) => this.#visit(line, finished, segment));
      if (segment.offset > before) this.options.touched?.(segment.name);
      if (end === 'gone') {
        if (this.#search !== null) this.#search.found = found;
        return false;
      }
      if (this.#core.version > LOG_VERSION) throw newerLogError(this.options.directory, this.#core.version);
      if (end === 'end') return true;
      this.close();
      this.#segment = this.#successor(segment, through);
    }
    return false;
  }

  /** Returns `null` if the successor does not exist, or restarting at a checkpoint is shorter. */
  #successor(segment: Segment, through: Route): Segment | null {
    if (through === 'shortest' && this.#isFarBehind(segment)) return null;
    return this.#next === null ? null : Segment.open(this.runtime.fs, this.options.directory, this.#next);
  }

  /** Returns true if restarting at the newest checkpoint is shorter, and the reader need not see every record. */
  #isFarBehind({ name }: Segment): boolean {
    const { from, observe, directory } = this.options;
    if (from !== 'newest' || observe !== undefined) return false;
    const [newest = FIRST_SEGMENT] = newestCheckpoints(listDirectory(this.runtime.fs, directory));
    return (segmentNumber(newest) ?? 0) > (segmentNumber(name) ?? 0) + 1;
  }

  #visit(line: Buffer, finished: boolean, open: Segment): LineAction {
    const { name: segment, offset, start } = open;
    const to = offset - (finished ? 1 : 0);
    const from = to - line.length;
    const valid = decodeLine(line);
    const corrected = valid === null ? open.correction.correct(line, from, finished) : null;
    const record = valid ?? corrected?.record ?? null;
    start.note(line, record !== null, from);
    if (record === null) return this.#skip(line, from, finished, segment);
    if (corrected !== null) this.#noteCorrection(corrected, segment);
    const span = { segment, from: (corrected?.from ?? from) - 1, to };
    if (this.#search?.id === record.id) this.#search.span = span;
    return this.#apply(record, span);
  }

  #skip(line: Buffer, from: number, isFinished: boolean, segment: string): LineAction {
    // The damaged line may have been a seal.
    this.#isEndSure = false;
    if (!isFinished && mayGrow(line)) return 'wait';
    this.#core.skip(line);
    this.#reportLine(segment, from, `skipped a damaged line of ${line.length} bytes`);
    return 'next';
  }

  #noteCorrection({ from, isSplit }: CorrectedRecord, segment: string): void {
    if (isSplit) this.#core.unskip();
    this.#reportLine(segment, from, 'corrected a record with one wrong byte. Nothing is lost');
  }

  #reportLine(segment: string, from: number, what: string): void {
    const file = join(this.options.directory, segment);
    this.report(`${file}:${lineNumber(this.runtime.fs, file, from)}: ${what}. Run "cortex verify".`);
  }

  /** Requires that nothing is appended to a file of another program. @throws CortexError */
  #requireOwnStart(): void {
    const error = this.#segment?.start.foreignError(this.options.directory, this.#segment.name) ?? null;
    if (error === null) return;
    this.close();
    throw error;
  }

  #apply(record: LogRecord, span: RecordSpan): LineAction {
    const { machine, observe, applied: onApplied } = this.options;
    const operation = CoreState.owns(record.op) ? null : machine.parse(record);
    if (this.#isCaughtUp && this.#core.missesDamage(record)) return this.#startAgain();
    const noted = operation === null && !CoreState.owns(record.op) ? null : this.#core.note(record, span);
    if (noted === null) {
      this.report(`${this.options.directory}/${span.segment}: skipped a record that is not an operation (${record.op.slice(0, 40)})`);
      return 'next';
    }
    const effective = noted.counts ? operation : null;
    const applied = effective === null ? null : machine.apply(this.#state, effective, noted.place);
    if (applied?.changed === true) this.#core.change(noted.place);
    const appended = { place: noted.place, answer: applied?.answer ?? null };
    if (this.#search?.id === record.id) this.#found(this.#search, appended, noted.next !== null);
    if (operation !== null) onApplied?.(appended, span, applied?.changed === true);
    observe?.(record, noted.place, effective);
    if (noted.next === null) return 'next';
    this.#next = noted.next;
    return 'stop';
  }

  /** Another process found a damaged line that this one had read before, and all others miss its effect. */
  #startAgain(): LineAction {
    this.#next = null;
    this.#isOutdated = true;
    return 'stop';
  }

  #found(search: Search<Answer>, appended: Appended<Answer>, sealed: boolean): void {
    search.found = appended;
    if (sealed) search.snapshot = this.snapshot();
  }
}

/** Returns false for a complete line that is invalid. Zeros may be replaced by what another process is writing. */
function mayGrow(line: Buffer): boolean {
  return recordEnd(line) !== line.length || line.includes(0);
}

/** Blocks the thread for some milliseconds. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
