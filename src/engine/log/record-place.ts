import * as z from 'zod';
import { type Checked, onDemand } from '../platform/on-demand.ts';
import { segmentNumber } from './layout.ts';

/** Schema of the bytes of a segment that one append wrote: a newline and a record. */
export const span = onDemand(() =>
  z
    .object({ segment: z.string().refine((name) => segmentNumber(name) !== null), from: z.int().min(0), to: z.int() })
    .refine(({ from, to }) => from < to),
);
/** Position of a record: its ordinal (the fencing token) and its effective time in milliseconds. */
export interface RecordPosition {
  readonly ordinal: number;
  readonly time: number;
  readonly id: string;
  /** By how much the clock was set, in milliseconds. Everything that is still running moves with it. */
  readonly shift?: number;
}

/** Location of a record in the files of the log, in bytes from the start of its segment. */
export type RecordSpan = Checked<typeof span>;
