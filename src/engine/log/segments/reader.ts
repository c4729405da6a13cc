import { listDirectory } from '../../files/folder-entries.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { CoreState, LOG_VERSION, type Place, type RecordSpan } from '../core-state.ts';
import { FIRST_SEGMENT, fromFirstEarly, newestCheckpoints, segmentNumber, segmentsLeadingTo, startingPoints } from '../layout.ts';
import type { Appended, Loggable, LogMachine } from '../machine.ts';
import { decodeLine, type LogRecord } from '../record.ts';
import { readCheckpoint } from './checkpoint.ts';
import { describeMissing, hasLog, isBehindAll, missingSegment, missingSegments, nextForEnd } from './missing.ts';
import { Segment } from './segment.ts';
import type { Verdict } from './tail.ts';

/** A record that its writer looks for, and what the reader found at its place. */
export interface Search<Answer> {
  readonly id: string;
  found: Appended<Answer> | null;
  span: RecordSpan | null;
  /** If the record was the seal of its segment: the whole state behind it, as text. */
  snapshot: string | null;
}

export interface ReaderOptions<Operation, State, Answer> {
  readonly directory: string;
  readonly machine: LogMachine<Operation, State, Answer>;
  /** Begin at the newest checkpoint, at the oldest place from which the log is whole, or at the latest that is early enough. */
  readonly from: 'newest' | 'oldest' | ((place: CoreState, segment: string) => boolean);
  /** Called when reading begins, and when it begins anew at another place. */
  readonly opened?: () => void;
  /** Called behind every record that has a place, with the operation that was applied, if one was. */
  readonly observe?: (record: LogRecord, place: Place, operation: Operation | null) => void;
  /** Called behind every record of the protocol that has a place, with its answer and whether a publication would show a difference. */
  applied?(appended: Appended<Answer>, span: RecordSpan, changed: boolean): void;
  /** Called with the name of every segment from which something was read. */
  readonly touched?: (segment: string) => void;
}

const PROBLEMS_KEPT = 100;
/** A reader may meet a sweep, or somebody who is deleting the folder; meeting one this often in a row means that segments are missing. */
const REOPENINGS = 6;
/** Between two of these attempts, in milliseconds. */
const REOPENING_PAUSE_MS = 20;

/** Follows a log through its segments and holds the state at the place that it has reached. */
export class LogReader<Operation extends Loggable, State, Answer> {
  #core = new CoreState();
  #state: State;
  #segment: Segment | null = null;
  #next: string | null = null;
  #search: Search<Answer> | null = null;
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

