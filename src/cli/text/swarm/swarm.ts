import type { SwarmManifest } from '../../../engine/crtx/index.ts';
import type { Checked } from '../../../engine/platform/on-demand.ts';
import { typedOption } from '../../../engine/platform/suggested.ts';
import {
  admitOutput,
  assignOutput,
  claimOutput,
  completeOutput,
  createOutput,
  explainStanding,
  failOutput,
  heartbeatOutput,
  recruitOutput,
  retireOutput,
  shownLockPath,
  startOutput,
  type stateOutput,
  statusOutput,
  usageOutput,
} from '../../../engine/swarm/index.ts';
import { type Asked, counted, dollars, duration, grouped, percent, plain, seconds, type Text, table, text, timeLeft } from '../layout.ts';
import { suggestedHere } from '../suggested.ts';
import { lapsedLine, releasedLines } from './lock.ts';
import { outcome } from './merging.ts';
import { contestsLines, decisionLines } from './swarm-decisions.ts';
import { admissionLine, standingLines } from './swarm-standing.ts';
import { listedTasks, taskRows, unresponsive } from './swarm-tasks.ts';

/** Returns the used part of each limit. */
export function budgetLine({ maxAgents, maxTokens, maxCostUsd, maxDurationMs, spent }: SwarmManifest['budget']): string {
  const parts = [
    `${grouped(spent.agents)} of ${counted(maxAgents, 'agent')}`,
    `${grouped(spent.tokens)} of ${counted(maxTokens, 'token')}`,
    `${dollars(spent.costUsd)} of ${dollars(maxCostUsd)}`,
    `${duration(spent.durationMs)} of ${duration(maxDurationMs)}`,
  ];
  return `Budget  ${parts.join(' · ')}`;
}

function agentRows(agents: SwarmManifest['agents'], seen: Checked<typeof statusOutput>['seen'], now: number): string[][] {
  const silent = unresponsive(seen, now);
  const seenAt = new Map(seen.map(({ agent, at }) => [agent, at]));
  return agents.map(({ id, role, status: state, assignedTasks, tokensUsed, costUsd }) => {
    const spent = [counted(tokensUsed, 'token'), dollars(costUsd)];
    const at = seenAt.get(id);
    return [
      id,
      role,
      silent.has(id) ? 'unresponsive' : state,
      ...spent,
      at === undefined ? '' : `seen ${duration(Math.max(0, now - at))} ago`,
      assignedTasks.join(' '),
    ];
  });
}

/** Returns the tasks that may change the same files. */
function overlapLines({ pairs, more, complete }: Checked<typeof statusOutput>['overlaps']): string[] {
  if (pairs.length === 0) return [];
  const left = `and ${complete ? '' : 'at least '}${counted(more, 'pair')} more`;
  const rows = pairs.map(({ tasks: [one, other], weight, why }) => [one, other, percent(weight), why]);
  return ['', 'Overlaps: both may change the same file', table(rows), ...(more === 0 ? [] : [left])];
}

/** Returns the state of a swarm. @param now milliseconds */
export function status(answer: Checked<typeof stateOutput>, now: number, asked: Asked): string {
  const { swarm, progress, seen } = answer;
  if (swarm === null || progress === null)
    return `There is no swarm. Create one: ${suggestedHere('cortex swarm create --task TASK --coordinator COORDINATOR', asked)}`;
  const { done, active, pending, failed, skipped, total, percent } = progress;
  const others = Object.entries({ active, pending, failed, skipped }).map(([state, count]) => `${grouped(count)} ${state}`);
  const counts = `${percent} %  ${grouped(done)} of ${grouped(total)} done, ${others.join(', ')}`;
  const parts = [
    plain(swarm.task),
    `${plain(swarm.id)}, ${swarm.strategy}, coordinated by ${plain(swarm.coordinator)}`,
    ...standingLines(answer, asked),
    counts,
    budgetLine(swarm.budget),
    '',
    table(taskRows(swarm, seen, now)),
  ];
  if (answer.end === null) parts.push(...decisionLines(swarm, asked), ...contestsLines(swarm, asked));
  if (swarm.agents.length > 0) parts.push('', 'Agents', table(agentRows(swarm.agents, seen, now)));
  if (swarm.locks.length > 0) {
    const locks = swarm.locks.map(({ path, agentId, expiresAt }) => [shownLockPath(path), agentId, timeLeft(expiresAt, now)]);
    parts.push('', 'Locks', table(locks));
  }
  return parts.join('\n');
}

function again(answer: { readonly again: boolean }, sentence: string): string {
  return answer.again ? `${sentence} (no change)` : sentence;
}

/** Reports lost and remaining locks to an agent that ends a task, because they may belong to it. */
function aboutLocks({ locks, lapsed }: Pick<Checked<typeof failOutput>, 'locks' | 'lapsed'>, asked: Asked): string[] {
  const [first] = locks;
  const release = first === undefined ? '' : suggestedHere(`cortex lock release --all ${typedOption('agent', first.agentId)}`, asked);
  return [
    ...lapsed.map(lapsedLine),
    ...locks.map(({ path, agentId }) => `${plain(agentId)} still holds ${plain(shownLockPath(path))}.`),
    ...(first === undefined ? [] : [`To release ${locks.length === 1 ? 'it' : 'them'}: ${release}`]),
  ];
}

