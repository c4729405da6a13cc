import { defineOperation, type Operation, type OperationFunction } from '../../platform/operation.ts';
import { STACK_COMMANDS } from '../schemas/common.ts';
import { type RouteInput, type RouteOutput, routeInput, routeOutput } from '../schemas/route.ts';

/**
 * Defines `cstack route` (seed 4, "Multi-Agent Orchestration"). The caller passes the use case, because it also records in the timeline,
 * which stacks may not import.
 */
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
