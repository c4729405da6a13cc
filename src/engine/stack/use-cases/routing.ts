import type { OperationContext, OperationFunction, Outcome } from '../../platform/operation.ts';
import { correctRecipient } from '../messages/correct-recipient.ts';
import type { RouteInput, RouteOutput } from '../schemas/route.ts';
import type { Stacks } from '../stacks.ts';
import { openStacks, stackOperation } from './in-stacks.ts';
import { countLogged, type LogRoutes, routedView, routeOnce } from './route.ts';
import { watchRoutes } from './route-watch.ts';

/** Implements `cstack route` (seed 4, "Multi-Agent Orchestration"). `ok` is false when a message stays or there is a problem. */
export function createRouteUseCase(log: LogRoutes): OperationFunction<RouteInput, RouteOutput> {
  const once = stackOperation(
    async (stacks: Stacks, { correct }: RouteInput, { runtime }: OperationContext): Promise<Outcome<RouteOutput>> => {
      if (correct !== undefined) await correctRecipient(stacks, correct);
      const { report, blocked } = await routeOnce(stacks);
      const { count, problems } = await countLogged(log(runtime, stacks.root, report));
      const routed = report.routed.map(routedView);
      const ok = routed.every(({ outcome }) => outcome !== 'kept') && report.problems.length === 0;
      const output = { root: stacks.root, routed, isPartial: report.isPartial, blocked: [...blocked], logged: count };
      return { ok, output, warnings: [...new Set([...report.problems, ...problems])] };
    },
  );
  return async (context, input) => {
    if (!input.watch) return once(context, input);
    if (input.correct !== undefined) await correctRecipient(openStacks(context), input.correct);
    return watchRoutes(context, log);
  };
}
