import type { Operation } from '../platform/operation.ts';
import { createRouteUseCase, routeOperation } from '../stack/index.ts';

/** Routing between stacks, recorded in the timeline of the repository if it has one (seed 4, "Multi-Agent Orchestration"). */
export const stackRouteOperations: readonly Operation[] = [
  routeOperation(async () => createRouteUseCase((await import('./stack-routing.ts')).recordRouting)),
];
