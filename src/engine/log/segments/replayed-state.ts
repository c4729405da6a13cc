import type { Runtime } from '../../platform/runtime.ts';
import { CoreState, type NotedRecord } from '../core-state.ts';
import { FIRST_SEGMENT } from '../layout.ts';
import type { Appended, Loggable } from '../machine.ts';
import type { LogRecord } from '../record.ts';
import type { RecordSpan } from '../record-place.ts';
import { readCheckpoint } from './checkpoint.ts';
import type { ReaderOptions } from './reader-options.ts';
import type { ReaderProblems } from './reader-problems.ts';

/** What a record did. */
interface AppliedRecord<Operation, Answer> {
  readonly noted: NotedRecord;
  /** The operation of the protocol; `null` for a record of the log itself. */
  readonly operation: Operation | null;
  /** The operation if it counts. */
  readonly effective: Operation | null;
  readonly appended: Appended<Answer>;
  /** Whether a publication would show a difference. */
  readonly changed: boolean;
}

/** The state of a log and of its protocol after the records that were read. */
export class ReplayedState<Operation extends Loggable, State, Answer> {
  #core = new CoreState();
  #state: State;

  constructor(
    private readonly runtime: Runtime,
    private readonly options: Pick<ReaderOptions<Operation, State, Answer>, 'directory' | 'machine'>,
    private readonly problems: ReaderProblems,
  ) {
    this.#state = options.machine.create();
  }

  get state(): State {
    return this.#state;
  }

  get core(): CoreState {
    return this.#core;
  }

  /** Returns the whole state as JSON, for a checkpoint. */
  snapshot(): string {
    return JSON.stringify({ core: this.#core.snapshot(), state: this.options.machine.snapshot(this.#state) });
  }

  forget(): void {
    this.#core = new CoreState();
    this.#state = this.options.machine.create();
  }

  /**
   * Takes the state before a segment from its checkpoint. Returns false if there is none, or it is not early enough. To be called after
   * `forget`.
   */
  load(name: string, isEarly: (place: CoreState, segment: string) => boolean): boolean {
    const { machine, directory } = this.options;
    if (name === FIRST_SEGMENT) return true;
    const value = readCheckpoint(this.runtime, directory, name);
    if (typeof value !== 'object' || value === null || !('core' in value) || !('state' in value)) return false;
    try {
      this.#core = CoreState.restore(value.core);
      if (!isEarly(this.#core, name)) return false;
      this.#state = machine.restore(value.state);
      return true;
    } catch (error) {
      this.problems.uselessCheckpoint(name, error);
      return false;
    }
  }

  /** Applies a record; returns `null` if it is no operation, and has no place. */
  apply(record: LogRecord, span: RecordSpan): AppliedRecord<Operation, Answer> | null {
    const { machine } = this.options;
    const isOwn = CoreState.owns(record.op);
    const operation = isOwn ? null : machine.parse(record);
    const noted = operation === null && !isOwn ? null : this.#core.note(record, span);
    if (noted === null) return null;
    const effective = noted.counts ? operation : null;
    const applied = effective === null ? null : machine.apply(this.#state, effective, noted.place);
    const changed = applied?.changed === true;
    if (changed) this.#core.change(noted.place);
    return { noted, operation, effective, appended: { place: noted.place, answer: applied?.answer ?? null }, changed };
  }
}
