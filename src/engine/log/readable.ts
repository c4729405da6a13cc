import { CortexError } from '../platform/errors.ts';
import { CoreState } from './core-state.ts';
import type { LogMachine } from './machine.ts';
import type { LogRecord } from './record.ts';

/** Rejects a record that no reader would apply: it must not be acknowledged or written. @throws CortexError `invalid-input` */
export function requireReadable<Operation, State, Answer>(
  record: LogRecord,
  { directory, machine }: { readonly directory: string; readonly machine: LogMachine<Operation, State, Answer> },
): void {
  if (CoreState.owns(record.op) ? CoreState.canRead(record) : machine.parse(record) !== null) return;
  throw new CortexError('invalid-input', `the log cannot hold this operation ("${record.op}")`, {
    file: directory,
    next: 'A value in it is out of range, too deep or too long. Nothing was written.',
  });
}
