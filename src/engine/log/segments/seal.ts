import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import type { LogRecord } from '../record.ts';

/** A segment up to the end of its seal: name, bytes and SHA-256 of them, hexadecimal. */
const sealed = onDemand(() => z.object({ segment: z.string(), bytes: z.int(), sha256: z.string() }));
/** The record that ends a segment. */
export const seal = onDemand(() =>
  z.object({
    op: z.literal('seal'),
    next: z.string().regex(/^\d{6,9}-[0-9a-f]{16}\.jsonl$/),
    /** The segment before this one. Whatever it says, the seal counts. */
    after: sealed().optional().catch(undefined),
  }),
);
export type SealedSegment = Checked<typeof sealed>;

/** Seals are few, and records many: false for a line that holds none. */
export const mayBeSeal = (line: Buffer): boolean => line.includes('"op":"seal"');

/** The segment that a seal names as the one before its own; `null` where it names none. */
export function predecessorIn(record: LogRecord): SealedSegment | null {
  return record.op === 'seal' ? (sealed().safeParse(record.after).data ?? null) : null;
}
