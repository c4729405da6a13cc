import * as z from 'zod';
import { timelineEntrySchema, timelineEntryTypeSchema, timelineOutcomeSchema } from '../../crtx/schema/timeline.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { aboutFiles } from './timeline.ts';

export const task = () => z.string().describe('id of the task').meta({ positional: true });

export const addInput = onDemand(() =>
  z.object({
    task: task(),
    agent: z.string().describe('agent that acted'),
    type: timelineEntryTypeSchema().default('decision').describe('type of the entry'),
    action: z.string().describe('the action'),
    reasoning: z.string().describe('reasoning for the action'),
    confidence: z.number().min(0, 'at least 0').max(1, 'at most 1').default(0.8).describe('confidence of the agent'),
    file: aboutFiles(),
    parent: z.string().optional().describe('id of the parent entry in the same trace'),
    outcome: timelineOutcomeSchema().default('pending').describe('outcome'),
    ref: z.array(z.string()).default([]).describe('entry, document or commit that it refers to; may be repeated'),
  }),
);
export const showInput = onDemand(() => z.object({ task: task() }));

/** Oldest entry first. */
export const reasoningOutput = onDemand(() => z.object({ task: z.string(), entries: z.array(timelineEntrySchema()) }));

export type AddReasoningInput = Checked<typeof addInput>;
export type ShowReasoningInput = Checked<typeof showInput>;
export type ReasoningOutput = Checked<typeof reasoningOutput>;
