import type { CoreState } from '../core-state.ts';
import type { Appended, LogMachine } from '../machine.ts';
import type { LogRecord } from '../record.ts';
import type { RecordPosition, RecordSpan } from '../record-place.ts';

/** A record that its writer looks for, and what the reader found. */
export interface Search<Answer> {
  readonly id: string;
  found: Appended<Answer> | null;
  span: RecordSpan | null;
  /** The whole state after the record as JSON, if the record was the seal of its segment. */
  snapshot: string | null;
}

export interface ReaderOptions<Operation, State, Answer> {
  readonly directory: string;
  readonly machine: LogMachine<Operation, State, Answer>;
  /** Where to start: at the newest checkpoint, the oldest place from which the log is complete, or the latest that is early enough. */
  readonly from: 'newest' | 'oldest' | ((place: CoreState, segment: string) => boolean);
  /** Called when reading starts, and when it restarts at another place. */
  readonly opened?: () => void;
  /** Called after every record that has a place, with the operation that was applied, if any. */
  readonly observe?: (record: LogRecord, place: RecordPosition, operation: Operation | null) => void;
  /** Called after every record of the protocol that has a place, with its answer and whether a publication would show a difference. */
  applied?(appended: Appended<Answer>, span: RecordSpan, changed: boolean): void;
  /** Called with the name of every segment that answers depend on. */
  readonly touched?: (segment: string) => void;
}
