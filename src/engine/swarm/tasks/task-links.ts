import type { TaskNode } from '../../crtx/schema.ts';
import { buildOrderGraph, computeCriticalPaths, unique } from './dependencies/order-graph.ts';
import { createOutline } from './outline.ts';
import { isEnded, Task } from './task.ts';

/** Where new tasks are inserted. */
export interface TreePosition {
  /** The parent of the new tasks, or `null`. */
  readonly above: Task | null;
  /** The order of the task before the new ones, and the step between the orders of adjacent tasks. */
  readonly order: number;
  readonly step: number;
  /** Estimated tokens of the longest chain that waits for all of the new tasks. */
  readonly after: number;
}

/** Creates the tasks of several trees, in document order. */
export function createTasks(nodes: readonly TaskNode[], { above, order, step, after }: TreePosition): Task[] {
  // A temporary root above all of them, so that their dependencies on each other are resolved.
  const whole = { id: '', description: '', status: 'pending', priority: 0, estimatedTokens: 0, dependencies: [] } as const;
  const tree = createOutline({ ...whole, dependencies: [], children: [...nodes] });
  const paths = computeCriticalPaths(tree, buildOrderGraph(tree));
  const tasks: Task[] = [];
  for (const [place, node] of tree.nodes.entries()) {
    if (place === 0) continue;
    const parent = tasks[(tree.parents[place] ?? 0) - 1] ?? above;
    tasks.push(new Task(node, parent, order + place * step, (paths[place] ?? 0) + after));
  }
  return tasks;
}

/** Links tasks with their dependencies, in both directions. */
export function linkDependencies(tasks: readonly Task[], get: (id: string) => Task | undefined): void {
  for (const task of tasks) {
    for (const id of unique(task.dependencies)) {
      const dependency = get(id);
      if (dependency === undefined) continue;
      task.waitsFor.push(dependency);
      dependency.dependants.push(task);
    }
  }
}

/** Links the leaves among tasks into one sequence, between two existing leaves if given. */
export function linkSequence(tasks: readonly Task[], before: Task | null = null, behind: Task | null = null): void {
  let last = before;
  for (const leaf of tasks.filter(({ isLeaf }) => isLeaf)) {
    leaf.previous = last;
    if (last !== null) last.next = leaf;
    last = leaf;
  }
  if (last !== null) last.next = behind;
  if (behind !== null) behind.previous = last;
}

/** Counts the open and failed dependencies of a task. The parent's counts must be known already. */
export function countOpenDependencies(task: Task): void {
  const { parent, precursors } = task;
  task.open = parent !== null && parent.open > 0 ? 1 : 0;
  task.failedDependencies = parent !== null && parent.failedDependencies > 0 ? 1 : 0;
  for (const { status } of precursors) {
    if (status === 'done') continue;
    task.open += 1;
    if (isEnded(status)) task.failedDependencies += 1;
  }
}

/** Returns the estimated tokens of the longest chain that waits for a whole task. */
export function longestChainAfter(task: Task): number {
  let longest = 0;
  for (let at: Task | null = task; at !== null; at = at.parent)
    for (const { criticalPath } of at.dependants) longest = Math.max(longest, criticalPath);
  return longest;
}

/** Returns the last task, in document order, of a task and its descendants. */
export function lastDescendant(task: Task): Task {
  let last = task;
  for (let child = last.children.at(-1); child !== undefined; child = last.children.at(-1)) last = child;
  return last;
}
