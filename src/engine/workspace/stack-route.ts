import type { Operation } from '../platform/operation.ts';
import { routeOperation, routing } from '../stack/index.ts';

/** Routing between stacks, recorded in the timeline of the repository if it has one (seed 4, "Multi-Agent Orchestration"). */
export const stackRouteOperations: readonly Operation[] = [
  routeOperation(async () => routing((await import('./stack-routing.ts')).logRouting)),
];
