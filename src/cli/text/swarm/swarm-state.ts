import type { SwarmManifest, TaskNode } from '../../../engine/crtx/index.ts';
import type { Checked } from '../../../engine/platform/on-demand.ts';
import { commandAbout, typedOption } from '../../../engine/platform/suggested.ts';
import { explainOpenMerge, openMergeOf, type stateOutput } from '../../../engine/swarm/index.ts';
import { counted, dollars, duration, escapeText, grouped, seconds, type TypedInput, truncate } from '../layout.ts';
import { commandWithLocation } from '../suggested-commands.ts';

type Answer = Checked<typeof stateOutput>;
type Budget = SwarmManifest['budget'];

/** Maximum length of a reason. */
const REASON = 200;

const because = (reason: string) => (reason === '' ? '' : `: ${truncate(reason, REASON)}`);

/** Returns the limits that are used up, so that no more tasks are assigned. */
function usedUp({ maxTokens, maxCostUsd, maxDurationMs, spent }: Budget) {
  const limits = [
    { option: 'tokens', isUsedUp: spent.tokens >= maxTokens, said: `${grouped(spent.tokens)} of ${counted(maxTokens, 'token')}` },
    { option: 'cost', isUsedUp: spent.costUsd >= maxCostUsd, said: `${dollars(spent.costUsd)} of ${dollars(maxCostUsd)}` },
    {
      option: 'duration',
      isUsedUp: spent.durationMs >= maxDurationMs,
      said: `${duration(spent.durationMs)} of ${duration(maxDurationMs)}`,
    },
  ];
  return limits.filter(({ isUsedUp }) => isUsedUp);
}

/** Returns the first failed leaf. Uses no recursion, because a tree may be deep. */
function firstFailed(root: TaskNode): string | null {
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.status === 'failed' && node.children.length === 0) return node.id;
    for (const child of node.children.toReversed()) stack.push(child);
  }
  return null;
}

function ending({ how, by, reason, at }: NonNullable<Answer['end']>, { failed, skipped }: NonNullable<Answer['progress']>): string {
  if (how === 'finished') return `Finished${skipped === 0 ? '' : `; ${counted(skipped, 'task')} skipped`}.`;
  if (how === 'failed') return `Failed: ${counted(failed, 'task')} failed, ${grouped(skipped)} skipped.`;
  return `Aborted${by === null ? '' : ` by ${by}`}${at === null ? '' : ` at ${seconds(at)}`}${because(reason)}`;
}

/** Returns a line about admission: agents do not join by themselves. */
export function admissionLine(coordinator: string, asked: TypedInput): string {
  const admit = commandWithLocation(`cortex swarm admit AGENT ${typedOption('by', coordinator)}`, asked);
  return `Admission: agents wait until ${escapeText(coordinator)} or a person admits them: ${admit}`;
}

/** Explains why a swarm does not continue normally: it has ended, is paused, or its budget is used up. */
export function swarmStateLines({ swarm, progress, pause, applicants, end }: Answer, asked: TypedInput): string[] {
  if (swarm === null || progress === null) return [];
  const by = typedOption('by', swarm.coordinator);
  if (end !== null) {
    const retry = commandWithLocation(commandAbout('cortex swarm retry', firstFailed(swarm.decomposition), 'TASK', [by]), asked);
    return [escapeText(`${ending(end, progress)}${end.how === 'failed' ? ` To retry a task: ${retry}` : ''}`)];
  }
  const openMerge = openMergeOf(swarm);
  const limits = progress.pending + progress.active === 0 ? [] : usedUp(swarm.budget);
  const raised = limits.map(({ option }) => `--${option} ${option.toUpperCase()}`);
  const raise = commandWithLocation(['cortex swarm budget', by, ...raised].join(' '), asked);
  const spent = limits.map(({ said }) => said).join(', ');
  return [
    ...(openMerge === null ? [] : [escapeText(`State: ${explainOpenMerge(openMerge)}`)]),
    ...(pause === null ? [] : [escapeText(`Paused by ${pause.by} since ${seconds(pause.at)}${because(pause.reason)}`)]),
    ...(limits.length === 0 ? [] : [`No more tasks are assigned: the budget is used up (${spent}). To raise it: ${raise}`]),
    ...(applicants === null ? [] : [admissionLine(swarm.coordinator, asked)]),
    ...(applicants ?? []).map(({ agent, role }) => {
      const admit = commandWithLocation(commandAbout('cortex swarm admit', agent, 'AGENT', [by]), asked);
      return `${escapeText(agent)} waits to be admitted (${escapeText(truncate(role, REASON))}): ${admit}`;
    }),
  ];
}
