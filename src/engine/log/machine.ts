import type { Place } from './core-state.ts';
import type { LogRecord } from './record.ts';

/** An operation, as a record holds it: beside the log's own fields, which it must not replace. */
export interface Loggable {
  readonly op: string;
  readonly id?: never;
  readonly t?: never;
}

/** A protocol's rules as the log needs them: a pure function from records to a state, with an answer for each. */
export interface LogMachine<Operation, State, Answer> {
  /** The operation in a record, or `null` when it is not one: such a record counts for nobody. */
  parse(record: LogRecord): Operation | null;
  create(): State;
  /** What `restore` needs to make the same state again; JSON. */
  snapshot(state: State): unknown;
  /** @throws when the value is not a snapshot */
  restore(value: unknown): State;
  /** Changes `state` in place. `changed` says whether a publication would show a difference. Must not throw. */
  apply(state: State, operation: Operation, place: Place): { answer: Answer; changed: boolean };
}

/** What a writer learns of its own record. `answer` is `null` where the record had no effect by the log's own rules. */
export interface Appended<Answer> {
  readonly place: Place;
  readonly answer: Answer | null;
}
