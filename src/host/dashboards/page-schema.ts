import * as z from 'zod';
import type { Range } from './protocol.ts';

/** What pages say, whichever they are. */

export const range: z.ZodType<Range> = z.object({ from: z.int().min(0), count: z.int().min(0) });
export const text = z.string();
/** A line, or a column. */
export const place = z.int().min(1);
