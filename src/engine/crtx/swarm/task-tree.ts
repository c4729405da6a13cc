import type { TaskNode } from '../schema.ts';
import { criticalPaths, orderGraph, unique } from './order-graph.ts';
import { type Outline, outline } from './outline.ts';
import { isEnded, Task, type TaskStatus } from './task.ts';

/** How many tasks have each status. */
export type StatusCounts = Record<TaskStatus, number>;

const none = (): StatusCounts => ({ pending: 0, active: 0, done: 0, failed: 0, skipped: 0 });

/**
 * The status of a parent follows from its children: active when one is, and when all have ended: failed when one failed, skipped
 * when all were skipped, else done.
 */
function parentStatus({ pending, active, done, failed }: StatusCounts): TaskStatus {
  if (active > 0) return 'active';
  if (pending > 0) return 'pending';
  if (failed > 0) return 'failed';
  return done > 0 ? 'done' : 'skipped';
}

/**
 * The tasks of a swarm and what follows from the status of a leaf: the status of those above it, what is open for those that depend
 * on it, and, when it failed, what will never be done and is skipped. A change costs what it touches.
 */
export class TaskTree {
  /** All tasks in document order; the first is the root. */
  readonly tasks: readonly Task[];
  readonly root: Task;
  /** Leaves only. */
  readonly counts = none();
  readonly #places: Outline['places'];
  readonly #childCounts = new Map<Task, StatusCounts>();
  readonly #changed: (task: Task) => void;

  /**
   * @param node a decomposition without problems (`decompositionProblems`); its leaves count as they stand
   * @param changed is told of every task at first, and then of those whose status or readiness changed
   */
  constructor(node: TaskNode, changed: (task: Task) => void) {
    this.#changed = changed;
    const tree = outline(node);
    const paths = criticalPaths(tree, orderGraph(tree));
    this.root = new Task(node, null, 0, paths[0] ?? 0);
    const tasks = [this.root];
    for (let place = 1; place < tree.nodes.length; place += 1) {
      const parent = tasks[tree.parents[place] ?? 0] ?? null;
      tasks.push(new Task(tree.nodes[place] ?? node, parent, place, paths[place] ?? 0));
    }
    this.tasks = tasks;
    this.#places = tree.places;
    this.#link();
    this.#derive();
    this.#count();
    for (const task of tasks) {
      if (task.isLeaf && task.status === 'pending' && task.doomed > 0) this.setStatus(task, 'skipped');
    }
    for (const task of tasks) changed(task);
  }

  get(id: string): Task | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.tasks[place];
  }

  #link(): void {
    for (const task of this.tasks) {
      for (const id of unique(task.dependencies)) {
        const dependency = this.get(id);
        if (dependency === undefined) continue;
        task.waitsFor.push(dependency);
        dependency.dependants.push(task);
      }
    }
  }

  /** The statuses of parents, children first. */
  #derive(): void {
    for (const task of this.tasks.toReversed()) {
      if (task.isLeaf) {
        this.counts[task.status] += 1;
        continue;
      }
      const counts = none();
      for (const child of task.children) counts[child.status] += 1;
      this.#childCounts.set(task, counts);
      task.status = parentStatus(counts);
    }
  }

  /** What is open for each task, parents first. */
  #count(): void {
    for (const task of this.tasks) {
      const { parent, waitsFor } = task;
      task.open = parent !== null && parent.open > 0 ? 1 : 0;
      task.doomed = parent !== null && parent.doomed > 0 ? 1 : 0;
      for (const { status } of waitsFor) {
        if (status === 'done') continue;
        task.open += 1;
        if (isEnded(status)) task.doomed += 1;
      }
    }
  }

  /** Takes a leaf from whoever works on it: it is pending again, or skipped when what it depends on will never be done. */
  release(leaf: Task): void {
    this.setStatus(leaf, leaf.doomed > 0 ? 'skipped' : 'pending');
  }

  /** Changes the status of a leaf. Gives the leaves that are skipped for it, in no particular order. */
  setStatus(leaf: Task, status: TaskStatus): Task[] {
    const skipped: Task[] = [];
    this.#change(leaf, status, skipped);
    // The list grows while it is walked: what is skipped dooms others.
    for (const task of skipped) this.#change(task, 'skipped', skipped);
    return skipped;
  }

  #change(leaf: Task, status: TaskStatus, doomed: Task[]): void {
    let from = leaf.status;
    if (from === status) return;
    this.counts[from] -= 1;
    this.counts[status] += 1;
    let task = leaf;
    for (let to = status; ; ) {
      task.status = to;
      this.#changed(task);
      if (to === 'done') this.#unblock(task);
      else if (isEnded(to)) this.#doom(task, doomed);
      const { parent } = task;
      const counts = parent === null ? undefined : this.#childCounts.get(parent);
      if (parent === null || counts === undefined) return;
      counts[from] -= 1;
      counts[to] += 1;
      from = parent.status;
      to = parentStatus(counts);
      if (from === to) return;
      task = parent;
    }
  }

  /** What waited for `task` waits for one less; where nothing is left, so do the children. */
  #unblock(task: Task): void {
    const freed = [...task.dependants];
    for (const waiting of freed) {
      waiting.open -= 1;
      if (waiting.open > 0) continue;
      if (waiting.isLeaf) this.#changed(waiting);
      else for (const child of waiting.children) freed.push(child);
    }
  }

  #doom(task: Task, doomed: Task[]): void {
    const lost = [...task.dependants];
    for (const waiting of lost) {
      waiting.doomed += 1;
      if (waiting.doomed > 1) continue;
      if (waiting.isLeaf && waiting.status === 'pending') doomed.push(waiting);
      for (const child of waiting.children) lost.push(child);
    }
  }

  /** The first few tasks that `leaf` waits for, its own dependencies first, then those of the tasks above it. */
  openDependencies(leaf: Task, most: number): Task[] {
    const found = new Set<Task>();
    for (let at: Task | null = leaf; at !== null && at.open > 0; at = at.parent) {
      for (const dependency of at.waitsFor) {
        if (found.size >= most) return [...found];
        if (dependency.status !== 'done') found.add(dependency);
      }
    }
    return [...found];
  }

  /** The decomposition as it stands: seed 1, "TaskNode". */
  toNode(): TaskNode {
    const root = this.root.toNode();
    const nodes = new Map([[this.root, root]]);
    for (const task of this.tasks) {
      if (task.parent === null) continue;
      const node = task.toNode();
      nodes.set(task, node);
      nodes.get(task.parent)?.children.push(node);
    }
    return root;
  }
}
