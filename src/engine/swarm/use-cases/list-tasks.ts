import type { SwarmManifest, TaskNode } from '../../crtx/schema.ts';
import type { StatusInput } from '../schemas/swarm.ts';
import type { ListedTask } from '../schemas/swarm-state.ts';
import { predecessorsOf } from '../tasks/dependencies/predecessors.ts';
import { listLeaves } from '../tasks/outline.ts';

/**
 * Returns the leaves that a filter selects, in document order; `null` without a filter. Ready and blocked tasks are pending: all
 * predecessors of a ready one are done, and a blocked one waits for at least one.
 */
export function listTasks(swarm: SwarmManifest, { ready, blocked, agent }: StatusInput): ListedTask[] | null {
  if (!ready && !blocked && agent === undefined) return null;
  const predecessors = predecessorsOf(swarm);
  const open = ({ id }: TaskNode) => (predecessors.get(id) ?? []).filter(({ status }) => status !== 'done').map((task) => task.id);
  const holds = (task: TaskNode) =>
    agent === undefined ||
    task.assignedTo === agent ||
    swarm.agents.some(({ id, assignedTasks }) => id === agent && assignedTasks.includes(task.id));
  return listLeaves(swarm.decomposition).flatMap((task) => {
    const { id, description, status, priority, assignedTo } = task;
    const waitsFor = status === 'pending' ? open(task) : [];
    const isWanted = status === 'pending' && (waitsFor.length === 0 ? ready : blocked);
    if (!holds(task) || ((ready || blocked) && !isWanted)) return [];
    return [{ id, description, status, priority, agent: assignedTo ?? null, waitsFor }];
  });
}
