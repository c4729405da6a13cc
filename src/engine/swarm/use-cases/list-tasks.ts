import type { SwarmManifest, TaskNode } from '../../crtx/schema.ts';
import type { StatusInput } from '../schemas/swarm.ts';
import type { ListedTask } from '../schemas/swarm-state.ts';
import { createOutline, listLeaves } from '../tasks/outline.ts';

const NONE: readonly TaskNode[] = [];

/**
 * Returns the tasks that must be done before each task, by its id: the dependencies of its parents and its own, and under the strategy
 * `pipeline` the leaf before it. Lists of tasks without dependencies of their own are shared.
 */
export function predecessorsOf({
  decomposition,
  strategy,
}: Pick<SwarmManifest, 'decomposition' | 'strategy'>): ReadonlyMap<string, readonly TaskNode[]> {
  const { nodes, parents, places } = createOutline(decomposition);
  const found = new Map<string, readonly TaskNode[]>();
  let leafBefore: TaskNode | undefined;
  for (const [place, node] of nodes.entries()) {
    const inherited = found.get(nodes[parents[place] ?? -1]?.id ?? '') ?? NONE;
    const own = node.dependencies.flatMap((id) => nodes[places.get(id) ?? -1] ?? []);
    const isStep = strategy === 'pipeline' && node.children.length === 0;
    const previous = isStep && leafBefore !== undefined ? [leafBefore] : NONE;
    found.set(node.id, own.length + previous.length === 0 ? inherited : [...new Set([...inherited, ...own, ...previous])]);
    if (isStep) leafBefore = node;
  }
  return found;
}

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
