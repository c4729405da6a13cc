import type { SwarmManifest, TaskNode } from '../../crtx/schema.ts';
import type { SwarmRun } from '../state/swarm-run.ts';
import { isEnded } from '../tasks/task.ts';

interface Names {
  has(name: string): boolean;
  keys(): Iterable<string>;
}

/** The names of a swarm's agents, including the coordinator, and tasks. */
export interface SwarmNames {
  readonly agents: Names;
  readonly tasks: Names;
}

/** Returns the names in a running swarm; `null` for a finished one. Costs nothing until all names are listed. */
export function namesOfRun({ coordinator, members, tree, isFinished }: SwarmRun): SwarmNames | null {
  if (isFinished) return null;
  return {
    agents: { has: (id) => id === coordinator || members.has(id), keys: () => [coordinator, ...members.keys()] },
    tasks: { has: (id) => tree.get(id) !== undefined, keys: () => tree.tasks.map(({ id }) => id) },
  };
}

/** Returns the names in a manifest; `null` if its root has ended. */
export function namesOfManifest({ coordinator, agents, decomposition }: SwarmManifest): SwarmNames | null {
  if (isEnded(decomposition.status)) return null;
  const tasks = new Set<string>();
  const nodes: TaskNode[] = [decomposition];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    tasks.add(node.id);
    for (const child of node.children) nodes.push(child);
  }
  return { agents: new Set([coordinator, ...agents.map(({ id }) => id)]), tasks };
}
