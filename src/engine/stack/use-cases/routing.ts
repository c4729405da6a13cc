import type { OperationContext, OperationFunction, Outcome } from '../../platform/operation.ts';
import type { RouteInput, RouteOutput } from '../schemas/route.ts';
import type { Stacks } from '../stacks.ts';
import { inStacks } from './in-stacks.ts';
import { type LogRoutes, logged, routedView, routeOnce } from './route.ts';
import { watchRoutes } from './route-watch.ts';

/** Implements `cstack route` (seed 4, "Multi-Agent Orchestration"). `ok` is false when a message stays or there is a problem. */
export function routing(log: LogRoutes): OperationFunction<RouteInput, RouteOutput> {
  const once = inStacks(async (stacks: Stacks, _: RouteInput, { runtime }: OperationContext): Promise<Outcome<RouteOutput>> => {
    const { report, blocked } = await routeOnce(stacks);
    const { count, problems } = await logged(log(runtime, stacks.root, report));
    const routed = report.routed.map(routedView);
    const ok = routed.every(({ outcome }) => outcome !== 'kept') && report.problems.length === 0;
    const output = { root: stacks.root, routed, isPartial: report.isPartial, blocked: [...blocked], logged: count };
    return { ok, output, warnings: [...new Set([...report.problems, ...problems])] };
  });
  return async (context, input) => (input.watch ? watchRoutes(context, log) : once(context, input));
}
