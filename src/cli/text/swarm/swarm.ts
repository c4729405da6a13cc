import type { SwarmManifest } from '../../../engine/crtx/index.ts';
import type { Checked } from '../../../engine/platform/on-demand.ts';
import { typedOption } from '../../../engine/platform/suggested.ts';
import {
  admitOutput,
  assignOutput,
  claimOutput,
  completeOutput,
  createOutput,
  describeLockPath,
  explainSwarmState,
  failOutput,
  heartbeatOutput,
  recruitOutput,
  retireOutput,
  startOutput,
  type stateOutput,
  statusOutput,
  usageOutput,
} from '../../../engine/swarm/index.ts';
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
} from '../layout.ts';
import { commandWithLocation } from '../suggested-commands.ts';
import { lapsedLine, releasedLines } from './lock.ts';
import { ballotResultText } from './merging.ts';
import { contestsLines, decisionLines, pickedLines, rejectedLines } from './swarm-decisions.ts';
import { admissionLine, swarmStateLines } from './swarm-state.ts';
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
export function formatStatus(answer: Checked<typeof stateOutput>, now: number, asked: TypedInput): string {
  const { swarm, progress, seen } = answer;
  if (swarm === null || progress === null)
    return `There is no swarm. Create one: ${commandWithLocation('cortex swarm create --task TASK --coordinator COORDINATOR', asked)}`;
  const { done, active, pending, failed, skipped, total, percent } = progress;
  const others = Object.entries({ active, pending, failed, skipped }).map(([state, count]) => `${grouped(count)} ${state}`);
  const counts = `${percent} %  ${grouped(done)} of ${grouped(total)} done, ${others.join(', ')}`;
  const parts = [
    escapeText(swarm.task),
    `${escapeText(swarm.id)}, ${swarm.strategy}, coordinated by ${escapeText(swarm.coordinator)}`,
    ...swarmStateLines(answer, asked),
    counts,
    budgetLine(swarm.budget),
    '',
    table(taskRows(swarm, seen, now)),
  ];
  if (answer.end === null) parts.push(...decisionLines(swarm, asked), ...rejectedLines(swarm), ...contestsLines(swarm, asked));
  parts.push(...pickedLines(swarm));
  if (swarm.agents.length > 0) parts.push('', 'Agents', table(agentRows(swarm.agents, seen, now)));
  if (swarm.locks.length > 0) {
    const locks = swarm.locks.map(({ path, agentId, expiresAt }) => [describeLockPath(path), agentId, timeLeft(expiresAt, now)]);
    parts.push('', 'Locks', table(locks));
  }
  return parts.join('\n');
}

function repeatText(answer: { readonly again: boolean }, sentence: string): string {
  return answer.again ? `${sentence} (no change)` : sentence;
}

/** Reports lost and remaining locks to an agent that ends a task, because they may belong to it. */
function aboutLocks({ locks, lapsed }: Pick<Checked<typeof failOutput>, 'locks' | 'lapsed'>, asked: TypedInput): string[] {
  const [first] = locks;
  const release = first === undefined ? '' : commandWithLocation(`cortex lock release --all ${typedOption('agent', first.agentId)}`, asked);
  return [
    ...lapsed.map(lapsedLine),
    ...locks.map(({ path, agentId }) => `${escapeText(agentId)} still holds ${escapeText(describeLockPath(path))}.`),
    ...(first === undefined ? [] : [`To release ${locks.length === 1 ? 'it' : 'them'}: ${release}`]),
  ];
}

/** Reports the end of the swarm, and of its locks, when its last task ends. */
function aboutSwarm({ swarm, releasedLocks }: Pick<Checked<typeof failOutput>, 'swarm' | 'releasedLocks'>, asked: TypedInput): string[] {
  const { status: state, progress, waitsFor } = swarm;
  const said = explainSwarmState(state, progress, waitsFor);
  if (said === '') return [];
  if (state === 'merging' && waitsFor === 'person')
    return [`${said.slice(0, -1)}: ${commandWithLocation('cortex swarm approve --by person:NAME', asked)}`];
  return [
    state === 'finished' ? said : `${said} See "${commandWithLocation('cortex swarm status', asked)}".`,
    ...releasedLines({ releasedLocks }),
  ];
}

/** Returns the approach that an agent has to follow: one line, or none. */
function agreedLines(agreed: Checked<typeof claimOutput>['agreed']): string[] {
  if (agreed === null) return [];
  const { proposal, agent, task, approach } = agreed;
  return [`Agreed for ${escapeText(task)}: ${escapeText(approach)} (${escapeText(proposal)}, by ${escapeText(agent)})`];
}

const JOINED = {
  new: 'joined the swarm',
  again: 'is back in the swarm',
  before: 'is already in the swarm; its role and expertise are updated',
};

