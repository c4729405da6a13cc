import * as z from 'zod';
import { timelineEntrySchema, timelineEntryTypeSchema, timelineOutcomeSchema } from '../../crtx/schema/timeline.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

const task = () => z.string().describe('the task that it belongs to');

/** Files that an entry is about, as they are typed. */
export const aboutFiles = onDemand(() =>
  z
    .array(z.string())
    .default([])
    .describe('a file that it is about, relative to the folder where it is typed (with --root: to that folder); may be repeated'),
);

export const addInput = onDemand(() =>
  z.object({
    agent: z.string().describe('who did it'),
    type: timelineEntryTypeSchema().describe('what kind of entry it is'),
    action: z.string().describe('what was done'),
    reasoning: z.string().describe('why it was done'),
    confidence: z.number().min(0, 'at least 0').max(1, 'at most 1').default(0.8).describe('how sure the agent was'),
    file: aboutFiles(),
    task: task().optional(),
    parent: z.string().optional().describe('the id of the entry that it follows from'),
    outcome: timelineOutcomeSchema().default('pending').describe('how it ended'),
    ref: z.array(z.string()).default([]).describe('an entry, document or commit that it refers to; may be repeated'),
  }),
);
const page = {
  limit: z.int().min(1, 'at least 1').default(50).describe('how many entries at most'),
  cursor: z.string().optional().describe('where to go on: "next" of the page before'),
};
const who = {
  agent: z.string().optional().describe('only what this agent recorded'),
  type: z.string().optional().describe('only entries of this type'),
  task: task().optional(),
};
export const listInput = onDemand(() => z.object({ ...page, ...who }));
export const queryInput = onDemand(() =>
  z.object({
    ...who,
    file: z
      .string()
      .optional()
      .describe('only entries about this file, or about anything below this folder; of one that is gone with a / at its end'),
    outcome: z.string().optional().describe('only entries that ended so'),
    since: z.string().optional().describe('only entries from then on: a time (2026-11-21T12:00Z) or how long ago (90m, 2h, 7d)'),
    until: z.string().optional().describe('only entries up to then, given likewise'),
    text: z
      .string()
      .regex(/\S/, 'it is empty')
      .optional()
      .describe('only entries whose action, reasoning and outcome detail have all of these words, in any order, whatever their case'),
    ref: z.string().optional().describe('only entries that refer to this'),
    ...page,
  }),
);
export const precedentsInput = onDemand(() =>
  z.object({
    file: z.array(z.string()).default([]).describe('a file that is to be changed; may be repeated'),
    action: z.string().default('').describe('what is to be done, in words'),
    limit: z.int().min(1, 'at least 1').default(10).describe('how many entries at most'),
  }),
);
export const nothing = onDemand(() => z.object({}));
export const resolveInput = onDemand(() =>
  z.object({
    id: z.string().describe('the id of the entry').meta({ positional: true }),
    outcome: timelineOutcomeSchema().describe('how it ended'),
    detail: z.string().optional().describe('how it ended, in words'),
    was: z.string().optional().describe('how it stood when you looked: where that is another by now, nothing changes'),
  }),
);

/** One entry, as the timeline holds it. */
export const timelineEntryOutput = onDemand(() => z.object({ entry: timelineEntrySchema() }));
/** The newest entry first. `next` leads to the page behind this one; `null` when there is none. */
export const listTimelineOutput = onDemand(() => z.object({ entries: z.array(timelineEntrySchema()), next: z.string().nullable() }));
/** The nearest first. `score` as docs/protocols/crtx.md says; `why`: a sentence. */
export const precedentsOutput = onDemand(() =>
  z.object({
    precedents: z.array(z.object({ entry: timelineEntrySchema(), score: z.number(), why: z.string() })),
  }),
);

/** `entries`: how many `timeline.crtx` shows, archives not counted. */
export const flushTimelineOutput = onDemand(() => z.object({ entries: z.int() }));

export type AddEntryInput = Checked<typeof addInput>;
export type ListEntriesInput = Checked<typeof listInput>;
export type QueryEntriesInput = Checked<typeof queryInput>;
export type PrecedentsInput = Checked<typeof precedentsInput>;
export type PrecedentsOutput = Checked<typeof precedentsOutput>;
export type ResolveEntryInput = Checked<typeof resolveInput>;
export type EntryOutput = Checked<typeof timelineEntryOutput>;
export type EntriesOutput = Checked<typeof listTimelineOutput>;
export type FlushOutput = Checked<typeof flushTimelineOutput>;
