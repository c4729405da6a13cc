import * as z from 'zod';
import { defineOperation, type Operation } from '../../kernel/operation.ts';
import { timelineEntrySchema, timelineEntryTypeSchema, timelineOutcomeSchema } from '../schema/timeline.ts';

const task = z.string().describe('the task that it belongs to');

const addInput = z.object({
  agent: z.string().describe('who did it'),
  type: timelineEntryTypeSchema.describe('what kind of entry it is'),
  action: z.string().describe('what was done'),
  reasoning: z.string().describe('why it was done'),
  confidence: z.number().min(0, 'at least 0').max(1, 'at most 1').default(0.8).describe('how sure the agent was, from 0 to 1'),
  file: z
    .array(z.string())
    .default([])
    .describe('a file that it is about, relative to the folder where it is typed (with --root: to that folder); may be repeated'),
  task: task.optional(),
  parent: z.string().optional().describe('the id of the entry that it follows from'),
  outcome: timelineOutcomeSchema.default('pending').describe('how it ended'),
  ref: z.array(z.string()).default([]).describe('an entry, document or commit that it refers to; may be repeated'),
});
const listInput = z.object({
  limit: z.int().min(1, 'at least 1').default(50).describe('how many entries at most'),
  agent: z.string().optional().describe('only what this agent recorded'),
  type: z.string().optional().describe('only entries of this type'),
  task: task.optional(),
});
const nothing = z.object({});
const resolveInput = z.object({
  id: z.string().describe('the id of the entry').meta({ positional: true }),
  outcome: timelineOutcomeSchema.describe('how it ended'),
  detail: z.string().optional().describe('how it ended, in words'),
});

/** One entry, as the timeline holds it. */
export const timelineEntryOutput = z.object({ entry: timelineEntrySchema });
/** The newest entry first. */
export const listTimelineOutput = z.object({ entries: z.array(timelineEntrySchema) });

/** `entries`: how many `timeline.crtx` shows. */
export const flushTimelineOutput = z.object({ entries: z.int() });

/** `entries`: how many the united file has. */
export const mergeTimelineOutput = z.object({ file: z.string(), entries: z.int() });

export type AddEntryInput = z.infer<typeof addInput>;
export type ListEntriesInput = z.infer<typeof listInput>;
export type ResolveEntryInput = z.infer<typeof resolveInput>;
export type EntryOutput = z.infer<typeof timelineEntryOutput>;
export type EntriesOutput = z.infer<typeof listTimelineOutput>;
export type FlushOutput = z.infer<typeof flushTimelineOutput>;
export type MergeTimelineOutput = z.infer<typeof mergeTimelineOutput>;

const useCases = () => import('../use-cases/timeline.ts');

/** Seed 1, "Timeline Entries"; RULINGS, crtx 6 and 10. */
export const timelineOperations: readonly Operation[] = [
  defineOperation({
    name: 'timeline add',
    description: 'Record a decision, discovery, failure or learning, for good',
    effect: 'write',
    input: addInput,
    output: timelineEntryOutput,
    load: async () => (await useCases()).addEntry,
  }),
  defineOperation({
    name: 'timeline list',
    description: 'Show what was recorded, newest first',
    effect: 'read',
    input: listInput,
    output: listTimelineOutput,
    load: async () => (await useCases()).listEntries,
  }),
  defineOperation({
    name: 'timeline resolve',
    description: 'Say how an entry ended',
    effect: 'write',
    input: resolveInput,
    output: timelineEntryOutput,
    load: async () => (await useCases()).resolveEntry,
  }),
  defineOperation({
    name: 'timeline flush',
    description: 'Write timeline.crtx as the log says, also after a checkout',
    effect: 'write',
    input: nothing,
    output: flushTimelineOutput,
    load: async () => (await useCases()).flushTimeline,
  }),
  defineOperation({
    name: 'timeline merge',
    description: 'Settle a merge conflict of git in timeline.crtx: the entries of both sides',
    effect: 'write',
    input: nothing,
    output: mergeTimelineOutput,
    load: async () => (await import('../use-cases/merge-timeline.ts')).mergeTimeline,
  }),
];
