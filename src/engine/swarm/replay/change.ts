import * as z from 'zod';
import { taskNodeSchema } from '../../crtx/schema/swarm.ts';
import { type Checked, onDemand } from '../../platform/on-demand.ts';

/** What can become of a swarm. */
const kind = () =>
  z.enum([
    'created',
    'adopted',
    'task',
    'divided',
    'retried',
    'handed-in',
    'gave-up',
    'joined',
    'left',
    'refused',
    'vanished',
    'agent',
    'proposed',
    'voted',
    'agreed',
    'rejected',
    'answered',
    'merge-waits',
    'approved',
    'merged',
    'merge-refused',
    'paused',
    'resumed',
    'aborted',
    'limits',
    'budget',
    'usage',
    'lock-granted',
    'lock-renewed',
    'lock-queued',
    'lock-gone',
    'lock-released',
    'lock-broken',
    'lock-expired',
  ]);

/** A task's status, and who has it. */
const taskStanding = onDemand(() => z.object({ status: taskNodeSchema().shape.status, agents: z.array(z.string()) }));

/**
 * One thing that changed. `time`: milliseconds. `ordinal`: of the record that did it; of what time alone did, of the record before.
 * `cursor`: leads to what follows it. `who`: `null` when nobody in particular did it. `subject`: the task, path, agent, proposal or limit.
 */
export const changeSchema = onDemand(() =>
  z.object({
    cursor: z.string(),
    time: z.int(),
    ordinal: z.int(),
    kind: kind(),
    who: z.string().nullable(),
    subject: z.string(),
    /** In words; may be empty. */
    what: z.string(),
    /** Of a task. */
    from: taskStanding().optional(),
    to: taskStanding().optional(),
    /** Of a lock: whose it is. */
    holder: z.string().optional(),
    /** Of a lock or a wait: when it ends by itself, milliseconds. */
    until: z.int().optional(),
  }),
);

export type Change = Checked<typeof changeSchema>;
export type TaskStanding = Checked<typeof taskStanding>;
/** A change that has no place yet. */
export type ChangeDraft = Omit<Change, 'cursor' | 'time' | 'ordinal'>;
