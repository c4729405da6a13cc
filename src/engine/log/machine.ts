import type { LogRecord } from './record.ts';
import type { RecordPosition } from './record-place.ts';

/** An operation as a record contains it, beside the log's own fields, which it must not replace. */
export interface Loggable {
  readonly op: string;
  readonly id?: never;
  readonly t?: never;
}

/** A protocol's rules for its log: a pure function from records to a state, with an answer for each record. */
export interface LogMachine<Operation, State, Answer> {
  /** Returns the operation in a record, or `null` if it has none. All readers skip such a record. */
  parse(record: LogRecord): Operation | null;
  create(): State;
  /** Returns JSON from which `restore` makes the same state. */
  snapshot(state: State): unknown;
  /** @throws when the value is not a snapshot */
  restore(value: unknown): State;
  /** Changes `state` in place. `changed` says whether a publication would show a difference. Must not throw. */
  apply(state: State, operation: Operation, place: RecordPosition): { answer: Answer; changed: boolean };
}

/** Result of an append. `answer` is `null` if the log's own rules gave the record no effect. */
export interface Appended<Answer> {
  readonly place: RecordPosition;
  readonly answer: Answer | null;
}
