import type * as z from 'zod';
import {
  assignOutput,
  claimOutput,
  completeOutput,
  createOutput,
  failOutput,
  recruitOutput,
  retireOutput,
  type SwarmManifest,
  startOutput,
  statusOutput,
  type TaskNode,
  usageOutput,
} from '../../engine/crtx/index.ts';
import { plain, seconds, type Text, table, text } from './layout.ts';

const MARKS: Readonly<Record<TaskNode['status'], string>> = { pending: '○', active: '▶', done: '✓', failed: '✗', skipped: '–' };
const SECOND = 1_000;

/** Tasks in document order, without recursion: a tree may be deep. */
function taskRows(root: TaskNode): string[][] {
  const rows: string[][] = [];
  const stack = [{ node: root, depth: 0 }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, depth } = top;
    rows.push([`${'  '.repeat(depth)}${MARKS[node.status]} ${node.id}`, node.status, node.assignedTo ?? '', node.description]);
    for (const child of [...node.children].reverse()) stack.push({ node: child, depth: depth + 1 });
  }
  return rows;
}

function duration(ms: number): string {
  const minutes = Math.floor(ms / (60 * SECOND));
  return minutes > 0 ? `${minutes} min` : `${Math.floor(ms / SECOND)} s`;
}

function budget({ maxAgents, maxTokens, maxCostUsd, maxDurationMs, spent }: SwarmManifest['budget']): string {
  const parts = [
    `${spent.agents} of ${maxAgents} agents`,
    `${spent.tokens} of ${maxTokens} tokens`,
    `$${spent.costUsd.toFixed(2)} of $${maxCostUsd.toFixed(2)}`,
    `${duration(spent.durationMs)} of ${duration(maxDurationMs)}`,
  ];
  return `Budget  ${parts.join(' · ')}`;
}

function status({ swarm, progress }: z.infer<typeof statusOutput>): string {
  if (swarm === null || progress === null) return 'There is no swarm. Create one with "cortex swarm create".';
  const { done, active, pending, failed, skipped, total, percent } = progress;
  const counts = `${percent} %  ${done} of ${total} done, ${active} active, ${pending} pending, ${failed} failed, ${skipped} skipped`;
  const parts = [
    plain(swarm.task),
    `${plain(swarm.id)}, ${swarm.strategy}, coordinated by ${plain(swarm.coordinator)}`,
    counts,
    budget(swarm.budget),
    '',
    table(taskRows(swarm.decomposition)),
  ];
  if (swarm.agents.length > 0) {
    const agents = swarm.agents.map(({ id, role, status: state, assignedTasks, tokensUsed, costUsd }) => [
      id,
      role,
      state,
      `${tokensUsed} tokens`,
      `$${costUsd.toFixed(2)}`,
      assignedTasks.join(' '),
    ]);
    parts.push('', 'Agents', table(agents));
  }
  if (swarm.locks.length > 0) parts.push('', `${swarm.locks.length} locked; "cortex lock list" shows them.`);
  return parts.join('\n');
}

function again(answer: { readonly again: boolean }, sentence: string): string {
  return answer.again ? `${sentence} (it was so already)` : sentence;
}

const JOINED = { new: 'joined the swarm', again: 'is back in the swarm', before: 'is in the swarm already' };

export const swarmTexts: Readonly<Record<string, Text>> = {
  'swarm create': text(createOutput, ({ swarm, tasks, budget: { maxAgents, maxTokens, maxCostUsd, maxDurationMs } }) => {
    const limits = [`${maxAgents} agents`, `${maxTokens} tokens`, `$${maxCostUsd.toFixed(2)}`, duration(maxDurationMs)];
    return `Created ${plain(swarm)} with ${tasks} ${tasks === 1 ? 'task' : 'tasks'}. It may use ${limits.join(', ')}.`;
  }),
  'swarm status': text(statusOutput, status),
  'swarm recruit': text(recruitOutput, ({ agent, joined }) => `${plain(agent)} ${JOINED[joined]}.`),
  'swarm retire': text(retireOutput, ({ agent, released, locks, ...rest }) => {
    const pending = released.length > 0 ? ` Pending again: ${released.map(plain).join(', ')}.` : '';
    const held = locks.map(
      ({ path, expiresAt }) => `\nIt still holds ${plain(path)}, until ${seconds(expiresAt)}; "cortex lock break" takes it away.`,
    );
    return `${again(rest, `${plain(agent)} has left the swarm.`)}${pending}${held.join('')}`;
  }),
  'swarm assign': text(assignOutput, ({ task, agent, ...rest }) => again(rest, `${plain(task)} is assigned to ${plain(agent)}.`)),
  'swarm claim': text(claimOutput, ({ task, reason }) =>
    task === null ? plain(reason) : `${plain(task.id)}  ${plain(task.description)}\n${plain(reason)}`,
  ),
  'swarm start': text(startOutput, ({ task, ...rest }) => again(rest, `${plain(task.id)} is begun: ${plain(task.description)}`)),
  'swarm complete': text(completeOutput, ({ task, ...rest }) => again(rest, `${plain(task)} is done.`)),
  'swarm fail': text(failOutput, ({ task, skipped, ...rest }) => {
    const others = skipped.length > 0 ? ` Skipped for it: ${skipped.map(plain).join(', ')}.` : '';
    return `${again(rest, `${plain(task)} has failed.`)}${others}`;
  }),
  'swarm usage': text(usageOutput, ({ agent, task }) => `Counted for ${plain(agent)}${task === null ? '' : ` and task ${plain(task)}`}.`),
};