export const swarmTexts: Readonly<Record<string, Text>> = {
  'swarm create': textOutput(
    createOutput,
    ({ swarm, tasks, budget: { maxAgents, maxTokens, maxCostUsd, maxDurationMs }, admission }, _now, asked) => {
      const limits = [counted(maxAgents, 'agent'), counted(maxTokens, 'token'), dollars(maxCostUsd), duration(maxDurationMs)];
      const created = `Created ${escapeText(swarm)} with ${counted(tasks, 'task')}. Limits: ${limits.join(', ')}.`;
      return admission === 'open' ? created : `${created}\n${admissionLine(String(asked.coordinator), asked)}`;
    },
  ),
  'swarm status': textOutput(statusOutput, (answer, now, asked) =>
    answer.tasks === null
      ? [formatStatus(answer, now, asked), ...overlapLines(answer.overlaps)].join('\n')
      : [...swarmStateLines(answer, asked), ...listedTasks(answer.tasks)].join('\n'),
  ),
  'swarm recruit': textOutput(recruitOutput, ({ agent, joined }) => `${escapeText(agent)} ${JOINED[joined]}.`),
  'swarm admit': textOutput(admitOutput, (answer) => {
    const id = escapeText(answer.agent);
    return repeatText(answer, answer.admitted ? `${id} joined the swarm.` : `${id} is not admitted.`);
  }),
  'swarm retire': textOutput(retireOutput, ({ agent, withdrawn, released, locks, decided, ...rest }, _now, asked) => {
    const pending = released.length > 0 ? ` Pending again: ${released.map(escapeText).join(', ')}.` : '';
    const held = locks.map(({ path, expiresAt }) => `It still holds ${escapeText(path)}, until ${seconds(expiresAt)}.`);
    const id = escapeText(agent);
    const it = locks.length === 1 ? 'it' : 'them';
    const release = commandWithLocation(`cortex lock release --all ${typedOption('agent', agent)}`, asked);
    if (held.length > 0)
      held.push(`If ${id} cannot release ${it}, the coordinator or a person can break ${it}. To release ${it}: ${release}`);
    const ballots = decided.map((each) => `${escapeText(each.subject)} is ${ballotResultText(each)}`);
    return [
      `${repeatText(rest, withdrawn ? `${id} no longer waits to be admitted.` : `${id} has left the swarm.`)}${pending}`,
      ...ballots,
      ...held,
      ...releasedLines(rest),
    ].join('\n');
  }),
  'swarm assign': textOutput(assignOutput, ({ task, agent, ...rest }) =>
    repeatText(rest, `${escapeText(task)} is assigned to ${escapeText(agent)}.`),
  ),
  'swarm claim': textOutput(claimOutput, ({ task, reason, agreed }) =>
    task === null
      ? escapeText(reason)
      : [`${escapeText(task.id)}  ${escapeText(task.description)}`, ...agreedLines(agreed), escapeText(reason)].join('\n'),
  ),
  'swarm start': textOutput(startOutput, ({ task, agreed, ...rest }) =>
    [repeatText(rest, `Started ${escapeText(task.id)}: ${escapeText(task.description)}`), ...agreedLines(agreed)].join('\n'),
  ),
  'swarm complete': textOutput(completeOutput, ({ task, taskStatus, ready, ...rest }, _now, asked) => {
    const free = ready.length > 0 ? ` Ready now: ${ready.map(escapeText).join(', ')}.` : '';
    const said =
      taskStatus === 'done'
        ? `${escapeText(task)} is done.`
        : `Submitted a result for ${escapeText(task)}; the task is done when a result is picked.`;
    return [`${repeatText(rest, said)}${free}`, ...aboutLocks(rest, asked), ...aboutSwarm(rest, asked)].join('\n');
  }),
  'swarm fail': textOutput(failOutput, ({ task, taskStatus, skipped, ...rest }, _now, asked) => {
    const others = skipped.length > 0 ? ` Skipped because of it: ${skipped.map(escapeText).join(', ')}.` : '';
    const said = taskStatus === 'failed' ? 'has failed' : 'has failed for this agent; other contenders continue';
    return [`${repeatText(rest, `${escapeText(task)} ${said}.`)}${others}`, ...aboutLocks(rest, asked), ...aboutSwarm(rest, asked)].join(
      '\n',
    );
  }),
  'swarm usage': textOutput(
    usageOutput,
    ({ agent, task }) => `Recorded usage of ${escapeText(agent)}${task === null ? '' : ` for task ${escapeText(task)}`}.`,
  ),
  'swarm heartbeat': textOutput(heartbeatOutput, ({ agent, released, lapsed }) => {
    const lost = released.length === 0 ? [] : [`It sent no heartbeat in time, and lost: ${released.map(escapeText).join(', ')}.`];
    return [`Recorded a heartbeat of ${escapeText(agent)}.`, ...lost, ...lapsed.map(lapsedLine)].join('\n');
  }),
};
