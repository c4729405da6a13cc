import { defineOperation, type Operation, type OperationFunction } from '../../platform/operation.ts';
import { STACK_COMMANDS } from '../schemas/common.ts';
import { type RouteInput, type RouteOutput, routeInput, routeOutput } from '../schemas/route.ts';

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
