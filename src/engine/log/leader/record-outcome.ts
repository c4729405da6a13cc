import { CortexError } from '../../platform/errors.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { isSeal } from '../core-operations.ts';
import { segmentNumber } from '../layout.ts';
import type { Appended, Loggable, LogMachine } from '../machine.ts';
import { decodeLine } from '../record.ts';
import { LogReader } from '../segments/reader.ts';
import { mayBeSeal } from '../segments/seal.ts';
import type { Segment } from '../segments/segment.ts';

/** A record, and the open segment to which it was appended. */
export interface WrittenRecord {
  readonly id: string;
  readonly segment: Segment;
}

/** What became of a record: its answer and the lineage of its log, or `never` if it had no effect. */
export type RecordOutcome<Answer> = (Appended<Answer> & { readonly changed: boolean; readonly lineage: string }) | 'never';

/**
 * Returns what became of a record that this process appended but did not read. `never`: it stands after a seal or in a file that was
 * deleted. Otherwise its answer, and the lineage of the log that has it: a leader may have reported a log that was deleted since.
 * Reads the segment, and the log from there if the record had an effect.
 * @throws CortexError `io` if the record had an effect, but its answer can no longer be computed
 */
export function findRecordOutcome<Operation extends Loggable, State, Answer>(
  runtime: Runtime,
  { directory, machine }: { readonly directory: string; readonly machine: LogMachine<Operation, State, Answer> },
  { id, segment }: WrittenRecord,
): RecordOutcome<Answer> {
  if (!hasTakenEffect(segment, id)) return 'never';
  const found: (Appended<Answer> & { readonly changed: boolean })[] = [];
  const reader = new LogReader(runtime, {
    directory,
    machine,
    from: (_state, start) => (segmentNumber(start) ?? 0) <= (segmentNumber(segment.name) ?? 0),
    applied: (each, _span, changed) => {
      if (each.place.id === id) found.push({ ...each, changed });
    },
  });
  try {
    reader.refresh();
  } finally {
    reader.close();
  }
  const [appended] = found;
  if (appended !== undefined) return { ...appended, lineage: reader.core.lineage };
  // The log may have been deleted between the two reads.
  if (!hasTakenEffect(segment, id)) return 'never';
  throw new CortexError('io', 'an operation was written, but its result can no longer be read', {
    file: directory,
    next: 'It was applied or refused: check the current state before you repeat it.',
  });
}

/** Returns whether a record had an effect: it is before the seal of its segment, or in one without a seal that still has its name. */
function hasTakenEffect(segment: Segment, id: string): boolean {
  let isWritten = false;
  let isSealed = false;
  const isNamed = segment.scan((line, finished, span) => {
    const record = line.includes(id) || mayBeSeal(line) ? decodeLine(line) : null;
    if (record === null) return finished ? 'next' : 'wait';
    isWritten ||= record.id === id;
    isSealed = isSeal(record, span);
    return isSealed ? 'stop' : 'next';
  });
  return isWritten && (isSealed || isNamed);
}
