import type { AgentStatus } from '../../contract/dashboard.ts';
import { isPerson, type SwarmAgent, type SwarmManifest } from '../../engine/crtx/index.ts';
import type { FileProblem } from '../../engine/file-problems.ts';
import { agentContext, taskContext } from './contexts.ts';
import { agentStatus, manifestOf, type Picture } from './picture.ts';
import { limited, nothing, type Row } from './row.ts';
import { indexOf, type StatusCounts, type TaskEntry, type TaskIndex, type TaskStatus } from './task-index.ts';
import { oneLine, tokens, usd } from './text.ts';

const TASK_ICONS: Readonly<Record<TaskStatus, Row['icon']>> = {
  pending: { name: 'circle-large-outline' },
  active: { name: 'play-circle', color: 'charts.blue' },
  done: { name: 'pass', color: 'testing.iconPassed' },
  failed: { name: 'error', color: 'testing.iconFailed' },
  skipped: { name: 'circle-slash', color: 'testing.iconSkipped' },
};

/** The label leaves room for who has the task; the tooltip has it whole. */
const LABEL_LENGTH = 40;

const AGENT_COLORS: Readonly<Record<AgentStatus, string>> = {
  idle: 'descriptionForeground',
  working: 'charts.blue',
  blocked: 'charts.yellow',
  done: 'testing.iconPassed',
  failed: 'testing.iconFailed',
  left: 'disabledForeground',
};

/** The rows of the Swarm view: what is wrong, how far it is, tasks, agents. Empty without a swarm: then a welcome is shown. */
export function swarmRows(picture: Picture): readonly Row[] {
  if (picture.kind !== 'project') return [];
  const manifest = manifestOf(picture);
  if (manifest === null) return [];
  const index = indexOf(manifest);
  return [...picture.problems.map(problemRow), swarmRow(manifest, index), tasksRow(index), agentsRow(manifest, index)];
}

function problemRow(problem: FileProblem, at: number): Row {
  const { severity, summary, message, file, line, column } = problem;
  return {
    id: `problem/${at}`,
    subject: file === null ? { kind: 'message', text: message } : { kind: 'problem', file, line, column },
    label: oneLine(file === null ? summary : (file.split(/[\\/]/).at(-1) ?? file)),
    description: file === null ? '' : oneLine(summary),
    icon:
      severity === 'error'
        ? { name: 'error', color: 'problemsErrorIcon.foreground' }
        : { name: 'warning', color: 'problemsWarningIcon.foreground' },
    tooltip: oneLine(message, 1_000),
    accessibility: `${severity}: ${oneLine(message, 300)}`,
    context: file === null ? 'message' : 'problem',
    command: 'cortex.problem.open',
    unfolded: null,
    children: nothing,
  };
}

function swarmRow(manifest: SwarmManifest, index: TaskIndex): Row {
  const { counts } = index;
  const { spent } = manifest.budget;
  const { leaves = 0, ended = 0 } = index.entries[0] ?? {};
  const { status } = manifest.decomposition;
  const label = oneLine(manifest.task) || oneLine(manifest.id);
  const progress = `${index.percent} % · ${ended} of ${leaves}`;
  return {
    id: `swarm/${manifest.id}`,
    subject: { kind: 'swarm' },
    label,
    description: progress,
    icon: TASK_ICONS[status],
    tooltip: [
      oneLine(manifest.task, 500),
      `${oneLine(manifest.strategy)}, coordinated by ${oneLine(manifest.coordinator)}`,
      `${progress} tasks: ${countsText(counts)}`,
      `${tokens(spent.tokens)} tokens and ${usd(spent.costUsd)} spent`,
    ].join('\n'),
    accessibility: `Swarm ${label}, ${status}, ${index.percent} percent, ${ended} of ${leaves} tasks`,
    context: 'swarm',
    command: 'cortex.dashboard.open',
    unfolded: null,
    children: nothing,
  };
}

function countsText(counts: StatusCounts): string {
  const parts = (['active', 'pending', 'done', 'failed', 'skipped'] as const).filter((status) => counts[status] > 0);
  return parts.map((status) => `${counts[status]} ${status}`).join(', ');
}

interface GroupText {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly icon: string;
}

function groupRow({ id, label, description, icon }: GroupText, children: () => readonly Row[]): Row {
  return {
    id,
    subject: { kind: 'group' },
    label,
    description,
    icon: { name: icon },
    tooltip: `${label}: ${description}`,
    accessibility: `${label}, ${description}`,
    context: id,
    command: null,
    unfolded: true,
    children,
  };
}

function tasksRow(index: TaskIndex): Row {
  const [root] = index.entries;
  const top = root === undefined ? [] : root.children.length > 0 ? root.children : [root];
  return groupRow({ id: 'tasks', label: 'Tasks', description: countsText(index.counts), icon: 'checklist' }, () =>
    limited('tasks', top, (entry) => taskRow(entry, index)),
  );
}

