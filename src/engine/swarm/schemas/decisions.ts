import * as z from 'zod';
import { taskNodeSchema } from '../../crtx/schema.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { releasedLocks } from './locks.ts';

const agent = () => z.string().describe('the agent that runs the command');
const by = () => z.string().describe('who decides: the coordinator or person:<name>');
const mergedTask = () =>
  z.string().optional().describe('the task whose results are merged; default: the whole swarm, or the only task with an open decision');
/** State of a merge. `questions`: the first few open ones. `finished`: whether the swarm is finished. */
const mergeState = onDemand(() =>
  z.object({
    task: z.string(),
    taskStatus: taskNodeSchema().shape.status,
    state: z.enum(['open', 'approved', 'refused']),
    waitsFor: z.enum(['answers', 'votes', 'coordinator', 'person']).nullable(),
    questions: z.array(z.string()),
    finished: z.boolean(),
  }),
);
/** A finished ballot. `winner`: an option, or yes or no. `merge`: the state of the merge it was about; `null` for a proposal. */
export const decidedOutput = onDemand(() => z.object({ subject: z.string(), winner: z.string(), merge: mergeState().nullable() }));

export const proposeInput = onDemand(() =>
  z.object({
    task: z.string().describe('the id of the task').meta({ positional: true }),
    agent: agent(),
    approach: z.string().min(1, 'must not be empty').describe('how to do the task and its subtasks'),
    confidence: z.number().min(0, 'at least 0').max(1, 'at most 1').default(0.8).describe('confidence in the approach, 0 to 1'),
  }),
);
export const voteInput = onDemand(() =>
  z.object({
    subject: z
      .string()
      .describe('the id of a proposal, of a file conflict (such as parser#1), or of the task that is merged')
      .meta({ positional: true }),
    agent: agent(),
    for: z.string().default('yes').describe('yes, no, or the option that is chosen'),
  }),
);
export const mergeInput = onDemand(() =>
  z.object({
    task: mergedTask(),
    by: by(),
    pick: z.string().optional().describe('the result that wins: the agent that submitted it, or the task that changed the file'),
    file: z.string().optional().describe('the file in question, if there are several'),
  }),
);
export const approveInput = onDemand(() =>
  z.object({
    task: mergedTask(),
    by: by(),
    refuse: z.boolean().default(false).describe('refuse the results instead of approving them'),
    reason: z.string().optional().describe('why; required with --refuse'),
  }),
);

export const proposeOutput = onDemand(() =>
  z.object({
    proposal: z.string(),
    task: z.string(),
    state: z.enum(['open', 'won', 'lost']),
    agree: z.int(),
    against: z.int(),
    entitled: z.int(),
  }),
);
export const voteOutput = onDemand(() =>
  z.object({
    subject: z.string(),
    choice: z.string(),
    voices: z.array(z.object({ choice: z.string(), count: z.int() })),
    entitled: z.int(),
    open: z.boolean(),
    again: z.boolean(),
    decided: decidedOutput().nullable(),
    releasedLocks: releasedLocks(),
  }),
);
export const mergeOutput = onDemand(() => mergeState().extend({ again: z.boolean(), releasedLocks: releasedLocks() }));

export type ProposeInput = Checked<typeof proposeInput>;
export type ProposeOutput = Checked<typeof proposeOutput>;
export type VoteInput = Checked<typeof voteInput>;
export type VoteOutput = Checked<typeof voteOutput>;
export type MergeInput = Checked<typeof mergeInput>;
export type ApproveInput = Checked<typeof approveInput>;
export type DecidedOutput = Checked<typeof decidedOutput>;
export type MergeOutput = Checked<typeof mergeOutput>;
