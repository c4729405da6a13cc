import type { TaskNode } from '../../crtx/schema.ts';
import { criticalPaths, orderGraph, unique } from './order-graph.ts';
import { outline } from './outline.ts';
import { isEnded, Task } from './task.ts';

/** Where new tasks come to stand. */
export interface Bed {
  /** The task that they are put below, if there is one. */
  readonly above: Task | null;
  /** The order of the one before them, and the distance of each from the one before it. */
  readonly order: number;
  readonly step: number;
  /** Estimated tokens of the longest chain that waits for all of them. */
  readonly after: number;
}

/** Makes tasks of trees, in document order. */
export function plant(nodes: readonly TaskNode[], { above, order, step, after }: Bed): Task[] {
  // A root for all of them, so that each is known to what the others say; it stands for nothing.
  const whole = { id: '', description: '', status: 'pending', priority: 0, estimatedTokens: 0, dependencies: [] } as const;
  const tree = outline({ ...whole, dependencies: [], children: [...nodes] });
  const paths = criticalPaths(tree, orderGraph(tree));
  const tasks: Task[] = [];
  for (const [place, node] of tree.nodes.entries()) {
    if (place === 0) continue;
    const parent = tasks[(tree.parents[place] ?? 0) - 1] ?? above;
    tasks.push(new Task(node, parent, order + place * step, (paths[place] ?? 0) + after));
  }
  return tasks;
}

/** Joins tasks with what they name as dependencies. */
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

/** Puts the leaves among tasks into one sequence, between two leaves if these are there. */
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

/** Counts what is open for a task; the parent's is known. */
export function countOpen(task: Task): void {
  const { parent, precursors } = task;
  task.open = parent !== null && parent.open > 0 ? 1 : 0;
  task.doomed = parent !== null && parent.doomed > 0 ? 1 : 0;
  for (const { status } of precursors) {
    if (status === 'done') continue;
    task.open += 1;
    if (isEnded(status)) task.doomed += 1;
  }
}

/** Estimated tokens of the longest chain that waits for the whole of a task. */
export function chainBehind(task: Task): number {
  let longest = 0;
  for (let at: Task | null = task; at !== null; at = at.parent)
    for (const { criticalPath } of at.dependants) longest = Math.max(longest, criticalPath);
  return longest;
}

/** The last task in document order that is a task or below it. */
export function lastWithin(task: Task): Task {
  let last = task;
  for (let child = last.children.at(-1); child !== undefined; child = last.children.at(-1)) last = child;
  return last;
}
