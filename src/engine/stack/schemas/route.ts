import * as z from 'zod';
import { type Checked, onDemand } from '../../platform/on-demand.ts';
import { taskSchema } from './common.ts';

export const routeInput = onDemand(() =>
  z.object({ watch: z.boolean().default(false).describe('keep routing new messages until interrupted (Ctrl-C)') }),
);

/** What became of one message; `kept`: it stays in its OUTBOX, and `why` says so; of one that was delivered `why` is a warning, mostly null. */
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
/** An agent that cannot go on: by its plan, by the last message that it wrote, or by both. */
const blocked = onDemand(() =>
  z.object({
    agent: z.string(),
    tasks: z.array(taskSchema()),
    message: z.object({ id: z.string(), to: z.string().nullable(), title: z.string(), time: z.string().nullable() }).nullable(),
  }),
);
/** `isPartial`: a part of an OUTBOX could not be read. `logged`: how many entries of the timeline say so; none where there is no `.cortex`. */
export const routeOutput = onDemand(() =>
  z.object({ root: z.string(), routed: z.array(routed()), isPartial: z.boolean(), blocked: z.array(blocked()), logged: z.int() }),
);
/** What `--watch` tells, one by one. */
export const routeEvent = onDemand(() => z.union([routed(), blocked()]));

export type RouteInput = Checked<typeof routeInput>;
export type RouteOutput = Checked<typeof routeOutput>;
export type RoutedView = Checked<typeof routed>;
export type BlockedView = Checked<typeof blocked>;
