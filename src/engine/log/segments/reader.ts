import { listDirectory } from '../../files/folder-entries.ts';
import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { CoreState, LOG_VERSION, type RecordSpan } from '../core-state.ts';
import {
  checkpointName,
  FIRST_SEGMENT,
  fromFirstEarly,
  newestCheckpoints,
  segmentNumber,
  segmentsLeadingTo,
  startingPoints,
} from '../layout.ts';
import type { Appended, Loggable } from '../machine.ts';
import { decodeLine, type LogRecord } from '../record.ts';
import { readCheckpoint } from './checkpoint.ts';
import { hasLog, missingError, segmentsBehind, unreachedError } from './missing.ts';
import type { ReaderOptions, Search } from './reader-options.ts';
import { Segment } from './segment.ts';
import type { Verdict } from './tail.ts';

/** Whether to begin anew at a later checkpoint where that is shorter: not where those that can be read were tried already. */
type Route = 'shortest' | 'every segment';

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
  /** Whether nothing follows the segment that was read last, although it has no seal. */
  #isEndSure = false;
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

  /** Segments that no seal leads to: they hold what came behind the present segment before power was lost. */
  get unreached(): string[] {
    return this.#unreached(listDirectory(this.runtime.fs, this.options.directory));
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
    if (this.#readToEnd()) return;
    let names: readonly string[] = [];
    let last: string | null = null;
    for (let attempt = 0; attempt < REOPENINGS; attempt++) {
      if (attempt > 0) pause(REOPENING_PAUSE_MS);
      names = listDirectory(this.runtime.fs, this.options.directory);
      for (const name of this.#starts(names)) {
        if (this.#openAt(name, names) && this.#readToEnd('every segment')) return;
        // The latest beginning leads the farthest.
        last ??= this.#next;
      }
      // That far back nothing may be left.
      if (typeof this.options.from === 'function' || !hasLog(this.runtime.fs, this.options.directory, names)) {
        this.#forget();
        return;
      }
    }
    throw missingError(this.runtime.fs, this.options.directory, names, last);
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
      if (!this.#readToEnd()) this.close();
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
    this.#isEndSure = false;
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

  /** As `#readOn`. @throws CortexError when later segments have records, and no seal leads to them */
  #readToEnd(through: Route = 'shortest'): boolean {
    if (!this.#readOn(through)) return false;
    if (this.#isEndSure || this.options.from !== 'newest') return true;
    const names = listDirectory(this.runtime.fs, this.options.directory);
    // A seal stands before the first record of the segment that it names: it can be read by now.
    if (this.#unreached(names).length > 0 && !this.#readOn(through)) return false;
    this.#requireReached(names);
    this.#isEndSure = true;
    return true;
  }

  /** Later segments with records that no seal leads to. */
  #unreached(names: readonly string[]): string[] {
    return this.#segment === null ? [] : segmentsBehind(this.runtime.fs, this.options.directory, this.#segment.name, names);
  }

  #requireReached(names: readonly string[]): void {
    const segment = this.#segment;
    const lost = this.#unreached(names).filter((name) => !this.#isLeftByPowerLoss(name, names));
    if (segment === null || lost.length === 0) return;
    this.close();
    throw unreachedError(this.options.directory, segment.name, lost);
  }

  /** A power loss may take a seal and leave what was written behind it, but only until the machine has started again. */
  #isLeftByPowerLoss(segment: string, names: readonly string[]): boolean {
    if (this.#core.unreached.includes(segment)) return true;
    // A durable checkpoint stands behind a durable seal.
    return this.#core.boot !== this.runtime.process.boot && !names.includes(checkpointName(segment));
  }

  /** False when there is no open segment, or it or its successor has no name any more. */
  #readOn(through: Route): boolean {
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
      this.#segment = this.#successor(segment, through);
    }
    return false;
  }

  /** `null` where it is not there, or where it is shorter to begin anew. */
  #successor(segment: Segment, through: Route): Segment | null {
    if (through === 'shortest' && this.#isFarBehind(segment)) return null;
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
      // It may have been a seal.
      this.#isEndSure = false;
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
    const { machine, observe, applied: onApplied } = this.options;
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
    if (operation !== null) onApplied?.(appended, span, applied?.changed === true);
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
