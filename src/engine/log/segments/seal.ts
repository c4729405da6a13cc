import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import type { LogRecord } from '../record.ts';

/** A segment up to the end of its seal: name, size in bytes, and SHA-256 of these bytes, hexadecimal. */
const sealed = onDemand(() => z.object({ segment: z.string(), bytes: z.int(), sha256: z.string() }));
/** The record that ends a segment. */
export const seal = onDemand(() =>
  z.object({
    op: z.literal('seal'),
    next: z.string().regex(/^\d{6,9}-[0-9a-f]{16}\.jsonl$/),
    /** The segment before this one. The seal counts even if this value is invalid. */
    after: sealed().optional().catch(undefined),
  }),
);
export type SealedSegment = Checked<typeof sealed>;

/** Returns false for a line without a seal, also if a byte of it is damaged. Seals are rare, so most lines need not be decoded. */
export const mayBeSeal = (line: Buffer): boolean => line.includes('"op":"seal"') || line.includes('.jsonl"');

/** Returns the segment that a seal names as the one before its own; `null` if it names none. */
export function parsePredecessor(record: LogRecord): SealedSegment | null {
  return record.op === 'seal' ? (sealed().safeParse(record.after).data ?? null) : null;
}
