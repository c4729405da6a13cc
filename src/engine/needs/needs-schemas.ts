import * as z from 'zod';
import { NEED_RANKS } from '../platform/need.ts';
import { type Checked, onDemand } from '../platform/on-demand.ts';
import { placeOptions } from '../workspace/named-places.ts';

export const listInput = onDemand(() =>
  z.object({
    all: z.boolean().default(false).describe('include snoozed items'),
    ...placeOptions,
    limit: z.int().min(1, 'at least 1').default(100).describe('maximum number of results'),
  }),
);
export const snoozeInput = onDemand(() =>
  z.object({
    id: z.string().describe('id of the item, as listed by "cortex needs-you"').meta({ positional: true }),
    for: z.int().min(0).default(14_400_000).describe('duration; 0s ends the snooze').meta({ unit: 'duration' }),
    ...placeOptions,
  }),
);

/**
 * `command`: the command at the end of `why`; `otherCommands`: those of other choices. `since`: milliseconds since 1970 UTC; `day`: its
 * date, when the time is unknown. `file`:
 * absolute. `asks`: input keys that a person must still provide.
 */
const need = onDemand(() =>
  z.object({
    id: z.string(),
    kind: z.string(),
    rank: z.enum(NEED_RANKS),
    title: z.string(),
    why: z.string(),
    command: z.string().optional(),
    otherCommands: z.array(z.string()).optional(),
    since: z.number().nullable(),
    day: z.string().optional(),
    place: z.object({ file: z.string(), line: z.int().nullable() }).nullable(),
    actions: z.array(
      z.object({ title: z.string(), operation: z.string(), input: z.record(z.string(), z.unknown()), asks: z.array(z.string()) }),
    ),
    snoozed: z.boolean(),
  }),
);
/**
 * Most pressing first. `more`: number of items beyond the limit. `snoozed`: number of snoozed items that are not listed. `roots`: the
 * `--root` that commands of the actions need here, for the project's own files and for others; `null` for none.
 */
export const needsOutput = onDemand(() =>
  z.object({
    needs: z.array(need()),
    more: z.int(),
    snoozed: z.int(),
    roots: z.object({ project: z.string().nullable(), others: z.string().nullable() }),
  }),
);
/** `until`: milliseconds since 1970 UTC; `null` when it is no longer snoozed. */
export const snoozeOutput = onDemand(() => z.object({ id: z.string(), title: z.string(), until: z.number().nullable() }));

export type NeedsInput = Checked<typeof listInput>;
export type NeedsOutput = Checked<typeof needsOutput>;
export type SnoozeInput = Checked<typeof snoozeInput>;
export type SnoozeOutput = Checked<typeof snoozeOutput>;
