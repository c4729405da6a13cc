import type { SwarmManifest } from '../../../engine/crtx/index.ts';
import type { Checked } from '../../../engine/platform/on-demand.ts';
import {
  type BudgetOutlook,
  CREATE_SWARM,
  createOutput,
  describeBudget,
  describeLockPath,
  NO_SWARM_TEXT,
  outlookText,
  type stateOutput,
  statusOutput,
} from '../../../engine/swarm/index.ts';
import { members } from '../../../engine/swarm/operations/swarm.ts';
import {
  counted,
  dollars,
  duration,
  escapeText,
  grouped,
  percent,
  seconds,
  type Text,
  type TypedInput,
  table,
  textOutput,
  timeLeft,
  whole,
} from '../layout.ts';
import { styled, styledState } from '../style.ts';
import { commandWithLocation, terminalStyle } from '../suggested-commands.ts';
import { contestsLines, decisionLines, pickedLines, rejectedLines } from './swarm-decisions.ts';
import { admissionLine, swarmStateLines } from './swarm-state.ts';
import { listedTasks, taskRows, unresponsive } from './swarm-tasks.ts';

function agentRows(agents: SwarmManifest['agents'], seen: Checked<typeof statusOutput>['seen'], now: number): string[][] {
  const silent = unresponsive(seen, now);
  const seenAt = new Map(seen.map(({ agent, at }) => [agent, at]));
  return agents.map(({ id, role, status: state, assignedTasks, tokensUsed, costUsd }) => {
    const spent = [counted(tokensUsed, 'token'), dollars(costUsd)];
    const at = seenAt.get(id);
    return [
      id,
      role,
      styledState(silent.has(id) ? 'unresponsive' : state),
      ...spent,
      at === undefined ? '' : styled('weak', `seen ${duration(Math.max(0, now - at))} ago`),
      assignedTasks.join(' '),
    ];
  });
}

/** Returns the tasks that may change the same files. */
function overlapLines({ pairs, more, complete }: Checked<typeof statusOutput>['overlaps']): string[] {
  if (pairs.length === 0) return [];
  const left = `and ${complete ? '' : 'at least '}${counted(more, 'pair')} more`;
  const rows = pairs.map(({ tasks: [one, other], weight, why }) => [one, other, percent(weight), why]);
  return ['', styled('strong', 'Overlaps: both may change the same file'), table(rows), ...(more === 0 ? [] : [left])];
}

/** Returns whether the budget lasts. That it is used up is said where the state explains why no tasks are assigned. */
function outlookLines(outlook: BudgetOutlook | null): string[] {
  return outlook === null || outlook.kind === 'used-up' ? [] : [outlookText(outlook, minutes)];
}

/** `2026-03-28T14:05Z` */
const minutes = (at: number): string => seconds(at).replace(/:\d\dZ$/, 'Z');

/** Returns the state of a swarm. @param now milliseconds */
export function formatStatus(
  answer: Checked<typeof stateOutput>,
  now: number,
  asked: TypedInput,
  outlook: BudgetOutlook | null = null,
): string {
  const { swarm, progress, seen } = answer;
  if (swarm === null || progress === null) return `${NO_SWARM_TEXT}. Create one: ${commandWithLocation(CREATE_SWARM, asked)}`;
  const { done, active, pending, failed, skipped, total, percent } = progress;
  const others = Object.entries({ active, pending, failed, skipped }).map(([state, count]) => `${grouped(count)} ${state}`);
  const counts = `${percent} %  ${grouped(done)} of ${grouped(total)} done, ${others.join(', ')}`;
  const parts = [
    styled('strong', escapeText(swarm.task)),
    styled('weak', `${escapeText(swarm.id)}, ${swarm.strategy}, coordinated by ${escapeText(swarm.coordinator)}`),
    ...swarmStateLines(answer, asked),
    counts,
    describeBudget(swarm.budget),
    ...outlookLines(outlook),
    '',
    table(taskRows(swarm, seen, now)),
  ];
  if (answer.end === null) parts.push(...decisionLines(swarm, asked), ...rejectedLines(swarm), ...contestsLines(swarm, asked));
  parts.push(...pickedLines(swarm));
  if (swarm.agents.length > 0) parts.push('', styled('strong', 'Agents'), table(agentRows(swarm.agents, seen, now)));
  if (swarm.locks.length > 0) {
    const silent = unresponsive(seen, now);
    const locks = swarm.locks.map(({ path, agentId, expiresAt }) => [
      whole(describeLockPath(path)),
      silent.has(agentId) ? `${agentId} ${styled('bad', '(unresponsive)')}` : agentId,
      timeLeft(expiresAt, now),
    ]);
    parts.push('', styled('strong', 'Locks'), table(locks));
  }
  return parts.join('\n');
}

export const swarmTexts: Readonly<Record<string, Text>> = {
  'swarm create': textOutput(createOutput, (answer, _now, asked) => {
    const created = members.create.summarize(answer, terminalStyle(asked)) ?? [];
    return [...created, ...(answer.admission === 'open' ? [] : [admissionLine(String(asked.coordinator), asked)])].join('\n');
  }),
  'swarm status': textOutput(statusOutput, (answer, now, asked) =>
    answer.tasks === null
      ? [formatStatus(answer, now, asked, answer.outlook), ...overlapLines(answer.overlaps)].join('\n')
      : [...swarmStateLines(answer, asked), ...listedTasks(answer.tasks)].join('\n'),
  ),
};
