import * as z from 'zod';
import { taskNodeSchema } from '../../crtx/schema/swarm.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

/** The kinds of changes of a swarm. */
const kind = () =>
  z.enum([
    'created',
    'adopted',
    'task',
    'split',
    'retried',
    'submitted',
    'failed',
    'joined',
    'left',
    'refused',
    'unresponsive',
    'agent',
    'proposed',
    'voted',
    'agreed',
    'rejected',
    'answered',
    'merge-pending',
    'approved',
    'merged',
    'merge-refused',
    'paused',
    'resumed',
    'aborted',
    'budget-changed',
    'budget-warning',
    'usage',
    'lock-granted',
    'lock-renewed',
    'lock-queued',
    'lock-wait-ended',
    'lock-released',
    'lock-broken',
    'lock-expired',
  ]);

/** A task's status and the agents that hold it. */
const taskState = onDemand(() => z.object({ status: taskNodeSchema().shape.status, agents: z.array(z.string()) }));

/**
 * One change of a swarm. `time`: milliseconds since 1970 UTC. `ordinal`: the record that caused it, or for a change caused by time alone
 * the record before. `cursor`: points behind this change. `agent`: the agent or person that caused it, or `null`. `subject`: the task, path,
 * agent, proposal or limit.
 */
export const changeSchema = onDemand(() =>
  z.object({
    cursor: z.string(),
    time: z.int(),
    ordinal: z.int(),
    kind: kind(),
    agent: z.string().nullable(),
    subject: z.string(),
    /** Description; may be empty. */
    detail: z.string(),
    /** Only for tasks. */
    from: taskState().optional(),
    to: taskState().optional(),
    /** Only for locks: the agent that holds it. */
    holder: z.string().optional(),
    /** Only for locks and waits: when it expires, in milliseconds since 1970 UTC. */
    until: z.int().optional(),
  }),
);

export type Change = Checked<typeof changeSchema>;
export type TaskSummary = Checked<typeof taskState>;
/** A change without its position. */
export type ChangeDraft = Omit<Change, 'cursor' | 'time' | 'ordinal'>;
