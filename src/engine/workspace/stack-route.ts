import type { Operation } from '../platform/operation.ts';
import { routeOperation, routing } from '../stack/index.ts';

/** Routing between stacks, which the timeline of the repository is told of where there is one (seed 4, "Multi-Agent Orchestration"). */
export const stackRouteOperations: readonly Operation[] = [
  routeOperation(async () => routing((await import('./stack-routing.ts')).logRouting)),
];