/** By the id of the task; by its place in the tree where another task has the same id. */
function rowId(entry: TaskEntry, index: TaskIndex): string {
  if (index.get(entry.node.id) === entry) return `task/${entry.node.id}`;
  const places: number[] = [];
  for (let at = entry; at.parent !== null; at = at.parent) places.unshift(at.position);
  return `task-at/${places.join('.')}`;
}

function taskRow(entry: TaskEntry, index: TaskIndex): Row {
  const { node, leaves, ended } = entry;
  const { id, status, assignedTo } = node;
  const isLeaf = node.children.length === 0;
  const description = taskDescription(entry, index);
  const row = rowId(entry, index);
  const label = oneLine(node.description, LABEL_LENGTH) || oneLine(id, LABEL_LENGTH);
  return {
    id: row,
    subject: { kind: 'task', id },
    label,
    description,
    icon: TASK_ICONS[status],
    tooltip: taskTooltip(entry, index),
    accessibility: [label, status, assignedTo === undefined ? '' : `of ${oneLine(assignedTo, 60)}`, isLeaf ? '' : `${ended} of ${leaves}`]
      .filter((part) => part !== '')
      .join(', '),
    context: taskContext(node),
    command: 'cortex.task.show',
    // What is over is folded: it needs nobody any more.
    unfolded: isLeaf ? null : status === 'active' || status === 'failed',
    children: () => limited(row, entry.children, (child) => taskRow(child, index)),
  };
}

function taskDescription(entry: TaskEntry, index: TaskIndex): string {
  const { node, leaves, ended } = entry;
  if (node.children.length > 0) return `${ended} of ${leaves}`;
  if (node.assignedTo !== undefined) return oneLine(node.assignedTo, 60);
  const waits = index.waitsFor(entry);
  return waits.length === 0 ? '' : `waits for ${oneLine(waits.slice(0, 3).join(', '), 60)}${waits.length > 3 ? ', …' : ''}`;
}

function taskTooltip(entry: TaskEntry, index: TaskIndex): string {
  const { id, description, status, assignedTo, priority, estimatedTokens, actualTokens, output } = entry.node;
  const lines = [
    oneLine(description, 500),
    `${oneLine(id, 60)}: ${status}${assignedTo === undefined ? '' : `, ${oneLine(assignedTo, 60)}`}`,
  ];
  lines.push(`Priority ${priority}, ${tokens(actualTokens ?? estimatedTokens)} tokens${actualTokens === undefined ? ' expected' : ''}`);
  const waits = index.waitsFor(entry);
  if (waits.length > 0) lines.push(`Waits for ${oneLine(waits.join(', '), 200)}`);
  if (output !== undefined) lines.push(outputText(output, 500));
  return lines.join('\n');
}

/** What a task gave, as one line: agents may hand in anything. */
export function outputText(output: unknown, most: number): string {
  return oneLine(typeof output === 'string' ? output : (JSON.stringify(output) ?? ''), most);
}

function agentsRow({ agents }: SwarmManifest, index: TaskIndex): Row {
  const here = agents.filter((agent) => agentStatus(agent) !== 'left');
  const working = here.filter(({ status }) => status === 'working').length;
  const description = `${working} of ${here.length} working`;
  return groupRow({ id: 'agents', label: 'Agents', description, icon: 'organization' }, () =>
    limited('agents', agents, (agent) => agentRow(agent, index)),
  );
}

function agentRow(agent: SwarmAgent, index: TaskIndex): Row {
  const { id, role, tokensUsed, costUsd } = agent;
  const status = agentStatus(agent);
  const work = index.workOf(id);
  const doing = work === undefined ? status : oneLine(work.description, 60) || oneLine(work.id, 60);
  const cost = `${usd(costUsd)}, ${tokens(tokensUsed)} tokens`;
  const lines = [`${oneLine(id)} (${oneLine(role)}): ${status}`, cost];
  if (work !== undefined) lines.splice(1, 0, `${work.status === 'active' ? 'Works on' : 'Has'} ${oneLine(work.description, 200)}`);
  return {
    id: `agent/${id}`,
    subject: { kind: 'agent', id },
    label: oneLine(id, 60),
    description: `${usd(costUsd)} · ${doing}`,
    icon: { name: status === 'left' ? 'sign-out' : isPerson(id) ? 'person' : 'hubot', color: AGENT_COLORS[status] },
    tooltip: lines.join('\n'),
    accessibility: `${oneLine(id, 60)}, ${oneLine(role, 60)}, ${status}, ${doing}, ${cost}`,
    context: agentContext(agent),
    command: null,
    unfolded: null,
    children: nothing,
  };
}
