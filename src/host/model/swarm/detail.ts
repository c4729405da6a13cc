import { swarmStatus } from '../../../engine/needs/status/swarm-status.ts';
import { describeTask } from '../../../engine/needs/status/task.ts';
import type { TaskOutput } from '../../../engine/needs/status/task-schemas.ts';
import { describeAgent } from '../../../engine/needs/status/waits.ts';
import { describeLockPath, escapeLockPath, overlaps } from '../../../engine/swarm/index.ts';
import type { HeldLock, SwarmView } from '../../../engine/workspace/swarm-source.ts';
import type { AgentDetail, DetailLink, DetailLinks, SwarmDetail, TaskDetail } from '../../dashboards/swarm/detail-protocol.ts';
import type { View } from '../../dashboards/swarm/protocol.ts';
import { clipText } from '../pages.ts';
import { timeLeft } from '../text.ts';

const MAX_LINKS = 20;
const MAX_OUTPUT = 10_000;

interface DetailOptions {
  readonly view: SwarmView;
  readonly now: number;
  /** Id of the person that uses this editor. */
  readonly person: string;
  /** Ids of the rows of the lists, in the current folding and order. */
  readonly tasks: readonly string[];
  readonly agents: readonly string[];
}

/** Returns the details of a task or agent; `null` if it does not exist. */
export function detailOf(wanted: NonNullable<View['detail']>, options: DetailOptions): SwarmDetail | null {
  return wanted.kind === 'task' ? taskDetail(wanted.id, options) : agentDetail(wanted.id, options);
}

function taskDetail(id: string, options: DetailOptions): TaskDetail | null {
  const { view, now, person } = options;
  const task = describeTask(view, id, { now, person });
  if (task === null) return null;
  const link = linker(options);
  const others = (tasks: TaskOutput['parts']) => linksOf(tasks, (each) => link('task', each.id, taskSays(each)));
  return {
    kind: 'task',
    id: clipText(id),
    description: clipText(task.description),
    status: task.status,
    agent: task.agent === null ? null : link('agent', task.agent, task.agentState ?? ''),
    waits: task.waits.map(({ kind, name, says }) => link(kind, name, says)),
    next: task.next === null ? null : clipText(task.next),
    parts: others(task.parts),
    dependencies: others(task.dependencies),
    dependents: others(task.dependents),
    locks: linksOf(
      view.locks.filter(({ path }) => task.locks.some((held) => held.path === path)),
      (lock) => lockLink(lock, options),
    ),
    estimatedTokens: task.estimatedTokens,
    actualTokens: task.actualTokens,
    output: outputText(task.output),
  };
}

function agentDetail(id: string, options: DetailOptions): AgentDetail | null {
  const { view, now } = options;
  const agent = view.manifest?.agents.find((each) => each.id === id);
  if (agent === undefined) return null;
  const state = swarmStatus(view, now)?.agents.find((each) => each.agent === id);
  const link = linker(options);
  const path = state?.path ?? null;
  const holders = state?.holders ?? [];
  return {
    kind: 'agent',
    id: clipText(id),
    role: clipText(agent.role),
    state: state === undefined ? agent.status : clipText(describeAgent(state, now)),
    tasks: linksOf(state?.tasks ?? [], (task) => link('task', task.id, task.description)),
    locks: linksOf(
      view.locks.filter(({ agentId }) => agentId === id),
      (lock) => lockLink(lock, options),
    ),
    awaits: path === null ? null : link('lock', describeLockPath(path), holders.length === 0 ? '' : `held by ${holders.join(', ')}`),
    tokens: agent.tokensUsed,
    costUsd: agent.costUsd,
    lastActivity: view.lastActivity(id),
  };
}

/** Returns a function that makes a link with the row of its subject. */
function linker({ view, tasks, agents }: DetailOptions): (kind: DetailLink['kind'], name: string, says: string) => DetailLink {
  return (kind, name, says) => {
    if (kind === 'lock') return toLockLink(findLock(view, name), view, name, says);
    const row = kind === 'task' ? tasks.indexOf(name) : kind === 'agent' ? agents.indexOf(name) : -1;
    return { kind, name: clipText(name), says: clipText(says), row: row === -1 ? null : row, path: null };
  };
}

/** Finds the lock with a name, else the first one that covers a path. */
function findLock({ locks }: SwarmView, name: string): HeldLock | undefined {
  const path = escapeLockPath(name);
  return locks.find((lock) => describeLockPath(lock.path) === name) ?? locks.find((lock) => overlaps(lock.path, path));
}

function toLockLink(lock: HeldLock | undefined, { locks }: SwarmView, name: string, says: string): DetailLink {
  const row = lock === undefined ? -1 : locks.indexOf(lock);
  return { kind: 'lock', name: clipText(name), says: clipText(says), row: row === -1 ? null : row, path: lock?.path ?? null };
}

const taskSays = ({ status, agent, description }: TaskOutput['parts'][number]): string =>
  `${status}${agent === null ? '' : `, ${agent}`}: ${description}`;

function lockLink(lock: HeldLock, { view, now }: DetailOptions): DetailLink {
  const says = `${lock.type === 'shared' ? 'shared, ' : ''}${timeLeft(lock.expiresAt - now)} left`;
  return toLockLink(lock, view, describeLockPath(lock.path), says);
}

function linksOf<Item>(items: readonly Item[], toLink: (item: Item) => DetailLink): DetailLinks {
  return { first: items.slice(0, MAX_LINKS).map(toLink), total: items.length };
}

function outputText(output: unknown): string | null {
  if (output === null || output === undefined) return null;
  return (typeof output === 'string' ? output : JSON.stringify(output, null, 2)).slice(0, MAX_OUTPUT);
}
