import * as z from 'zod';
import { LATEST_TIME } from '../platform/clock.ts';
import { onDemand } from '../platform/on-demand.ts';

/** Above the highest floor there is room for more records than a log will ever have. */
export const HIGHEST_FLOOR = LATEST_TIME * 1000;

/** The record with which a log begins in a machine start. */
export const begin = onDemand(() =>
  z.object({
    op: z.literal('begin'),
    version: z.int(),
    boot: z.string(),
    floor: z.int().max(HIGHEST_FLOOR),
    pinned: z.boolean(),
    /** The clock of who begins it; not in logs of earlier versions. */
    place: z.string().optional(),
    offset: z.int().optional(),
    /** Later segments that no seal leads to, because power was lost. Missing where there are none. */
    unreached: z.array(z.string()).optional(),
  }),
);
