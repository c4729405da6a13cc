import * as z from 'zod';
import { NEED_RANKS } from '../platform/need.ts';
import { type Checked, onDemand } from '../platform/on-demand.ts';

export const listInput = onDemand(() =>
  z.object({
    all: z.boolean().default(false).describe('include snoozed items'),
    limit: z.int().min(1, 'at least 1').default(100).describe('maximum number of results'),
  }),
);
export const snoozeInput = onDemand(() =>
  z.object({
    id: z.string().describe('the id of the item, as shown by "cortex needs-you"').meta({ positional: true }),
    for: z.int().min(0).default(14_400_000).describe('how long; 0s ends the snooze').meta({ unit: 'duration' }),
  }),
);

/** `command`: with which `why` ends. `since`: milliseconds since 1970 UTC; `day`: of that, where no time is known. `file`: absolute. `asks`: keys of the input that a person has yet to say. */
const need = onDemand(() =>
  z.object({
    id: z.string(),
    kind: z.string(),
    rank: z.enum(NEED_RANKS),
    title: z.string(),
    why: z.string(),
    command: z.string().optional(),
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
 * The most pressing first. `more`: how many others wait, beyond the limit. `snoozed`: how many are snoozed and not listed. `roots`: what
 * the actions' commands need as `--root` here, those of the project's own files and the others; `null`: nothing.
 */
export const needsOutput = onDemand(() =>
  z.object({
    needs: z.array(need()),
    more: z.int(),
    snoozed: z.int(),
    roots: z.object({ project: z.string().nullable(), others: z.string().nullable() }),
  }),
);
/** `until`: milliseconds since 1970 UTC; `null`: it is shown. */
export const snoozeOutput = onDemand(() => z.object({ id: z.string(), title: z.string(), until: z.number().nullable() }));

export type NeedsInput = Checked<typeof listInput>;
export type NeedsOutput = Checked<typeof needsOutput>;
export type SnoozeInput = Checked<typeof snoozeInput>;
export type SnoozeOutput = Checked<typeof snoozeOutput>;