  /** What was skipped, newest last. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  report(problem: string): void {
    if (this.#problems.includes(problem)) return;
    this.#problems.push(problem);
    if (this.#problems.length > PROBLEMS_KEPT) this.#problems.shift();
  }

  /** Reads what is new, from the newest or oldest checkpoint if nothing was read yet. Creates nothing. */
  refresh(): void {
    if (this.#readOn()) return;
    let names: readonly string[] = [];
    let last: string | null = null;
    for (let attempt = 0; attempt < REOPENINGS; attempt++) {
      if (attempt > 0) pause(REOPENING_PAUSE_MS);
      names = listDirectory(this.runtime.fs, this.options.directory);
      for (const name of this.#starts(names)) {
        if (this.#openAt(name, names) && this.#readOn()) return;
        // The latest beginning leads the farthest.
        last ??= this.#next;
      }
      // That far back nothing may be left.
      if (typeof this.options.from === 'function' || !hasLog(names)) {
        this.#forget();
        return;
      }
    }
    throw this.#missing(names, last);
  }

  /**
   * What is in force is not known: a second log in its place would promise what the first one has given to others.
   * @param last the segment that the last seal names
   */
  #missing(names: readonly string[], last: string | null): CortexError {
    const { directory } = this.options;
    const lost = missingSegments(this.runtime.fs, directory, names);
    if (last !== null && isBehindAll(last, names)) lost.push(missingSegment(last, names));
    const what = lost.length === 0 ? 'a segment of the log is missing' : lost.map(describeMissing).join('; ');
    return new CortexError('broken-file', what, { file: directory, next: nextForEnd(directory) });
  }

  /** Where reading may begin, in the order in which to try. */
  #starts(names: readonly string[]): string[] {
    const { from } = this.options;
    if (typeof from !== 'function') return startingPoints(names, from);
    // Those from which all is left: what stands before a gap is not shown at all.
    const latestFirst = startingPoints(names, 'oldest').reverse();
    return fromFirstEarly(latestFirst, (name) => this.#load(name, from));
  }

  /** Makes the first segment if there is no log. */
  begin(): Segment {
    const segment = this.#segment ?? Segment.openFirst(this.runtime.fs, this.options.directory, FIRST_SEGMENT);
    if (this.#segment === null) this.options.opened?.();
    this.#segment = segment;
    return segment;
  }

  /** Reads on and looks for a record; afterwards `segment` is another one if the record's had ended or is gone. */
  find(search: Search<Answer>): void {
    this.#search = search;
    try {
      if (!this.#readOn()) this.close();
    } finally {
      this.#search = null;
    }
  }

  /** The whole state as text, for a checkpoint. */
  snapshot(): string {
    return JSON.stringify({ core: this.#core.snapshot(), state: this.options.machine.snapshot(this.#state) });
  }

  /** Forgets the open segment; the next `refresh` begins at a checkpoint again. */
  close(): void {
    const segment = this.#segment;
    // First forgotten, then closed: the number of a closed descriptor may soon be another file's.
    this.#segment = null;
    segment?.close();
  }

  #openAt(name: string, names: readonly string[]): boolean {
    const { from, touched } = this.options;
    if (!this.#load(name, typeof from === 'function' ? from : () => true)) return false;
    this.#segment = Segment.open(this.runtime.fs, this.options.directory, name);
    if (this.#segment === null) return false;
    this.options.opened?.();
    // What a fresh checkpoint stands for was not read, but an answer rests on it.
    for (const leading of segmentsLeadingTo(name, names)) touched?.(leading);
    return true;
  }

  #forget(): void {
    this.close();
    this.#core = new CoreState();
    this.#state = this.options.machine.create();
  }

  /** False when there is no such checkpoint, or when it is not early enough. */
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

  /** False when there is no open segment, or it or its successor has no name any more. */
  #readOn(): boolean {
    while (this.#segment !== null) {
      const segment = this.#segment;
      const before = segment.offset;
      const found = this.#search?.found ?? null;
      const end = segment.read((line, finished) => this.#visit(line, finished, segment.name));
      if (segment.offset > before) this.options.touched?.(segment.name);
      if (end === 'gone') {
        if (this.#search !== null) this.#search.found = found;
        return false;
      }
      if (this.#core.version > LOG_VERSION) throw this.#newer();
      if (end === 'end') return true;
      this.close();
      this.#segment = this.#isFarBehind(segment) ? null : this.#successor();
    }
    return false;
  }

  #successor(): Segment | null {
    return this.#next === null ? null : Segment.open(this.runtime.fs, this.options.directory, this.#next);
  }

  /** True when it is shorter to begin anew at the newest checkpoint, for who need not see every record. */
  #isFarBehind({ name }: Segment): boolean {
    const { from, observe, directory } = this.options;
    if (from !== 'newest' || observe !== undefined) return false;
    const [newest = FIRST_SEGMENT] = newestCheckpoints(listDirectory(this.runtime.fs, directory));
    return (segmentNumber(newest) ?? 0) > (segmentNumber(name) ?? 0) + 1;
  }

  #visit(line: Buffer, finished: boolean, segment: string): Verdict {
    const record = decodeLine(line);
    if (record === null) {
      if (!finished) return 'wait';
      this.report(`${this.options.directory}/${segment}: skipped a damaged line of ${line.length} bytes`);
      return 'next';
    }
    const to = (this.#segment?.offset ?? 0) - (finished ? 1 : 0);
    const span = { segment, from: to - line.length - 1, to };
    if (this.#search?.id === record.id) this.#search.span = span;
    return this.#apply(record, span);
  }

  #apply(record: LogRecord, span: RecordSpan): Verdict {
    const { machine, observe, applied: told } = this.options;
    const operation = CoreState.owns(record.op) ? null : machine.parse(record);
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
    if (operation !== null) told?.(appended, span, applied?.changed === true);
    observe?.(record, noted.place, effective);
    if (noted.next === null) return 'next';
    this.#next = noted.next;
    return 'stop';
  }

  #found(search: Search<Answer>, appended: Appended<Answer>, sealed: boolean): void {
    search.found = appended;
    if (sealed) search.snapshot = this.snapshot();
  }

  #newer(): CortexError {
    return new CortexError('newer-version', 'the log was continued by a newer version of this program', {
      file: this.options.directory,
      value: this.#core.version,
      allowed: `${LOG_VERSION} or lower`,
      next: 'Update this program; nothing was written.',
    });
  }
}

/** Nothing else happens in this process meanwhile. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
