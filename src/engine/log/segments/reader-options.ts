import type { CoreState, Place, RecordSpan } from '../core-state.ts';
import type { Appended, LogMachine } from '../machine.ts';
import type { LogRecord } from '../record.ts';

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
