import * as z from 'zod';
import { NEED_RANKS } from './kernel/need.ts';
import { defineOperation, type Operation } from './kernel/operation.ts';

const listInput = z.object({ all: z.boolean().default(false).describe('what is snoozed, too') });
const snoozeInput = z.object({
  id: z.string().describe('the id of what is put aside, as "cortex needs-you" shows it').meta({ positional: true }),
  for: z.int().min(0).default(14_400_000).describe('for how long; 0s shows it again').meta({ unit: 'duration' }),
});

/** `since`: milliseconds since 1970 UTC. `file`: absolute. `asks`: keys of the input that a person has yet to say. */
const need = z.object({
  id: z.string(),
  kind: z.string(),
  rank: z.enum(NEED_RANKS),
  title: z.string(),
  why: z.string(),
  since: z.number().nullable(),
  place: z.object({ file: z.string(), line: z.int() }).nullable(),
  actions: z.array(
    z.object({ title: z.string(), operation: z.string(), input: z.record(z.string(), z.unknown()), asks: z.array(z.string()) }),
  ),
  snoozed: z.boolean(),
});
/** The most pressing first. `snoozed`: how many more are put aside. */
export const needsOutput = z.object({ needs: z.array(need), snoozed: z.int() });
/** `until`: milliseconds since 1970 UTC; `null`: it is shown. */
export const snoozeOutput = z.object({ id: z.string(), title: z.string(), until: z.number().nullable() });

export type NeedsInput = z.infer<typeof listInput>;
export type NeedsOutput = z.infer<typeof needsOutput>;
export type SnoozeInput = z.infer<typeof snoozeInput>;
export type SnoozeOutput = z.infer<typeof snoozeOutput>;

const useCases = () => import('./needs-use-cases.ts');

/** What waits for a person, over all protocols (docs/decisions/0018-needs-you.md). */
export const needsOperations: readonly Operation[] = [
  defineOperation({
    name: 'needs-you',
    description: 'Show what waits for a person, the most pressing first',
    effect: 'read',
    input: listInput,
    output: needsOutput,
    load: async () => (await useCases()).listNeeds,
  }),
  defineOperation({
    name: 'snooze',
    description: 'Put something that waits for you aside for a while',
    effect: 'write',
    input: snoozeInput,
    output: snoozeOutput,
    load: async () => (await useCases()).snooze,
  }),
];
