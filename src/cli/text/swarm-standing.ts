import type { SwarmManifest, stateOutput } from '../../engine/crtx/index.ts';
import type { Checked } from '../../engine/kernel/on-demand.ts';
import { counted, cut, dollars, duration, grouped, plain, seconds } from './layout.ts';

type Answer = Checked<typeof stateOutput>;
type Budget = SwarmManifest['budget'];

/** How many characters of a reason are shown. */
const REASON = 200;

const because = (reason: string) => (reason === '' ? '' : `: ${cut(reason, REASON)}`);

/** What of a budget is used up, so that nothing more is given out. */
function usedUp({ maxTokens, maxCostUsd, maxDurationMs, spent }: Budget): string[] {
  return [
    ...(spent.tokens >= maxTokens ? [`${grouped(spent.tokens)} of ${counted(maxTokens, 'token')}`] : []),
    ...(spent.costUsd >= maxCostUsd ? [`${dollars(spent.costUsd)} of ${dollars(maxCostUsd)}`] : []),
    ...(spent.durationMs >= maxDurationMs ? [`${duration(spent.durationMs)} of ${duration(maxDurationMs)}`] : []),
  ];
}

function ending({ how, by, reason, at }: NonNullable<Answer['end']>, { failed, skipped }: NonNullable<Answer['progress']>): string {
  if (how === 'finished')
    return `Finished${skipped === 0 ? '' : `, without ${counted(skipped, 'task')} that ${skipped === 1 ? 'was' : 'were'} skipped`}.`;
  if (how === 'failed')
    return `Failed: ${counted(failed, 'task')} failed, ${grouped(skipped)} skipped. "cortex swarm retry" lets a task be tried again.`;
  return `Ended before its end${by === null ? '' : ` by ${by}`}${at === null ? '' : ` at ${seconds(at)}`}${because(reason)}`;
}

/** Why a swarm does not go on as it might: it has ended, somebody has paused it, or its budget is used up. */
export function standingLines({ swarm, progress, pause, end }: Answer): string[] {
  if (swarm === null || progress === null) return [];
  if (end !== null) return [plain(ending(end, progress))];
  const limits = progress.pending + progress.active === 0 ? [] : usedUp(swarm.budget);
  return [
    ...(pause === null ? [] : [plain(`Paused by ${pause.by} since ${seconds(pause.at)}${because(pause.reason)}`)]),
    ...(limits.length === 0
      ? []
      : [`Nothing is given out any more: the budget is used up (${limits.join(', ')}). "cortex swarm budget" raises it.`]),
  ];
}