/** Reports the end of the swarm, and of its locks, when its last task ends. */
function aboutSwarm({ swarm, releasedLocks }: Pick<Checked<typeof failOutput>, 'swarm' | 'releasedLocks'>, asked: Asked): string[] {
  const { status: state, progress, waitsFor } = swarm;
  const said = explainStanding(state, progress, waitsFor);
  if (said === '') return [];
  if (state === 'merging' && waitsFor === 'person')
    return [`${said.slice(0, -1)}: ${suggestedHere('cortex swarm approve --by person:NAME', asked)}`];
  return [
    state === 'finished' ? said : `${said} See "${suggestedHere('cortex swarm status', asked)}".`,
    ...releasedLines({ releasedLocks }),
  ];
}

/** Returns the approach that an agent has to follow: one line, or none. */
function agreedLines(agreed: Checked<typeof claimOutput>['agreed']): string[] {
  if (agreed === null) return [];
  const { proposal, agent, task, approach } = agreed;
  return [`Agreed for ${plain(task)}: ${plain(approach)} (${plain(proposal)}, by ${plain(agent)})`];
}

const JOINED = {
  new: 'joined the swarm',
  again: 'is back in the swarm',
  before: 'is already in the swarm; its role and expertise are updated',
};

export const swarmTexts: Readonly<Record<string, Text>> = {
  'swarm create': text(
    createOutput,
    ({ swarm, tasks, budget: { maxAgents, maxTokens, maxCostUsd, maxDurationMs }, admission }, _now, asked) => {
      const limits = [counted(maxAgents, 'agent'), counted(maxTokens, 'token'), dollars(maxCostUsd), duration(maxDurationMs)];
      const created = `Created ${plain(swarm)} with ${counted(tasks, 'task')}. Limits: ${limits.join(', ')}.`;
      return admission === 'open' ? created : `${created}\n${admissionLine(String(asked.coordinator), asked)}`;
    },
  ),
  'swarm status': text(statusOutput, (answer, now, asked) =>
    answer.tasks === null
      ? [status(answer, now, asked), ...overlapLines(answer.overlaps)].join('\n')
      : [...standingLines(answer, asked), ...listedTasks(answer.tasks)].join('\n'),
  ),
  'swarm recruit': text(recruitOutput, ({ agent, joined }) => `${plain(agent)} ${JOINED[joined]}.`),
  'swarm admit': text(admitOutput, (answer) => {
    const id = plain(answer.agent);
    return again(answer, answer.admitted ? `${id} joined the swarm.` : `${id} is not admitted.`);
  }),
  'swarm retire': text(retireOutput, ({ agent, withdrawn, released, locks, decided, ...rest }, _now, asked) => {
    const pending = released.length > 0 ? ` Pending again: ${released.map(plain).join(', ')}.` : '';
    const held = locks.map(({ path, expiresAt }) => `It still holds ${plain(path)}, until ${seconds(expiresAt)}.`);
    const id = plain(agent);
    const it = locks.length === 1 ? 'it' : 'them';
    const release = suggestedHere(`cortex lock release --all ${typedOption('agent', agent)}`, asked);
    if (held.length > 0)
      held.push(`If ${id} cannot release ${it}, the coordinator or a person can break ${it}. To release ${it}: ${release}`);
    const ballots = decided.map((each) => `${plain(each.subject)} is ${outcome(each)}`);
    return [
      `${again(rest, withdrawn ? `${id} no longer waits to be admitted.` : `${id} has left the swarm.`)}${pending}`,
      ...ballots,
      ...held,
      ...releasedLines(rest),
    ].join('\n');
  }),
  'swarm assign': text(assignOutput, ({ task, agent, ...rest }) => again(rest, `${plain(task)} is assigned to ${plain(agent)}.`)),
  'swarm claim': text(claimOutput, ({ task, reason, agreed }) =>
    task === null ? plain(reason) : [`${plain(task.id)}  ${plain(task.description)}`, ...agreedLines(agreed), plain(reason)].join('\n'),
  ),
  'swarm start': text(startOutput, ({ task, agreed, ...rest }) =>
    [again(rest, `Started ${plain(task.id)}: ${plain(task.description)}`), ...agreedLines(agreed)].join('\n'),
  ),
  'swarm complete': text(completeOutput, ({ task, taskStatus, ready, ...rest }, _now, asked) => {
    const free = ready.length > 0 ? ` Ready now: ${ready.map(plain).join(', ')}.` : '';
    const said =
      taskStatus === 'done'
        ? `${plain(task)} is done.`
        : `Submitted a result for ${plain(task)}; the task is done when a result is picked.`;
    return [`${again(rest, said)}${free}`, ...aboutLocks(rest, asked), ...aboutSwarm(rest, asked)].join('\n');
  }),
  'swarm fail': text(failOutput, ({ task, taskStatus, skipped, ...rest }, _now, asked) => {
    const others = skipped.length > 0 ? ` Skipped because of it: ${skipped.map(plain).join(', ')}.` : '';
    const said = taskStatus === 'failed' ? 'has failed' : 'has failed for this agent; other contenders continue';
    return [`${again(rest, `${plain(task)} ${said}.`)}${others}`, ...aboutLocks(rest, asked), ...aboutSwarm(rest, asked)].join('\n');
  }),
  'swarm usage': text(
    usageOutput,
    ({ agent, task }) => `Recorded usage of ${plain(agent)}${task === null ? '' : ` for task ${plain(task)}`}.`,
  ),
  'swarm heartbeat': text(heartbeatOutput, ({ agent, released, lapsed }) => {
    const lost = released.length === 0 ? [] : [`It sent no heartbeat in time, and lost: ${released.map(plain).join(', ')}.`];
    return [`Recorded a heartbeat of ${plain(agent)}.`, ...lost, ...lapsed.map(lapsedLine)].join('\n');
  }),
};
