import * as z from 'zod';
import { LATEST_TIME } from '../platform/clock.ts';
import { onDemand } from '../platform/on-demand.ts';

/** Highest floor of ordinals that a log may begin with. Above it there is room for more records than a log ever holds. */
export const MAX_FLOOR = LATEST_TIME * 1000;

/** Schema of the record that begins a log in a machine start. */
export const begin = onDemand(() =>
  z.object({
    op: z.literal('begin'),
    version: z.int(),
    boot: z.string(),
    floor: z.int().max(MAX_FLOOR),
    pinned: z.boolean(),
    /** Machine start and container of the writer, and the offset of its clock in milliseconds. Absent in logs of earlier versions. */
    place: z.string().optional(),
    offset: z.int().optional(),
    /** Later segments that no seal names, because power was lost. Absent if there are none. */
    unreached: z.array(z.string()).optional(),
  }),
);

const LOST_FLOOR = /"floor":(\d{1,16}),/;
const LOST_BEGIN_BYTES = 1_000;

/** Returns the floor in a damaged `begin` record, if it can still be read; otherwise 0. */
export function lostFloor(line: Buffer): number {
  const [, floor = '0'] = LOST_FLOOR.exec(line.toString('latin1', 0, LOST_BEGIN_BYTES)) ?? [];
  return Math.min(Number(floor), MAX_FLOOR);
}
