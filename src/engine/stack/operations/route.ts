import * as z from 'zod';
import { defineOperation, type Operation, type OperationFunction } from '../../kernel/operation.ts';
import { STACK_COMMANDS, taskSchema } from './common.ts';

const routeInput = z.object({ watch: z.boolean().default(false).describe('go on until it is ended, and route whatever comes') });

/** What became of one message; `kept`: it stays in its OUTBOX, and `why` says so. */
const routed = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string().nullable(),
  type: z.string(),
  outcome: z.enum(['delivered', 'already', 'kept']),
  why: z.string().nullable(),
});
/** An agent that cannot go on: by its plan, by the last message that it wrote, or by both. */
const blocked = z.object({
  agent: z.string(),
  tasks: z.array(taskSchema),
  message: z.object({ id: z.string(), to: z.string().nullable(), title: z.string(), time: z.string().nullable() }).nullable(),
});
/** `logged`: how many entries of the timeline say so; none where there is no `.cortex`. */
export const routeOutput = z.object({ root: z.string(), routed: z.array(routed), blocked: z.array(blocked), logged: z.int() });
/** What `--watch` tells, one by one. */
export const routeEvent = z.union([routed, blocked]);

export type RouteInput = z.infer<typeof routeInput>;
export type RouteOutput = z.infer<typeof routeOutput>;
export type RoutedView = z.infer<typeof routed>;
export type BlockedView = z.infer<typeof blocked>;

/** `cstack route`, given what also tells the timeline of it, which is above the protocols. Seed 4, "Multi-Agent Orchestration". */
export function routeOperation(load: () => Promise<OperationFunction<RouteInput, RouteOutput>>): Operation {
  return defineOperation({
    name: 'route',
    description: STACK_COMMANDS.route,
    effect: 'write',
    input: routeInput,
    output: routeOutput,
    load,
  });
}
