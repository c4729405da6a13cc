import { findProject, suggestPersonId, type TaskNode } from '../../crtx/index.ts';
import { CortexError } from '../../platform/errors.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { CREATE_SWARM, NO_SWARM_TEXT, predecessorsOf, readOutput } from '../../swarm/index.ts';
import { openSource } from '../../workspace/project-files.ts';
import type { SwarmView } from '../../workspace/swarm-source.ts';
import { swarmStatus } from './swarm-status.ts';
import type { TaskInput, TaskOutput } from './task-schemas.ts';
import { describeAgent, findWaits, type WaitContext } from './waits.ts';

/** Indexes the tasks of a tree by id, with their parents. */
function tasksOf(root: TaskNode) {
  const tasks = new Map<string, TaskNode>();
  const parents = new Map<string, string>();
  const open = [root];
  for (let task = open.pop(); task !== undefined; task = open.pop()) {
    tasks.set(task.id, task);
    for (const child of task.children) {
      parents.set(child.id, task.id);
      open.push(child);
    }
  }
  return { tasks, parents };
}

const other = ({ id, status, assignedTo, description }: TaskNode) => ({ id, status, agent: assignedTo ?? null, description });

/** Returns a task with its surroundings; `null` without a swarm or such a task. */
export function describeTask(view: SwarmView, id: string, { now, person }: Pick<WaitContext, 'now' | 'person'>): TaskOutput | null {
  const { manifest } = view;
  const swarm = swarmStatus(view, now);
  if (manifest === null || swarm === null) return null;
  const { tasks, parents } = tasksOf(manifest.decomposition);
  const task = tasks.get(id);
  if (task === undefined) return null;
  const agents = new Map(swarm.agents.map((each) => [each.agent, each]));
  const known: WaitContext = { manifest, view, predecessors: predecessorsOf(manifest), agents, usedUp: swarm.usedUp, now, person };
  const { links, next } = findWaits(task, known);
  const agent = task.assignedTo ?? null;
  const state = agent === null ? undefined : known.agents.get(agent);
  const { result } = readOutput(task.output);
  return {
    id,
    description: task.description,
    status: task.status,
    priority: task.priority,
    agent,
    agentState: state === undefined ? null : describeAgent(state, now),
    parent: parents.get(id) ?? null,
    parts: task.children.map(other),
    dependencies: task.dependencies.flatMap((each) => tasks.get(each) ?? []).map(other),
    dependents: [...tasks.values()].filter(({ dependencies }) => dependencies.includes(id)).map(other),
    waits: [...links],
    next,
    estimatedTokens: task.estimatedTokens,
    actualTokens: task.actualTokens ?? null,
    locks: view.locks
      .filter(({ agentId }) => task.status === 'active' && agentId === agent)
      .map(({ path, type, expiresAt }) => ({ path, type, expiresAt })),
    output: result ?? null,
  };
}

/**
 * Shows a task, why it waits, its dependents, and its result.
 * @throws CortexError `not-found` without such a task, a swarm or a project
 */
export async function showTask(context: OperationContext, { task }: TaskInput): Promise<Outcome<TaskOutput>> {
  const { runtime, directory, exactDirectory, environment } = context;
  const { root } = findProject(runtime.fs, directory, exactDirectory);
  const source = await openSource(runtime, root, 'log');
  try {
    await source.refresh();
    const view = source.view();
    if (view.manifest === null) throw new CortexError('not-found', NO_SWARM_TEXT, { next: `Create one: ${CREATE_SWARM}` });
    const output = describeTask(view, task, { now: runtime.clock.now(), person: suggestPersonId(environment) });
    if (output === null) {
      throw new CortexError('not-found', 'the swarm has no such task', { value: task, next: 'List the tasks: cortex swarm status' });
    }
    return { ok: true, output, warnings: source.rebuilt };
  } finally {
    await source.close();
  }
}
