import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { taskSchema } from './common.ts';

export const routeInput = onDemand(() =>
  z.object({
    watch: z.boolean().default(false).describe('keep routing new messages until interrupted (Ctrl-C)'),
    correct: z.string().optional().describe('first correct a mistyped recipient in every OUTBOX: OLD=NEW'),
  }),
);

/**
 * Result for one message. `kept`: it stays in its OUTBOX, and `why` gives the reason. For a delivered message `why` is a warning, usually
 * null.
 */
const routed = onDemand(() =>
  z.object({
    id: z.string(),
    from: z.string(),
    to: z.string().nullable(),
    type: z.string(),
    outcome: z.enum(['delivered', 'already', 'kept']),
    why: z.string().nullable(),
  }),
);
/** A blocked agent: by its plan, by its last message, or both. */
const blocked = onDemand(() =>
  z.object({
    agent: z.string(),
    tasks: z.array(taskSchema()),
    message: z.object({ id: z.string(), to: z.string().nullable(), title: z.string(), time: z.string().nullable() }).nullable(),
  }),
);
/** `isPartial`: a part of an OUTBOX could not be read, or belongs to no agent of AGENTS.md. `logged`: number of timeline entries written; 0 without a `.cortex` folder. */
export const routeOutput = onDemand(() =>
  z.object({ root: z.string(), routed: z.array(routed()), isPartial: z.boolean(), blocked: z.array(blocked()), logged: z.int() }),
);
/** Events that `--watch` prints one by one. */
export const routeEvent = onDemand(() => z.union([routed(), blocked()]));

export type RouteInput = Checked<typeof routeInput>;
export type RouteOutput = Checked<typeof routeOutput>;
export type RoutedView = Checked<typeof routed>;
export type BlockedView = Checked<typeof blocked>;
