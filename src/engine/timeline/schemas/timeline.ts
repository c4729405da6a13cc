import * as z from 'zod';
import { timelineEntrySchema, timelineEntryTypeSchema, timelineOutcomeSchema } from '../../crtx/schema/timeline.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

const task = () => z.string().describe('task that it belongs to');

/** Files that an entry is about, as typed. */
export const aboutFiles = onDemand(() =>
  z
    .array(z.string())
    .default([])
    .describe('file that it is about, relative to the current folder (with --root: to that folder); may be repeated'),
);

export const addInput = onDemand(() =>
  z.object({
    agent: z.string().describe('agent that acted'),
    type: timelineEntryTypeSchema().describe('type of the entry'),
    action: z.string().describe('the action'),
    reasoning: z.string().describe('reasoning for the action'),
    confidence: z.number().min(0, 'at least 0').max(1, 'at most 1').default(0.8).describe('confidence of the agent'),
    file: aboutFiles(),
    task: task().optional(),
    parent: z.string().optional().describe('id of the parent entry'),
    outcome: timelineOutcomeSchema().default('pending').describe('outcome'),
    ref: z.array(z.string()).default([]).describe('entry, document or commit that it refers to; may be repeated'),
  }),
);
const page = {
  limit: z.int().min(1, 'at least 1').default(50).describe('maximum number of entries'),
  cursor: z.string().optional().describe('continue after the previous page: its "next" value'),
};
const who = {
  agent: z.string().optional().describe('only entries of this agent'),
  type: z.string().optional().describe('only entries of this type'),
  task: task().optional(),
};
export const listInput = onDemand(() => z.object({ ...page, ...who }));
export const queryInput = onDemand(() =>
  z.object({
    ...who,
    file: z.string().optional().describe('only entries about this file or folder; end a folder that no longer exists with /'),
    outcome: z.string().optional().describe('only entries with this outcome'),
    since: z.string().optional().describe('only entries since: a time (2026-11-21T12:00Z) or an age (90m, 2h, 7d)'),
    until: z.string().optional().describe('only entries until: a time or an age'),
    text: z
      .string()
      .regex(/\S/, 'it is empty')
      .optional()
      .describe('only entries that contain all of these words in action, reasoning or outcome details (any order, ignoring case)'),
    ref: z.string().optional().describe('only entries with this reference'),
    ...page,
  }),
);
export const precedentsInput = onDemand(() =>
  z.object({
    file: z.array(z.string()).default([]).describe('file that you plan to change; may be repeated'),
    action: z.string().default('').describe('planned action'),
    limit: z.int().min(1, 'at least 1').default(10).describe('maximum number of entries'),
  }),
);
export const nothing = onDemand(() => z.object({}));
export const resolveInput = onDemand(() =>
  z.object({
    id: z.string().describe('id of the entry').meta({ positional: true }),
    outcome: timelineOutcomeSchema().describe('outcome'),
    detail: z.string().optional().describe('details of the outcome'),
    was: z.string().optional().describe('expected current outcome; if it differs, the entry is not changed'),
  }),
);

/** One entry, as stored in the timeline. */
export const timelineEntryOutput = onDemand(() => z.object({ entry: timelineEntrySchema() }));
/** Newest entry first. `next` is the cursor of the next page; `null` on the last one. */
export const listTimelineOutput = onDemand(() => z.object({ entries: z.array(timelineEntrySchema()), next: z.string().nullable() }));
/** Highest score first. `score`: see docs/protocols/crtx.md; `why`: a sentence. */
export const precedentsOutput = onDemand(() =>
  z.object({
    precedents: z.array(z.object({ entry: timelineEntrySchema(), score: z.number(), why: z.string() })),
  }),
);

/** `entries`: how many `timeline.crtx` contains, without archives. */
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
