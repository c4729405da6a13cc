import { listDirectory } from '../../files/folder-entries.ts';
import { blockThread } from '../../platform/clock.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { type CoreState, LOG_VERSION } from '../core-state.ts';
import { dropLateSegments, FIRST_SEGMENT, hasCheckpointBeyond, segmentsLeadingTo, startingPoints } from '../layout.ts';
import type { Appended, Loggable } from '../machine.ts';
import { decodeLine, type LogRecord, mayGrow } from '../record.ts';
import type { RecordSpan } from '../record-place.ts';
import type { CorrectedRecord } from './line-correction.ts';
import { hasLog, missingSegmentsError } from './missing.ts';
import type { ReaderOptions, Search } from './reader-options.ts';
import { newerLogError, ReaderProblems } from './reader-problems.ts';
import { ReplayedState } from './replayed-state.ts';
import { Segment } from './segment.ts';
import type { LineAction } from './tail.ts';
import { UnreachedSegments } from './unreached.ts';

/** Whether to skip to a later checkpoint if that is shorter. Not after all readable checkpoints were tried. */
type Route = 'shortest' | 'every segment';

/** A sweep or a deletion of the folder may disturb a reader; this many attempts in a row fail only if segments are missing. */
const REOPENINGS = 6;
/** Pause between two of these attempts, in milliseconds. */
const REOPENING_PAUSE_MS = 20;

/** Follows a log through its segments and holds the state at the current place. */
export class LogReader<Operation extends Loggable, State, Answer> {
  #segment: Segment | null = null;
  #next: string | null = null;
  #search: Search<Answer> | null = null;
  /** True if no segment follows the last one that was read, although it has no seal. */
  #isEndSure = false;
  /** True if the state is that of lines that are damaged by now. */
  #isOutdated = false;
  /** True once everything was read. */
  #isCaughtUp = false;
  readonly #replayed: ReplayedState<Operation, State, Answer>;
  readonly #unreached: UnreachedSegments;
  readonly #problems: ReaderProblems;

  constructor(
    private readonly runtime: Runtime,
    private readonly options: ReaderOptions<Operation, State, Answer>,
  ) {
    const { directory } = options;
    this.#problems = new ReaderProblems(runtime.fs, directory);
    this.#replayed = new ReplayedState(runtime, options, this.#problems);
    this.#unreached = new UnreachedSegments(runtime, directory);
  }

  get state(): State {
    return this.#replayed.state;
  }

  get core(): CoreState {
    return this.#replayed.core;
  }

  get segment(): Segment | null {
    return this.#segment;
  }

  /** Segments that no seal leads to. They hold what followed the current segment before power was lost. */
  get unreached(): string[] {
    return this.#segment === null ? [] : this.#unreached.after(this.#segment.name);
  }

  /** Skipped lines, records and checkpoints; newest last. */
  get problems(): readonly string[] {
    return this.#problems.all;
  }

  report(problem: string): void {
    this.#problems.report(problem);
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
      if (attempt > 0) blockThread(REOPENING_PAUSE_MS);
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
    return this.#replayed.snapshot();
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
    this.#replayed.forget();
  }

  /** Returns false if there is no such checkpoint, or it is not early enough. */
  #load(name: string, isEarly: (place: CoreState, segment: string) => boolean): boolean {
    this.#forget();
    return this.#replayed.load(name, isEarly);
  }

  /** Like `#readOn`, up to the end of the log. @throws CortexError if later segments have records, but no seal leads to them */
  #readToEnd(through: Route = 'shortest'): boolean {
    if (!this.#readOn(through)) return false;
    this.#requireOwnStart();
    const segment = this.#segment;
    if (segment === null || this.#isEndSure || this.options.from !== 'newest') return true;
    const names = listDirectory(this.runtime.fs, this.options.directory);
    // A seal is written before the first record of the segment that it names, so it can be read by now.
    if (this.#unreached.after(segment.name, names).length > 0 && !this.#readOn(through)) return false;
    this.#requireReached(names);
    this.#isEndSure = true;
    return true;
  }

  #requireReached(names: readonly string[]): void {
    const error = this.#segment === null ? null : this.#unreached.errorAfter(this.#segment.name, this.core, names);
    if (error === null) return;
    this.close();
    throw error;
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
      if (this.core.version > LOG_VERSION) throw newerLogError(this.options.directory, this.core.version);
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
    return from === 'newest' && observe === undefined && hasCheckpointBeyond(name, listDirectory(this.runtime.fs, directory));
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
    this.core.skip(line);
    this.#problems.skippedLine(segment, from, line.length);
    return 'next';
  }

  #noteCorrection(corrected: CorrectedRecord, segment: string): void {
    if (corrected.isSplit) this.core.unskip();
    this.#problems.correctedLine(segment, corrected);
  }

  /** Requires that nothing is appended to a file of another program. @throws CortexError */
  #requireOwnStart(): void {
    const error = this.#segment?.start.foreignError(this.options.directory, this.#segment.name) ?? null;
    if (error === null) return;
    this.close();
    throw error;
  }

  #apply(record: LogRecord, span: RecordSpan): LineAction {
    const { observe, applied: onApplied } = this.options;
    if (this.#isCaughtUp && this.core.missesDamage(record)) return this.#startAgain();
    const applied = this.#replayed.apply(record, span);
    if (applied === null) {
      this.#problems.skippedRecord(span.segment, record.op);
      return 'next';
    }
    const { noted, operation, effective, appended, changed } = applied;
    if (this.#search?.id === record.id) this.#found(this.#search, appended, noted.next !== null);
    if (operation !== null) onApplied?.(appended, span, changed);
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
