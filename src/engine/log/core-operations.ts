import * as z from 'zod';
import { type Checked, createReader, onDemand } from '../platform/on-demand.ts';
import { begin, MAX_FLOOR } from './begin.ts';
import { segmentNumber } from './layout.ts';
import type { LogRecord } from './record.ts';
import type { RecordSpan } from './record-place.ts';
import { seal } from './segments/seal.ts';

/** Schema of what a publication says. */
export const publication = onDemand(() =>
  z.object({
    /** SHA-256 of the whole file, hexadecimal. */
    hash: z.string(),
    /** The `header.checksum` in the file. */
    checksum: z.string(),
    /** The file shows the state after the record with this ordinal. */
    upTo: z.int(),
    /** Stat identity of the file (`dev-ino-size-mtimeNs`), so that other processes need not hash it. */
    identity: z.string(),
  }),
);
const publish = onDemand(() => publication().extend({ op: z.literal('publish') }));
/**
 * Fields of an adoption that the log reads; the operation itself belongs to the protocol. An adoption counts once, and only if no other
 * adoption came between reading the file and this record. Otherwise its differences would be those of a partly adopted file.
 */
export const adopt = onDemand(() =>
  z.looseObject({
    op: z.literal('adopt'),
    hash: z.string(),
    after: z.int(),
    /** Stat identity of the published file if it has this content, so that other processes need not hash it. */
    identity: z.string().optional(),
    /** The `header.checksum` in the content. Most editors leave that of the publication that they edited. */
    checksum: z.string().optional(),
    /** When the content was written, in milliseconds of the file system's clock. */
    written: z.number().optional(),
    /** Effective time up to which the content shows an earlier log, in milliseconds. Only in the first adoption of a log. */
    shows: z.number().optional(),
    /** Ordinal of the last damaged line whose effect was taken back from the published file. */
    mends: z.int().optional(),
  }),
);
/** Returns an operation of the log itself; `null` if it is malformed. */
export const coreOperation = createReader<CoreOperation>('op', { begin, seal, publish });
/** A logged publication of the projected file. */
export type Publication = Checked<typeof publication>;
/** Operations of the log itself. */
export type CoreOperation = Checked<typeof begin> | Checked<typeof seal> | Checked<typeof publish>;

/** Returns false only for a seal that does not name the next segment: a seal never leads back or in a cycle. */
export function isSealInOrder(operation: CoreOperation, { segment }: RecordSpan): boolean {
  return operation.op !== 'seal' || segmentNumber(operation.next) === (segmentNumber(segment) ?? 0) + 1;
}

/**
 * Returns the highest ordinal that the writer of a record had read: `seen`, or in records of earlier versions, the ordinals that some name.
 * A forged one must not exceed what checkpoints can hold.
 */
export function lastSeen({ op, seen, upTo, after }: LogRecord): number {
  const named = [seen, op === 'publish' ? upTo : 0, op === 'adopt' ? after : 0];
  return Math.max(0, ...named.map((each) => (Number.isSafeInteger(each) && Number(each) <= MAX_FLOOR ? Number(each) : 0)));
}

/** Returns whether a record at `span` ends its segment. */
export function isSeal(record: LogRecord, span: RecordSpan): boolean {
  const operation = record.op === 'seal' ? coreOperation(record) : null;
  return operation !== null && isSealInOrder(operation, span);
}
