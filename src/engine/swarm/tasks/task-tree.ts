import type { TaskNode } from '../../crtx/schema.ts';
import { createOutline } from './outline.ts';
import type { Task, TaskStatus } from './task.ts';
import { countOpenDependencies, createTasks, lastDescendant, linkDependencies, linkSequence, longestChainAfter } from './task-links.ts';
import { isEndedUndone, parentStatus, type StatusCounts, zeroCounts } from './task-status.ts';

interface TaskTreeOptions {
  /** Each leaf waits for the one before it. */
  readonly inSequence: boolean;
  /** Called for every task at first, and then for each task whose status or readiness changed. */
  readonly changed: (task: Task) => void;
  /** The critical paths of all tasks in document order, for a tree that has grown; otherwise they follow from the decomposition. */
  readonly paths?: readonly number[] | undefined;
  /** Whether the swarm was aborted. */
  readonly isAborted: boolean;
}

/**
 * The tasks of a swarm, and the consequences of a leaf's status: the status of its ancestors, the open dependencies of its dependents,
 * and, when it failed, the tasks that are skipped. The cost of a change depends on the tasks that it affects.
 */
export class TaskTree {
  readonly root: Task;
  /** Counts of leaves only. */
  readonly counts = zeroCounts();
  readonly #tasks: Task[];
  readonly #byId = new Map<string, Task>();
  readonly #childCounts = new Map<Task, StatusCounts>();
  readonly #options: TaskTreeOptions;
  #hasGrown: boolean;
  #isAborted: boolean;

  /** @param node a decomposition without problems (`decompositionProblems`); its leaves count with their current status */
  constructor(node: TaskNode, options: TaskTreeOptions) {
    this.#options = options;
    this.#hasGrown = options.paths !== undefined;
    this.#isAborted = options.isAborted;
    const tasks = createTasks([node], { above: null, order: 0, step: 1, after: 0 });
    const [root] = tasks;
    if (root === undefined) throw new Error('a tree has a root');
    this.root = root;
    this.#tasks = tasks;
    this.#join(tasks);
    if (options.inSequence) linkSequence(tasks);
    for (const [place, task] of tasks.entries()) task.criticalPath = options.paths?.[place] ?? task.criticalPath;
    this.#derive(tasks);
    this.#open(tasks);
  }

  /** All tasks in document order; the first is the root. */
  get tasks(): readonly Task[] {
    return this.#tasks;
  }

  /** The critical paths of all tasks in document order, after growth made them differ from what the decomposition implies. */
  get paths(): number[] | undefined {
    return this.#hasGrown ? this.#tasks.map(({ criticalPath }) => criticalPath) : undefined;
  }

  get(id: string): Task | undefined {
    return this.#byId.get(id);
  }

  /**
   * Adds tasks below a task that has not ended. A leaf becomes a parent, and tasks that waited for it wait for its children.
   * @param nodes without problems (`checkGrowth`)
   * @returns the new tasks in document order
   */
  grow(parent: Task, nodes: readonly TaskNode[]): Task[] {
    const { isLeaf, previous, next, status } = parent;
    const last = lastDescendant(parent);
    if (isLeaf) this.counts[status] -= 1;
    const index = this.#placeOf(last) + 1;
    const grown = createTasks(nodes, { above: parent, after: longestChainAfter(parent), ...this.#room(index, nodes) });
    this.#tasks.splice(index, 0, ...grown);
    this.#join(grown);
    if (this.#options.inSequence) this.#linkGrown(parent, grown, isLeaf ? [previous, next] : [last, last.next]);
    this.#derive(grown);
    const counts = this.#count(parent, grown);
    countOpenDependencies(parent);
    this.#open(grown);
    // The parent still has its earlier status here, so that `#change` passes the change on to its ancestors.
    this.#change(parent, this.#statusOf(parent, counts), []);
    this.#options.changed(parent);
    this.#hasGrown = true;
    return grown;
  }

  #linkGrown(parent: Task, grown: readonly Task[], [before, behind]: readonly [Task | null, Task | null]): void {
    parent.previous = null;
    parent.next = null;
    linkSequence(grown, before, behind);
    if (behind === null) return;
    countOpenDependencies(behind);
    this.#options.changed(behind);
  }

  #join(tasks: readonly Task[]): void {
    for (const task of tasks) if (!this.#byId.has(task.id)) this.#byId.set(task.id, task);
    linkDependencies(tasks, (id) => this.get(id));
  }

  /** Counts leaves, and sets the status of parents. */
  #derive(tasks: readonly Task[]): void {
    for (const task of tasks.toReversed()) {
      if (task.isLeaf) this.counts[task.status] += 1;
      else task.status = this.#statusOf(task, this.#count(task, task.children));
    }
  }

  /** Counts children of a task that are not counted yet. */
  #count(parent: Task, tasks: readonly Task[]): StatusCounts {
    const counts = this.#childCounts.get(parent) ?? zeroCounts();
    for (const task of tasks) if (task.parent === parent) counts[task.status] += 1;
    this.#childCounts.set(parent, counts);
    return counts;
  }

  /** Counts the open dependencies of tasks, and skips pending leaves with failed dependencies. */
  #open(tasks: readonly Task[]): void {
    for (const task of tasks) countOpenDependencies(task);
    for (const task of tasks) {
      if (task.isLeaf && task.status === 'pending' && task.failedDependencies > 0) this.setStatus(task, 'skipped');
    }
    for (const task of tasks) this.#options.changed(task);
  }

  #placeOf(task: Task): number {
    let low = 0;
    let high = this.#tasks.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#tasks[middle]?.order ?? 0) < task.order) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns order numbers between two neighbors. When the gap is too small for floating point, renumbers all tasks. */
  #room(index: number, nodes: readonly TaskNode[]): { readonly order: number; readonly step: number } {
    const wanted = nodes.reduce((sum, node) => sum + createOutline(node).nodes.length, 0);
    const order = this.#tasks[index - 1]?.order ?? 0;
    const step = ((this.#tasks[index]?.order ?? order + wanted + 1) - order) / (wanted + 1);
    if (step > Number.EPSILON * order * 2) return { order, step };
    for (const [place, task] of this.#tasks.entries()) task.order = place;
    return { order: index - 1, step: 1 / (wanted + 1) };
  }

  #statusOf(parent: Task, counts: StatusCounts): TaskStatus {
    return parentStatus(counts, this.#isAborted && parent.parent === null);
  }

  /** Whether the swarm was aborted. Decides the status of the root when only some of its children are done. */
  get isAborted(): boolean {
    return this.#isAborted;
  }

  set isAborted(isAborted: boolean) {
    this.#isAborted = isAborted;
    const counts = this.#childCounts.get(this.root);
    if (counts !== undefined) this.#change(this.root, this.#statusOf(this.root, counts), []);
  }

  /** Releases a leaf from its agent: it is pending again, or skipped when one of its dependencies will not be done. */
  release(leaf: Task): void {
    this.setStatus(leaf, leaf.failedDependencies > 0 ? 'skipped' : 'pending');
  }

  /** Changes the status of a leaf. Returns the other leaves that are skipped, or pending again, because of it, in no particular order. */
  setStatus(leaf: Task, status: TaskStatus): Task[] {
    const touched: Task[] = [];
    this.#change(leaf, status, touched);
    // The list grows during iteration: skipping a task dooms its dependents.
    for (const task of touched) this.#change(task, task.failedDependencies > 0 ? 'skipped' : 'pending', touched);
    return touched;
  }

  #change(task: Task, status: TaskStatus, touched: Task[]): void {
    if (task.isLeaf && task.status !== status) {
      this.counts[task.status] -= 1;
      this.counts[status] += 1;
    }
    let at = task;
    for (let to = status; at.status !== to; ) {
      const from = at.status;
      at.status = to;
      if (to !== 'active') at.since = null;
      this.#follow(at, from, touched);
      const { parent } = at;
      const counts = parent === null ? undefined : this.#childCounts.get(parent);
      if (parent === null || counts === undefined) return;
      counts[from] -= 1;
      counts[to] += 1;
      at = parent;
      to = this.#statusOf(parent, counts);
    }
  }

  /** Passes a changed status on to the tasks that wait for this one. */
  #follow(task: Task, from: TaskStatus, touched: Task[]): void {
    const { status: to } = task;
    this.#options.changed(task);
    if ((from === 'done') !== (to === 'done')) this.#shiftOpen(task, to === 'done' ? -1 : 1);
    if (isEndedUndone(from) !== isEndedUndone(to)) this.#shiftDoomed(task, isEndedUndone(to) ? 1 : -1, touched);
  }

  /** Changes the count of open dependencies of the tasks that wait for `task`, and of their children where the change matters. */
  #shiftOpen(task: Task, by: 1 | -1): void {
    const waiting = [...task.waiters];
    for (const each of waiting) {
      const wasOpen = each.open > 0;
      each.open += by;
      if (wasOpen === each.open > 0) continue;
      if (each.isLeaf) this.#options.changed(each);
      else for (const child of each.children) waiting.push(child);
    }
  }

  #shiftDoomed(task: Task, by: 1 | -1, touched: Task[]): void {
    const waiting = [...task.waiters];
    for (const each of waiting) {
      const hadFailed = each.failedDependencies > 0;
      each.failedDependencies += by;
      if (hadFailed === each.failedDependencies > 0) continue;
      if (each.isLeaf && each.status === (hadFailed ? 'skipped' : 'pending')) touched.push(each);
      for (const child of each.children) waiting.push(child);
    }
  }

  /** Returns the first `most` tasks that `leaf` waits for: its own dependencies first, then those of its ancestors. */
  openDependencies(leaf: Task, most: number): Task[] {
    const found = new Set<Task>();
    for (let at: Task | null = leaf; at !== null && at.open > 0; at = at.parent) {
      for (const dependency of at.precursors) {
        if (found.size >= most) return [...found];
        if (dependency.status !== 'done') found.add(dependency);
      }
    }
    return [...found];
  }

  /** Returns the first `most` leaves that caused `leaf` to be skipped: they failed, or were skipped without waiting for such a leaf. */
  causesOf(leaf: Task, most: number): Task[] {
    const seen = new Set([leaf]);
    // The set grows during iteration.
    for (const task of seen) {
      if (!isEndedUndone(task.status) && task !== leaf) continue;
      const next = task.isLeaf ? this.openDependencies(task, this.#tasks.length) : task.children;
      for (const each of next) seen.add(each);
    }
    return [...seen].filter((task) => task.isLeaf && isEndedUndone(task.status) && task.failedDependencies === 0).slice(0, most);
  }

  /** Returns the decomposition with the current state of its tasks: seed 1, "TaskNode". */
  toNode(): TaskNode {
    const root = this.root.toNode();
    const nodes = new Map([[this.root, root]]);
    for (const task of this.#tasks) {
      if (task.parent === null) continue;
      const node = task.toNode();
      nodes.set(task, node);
      nodes.get(task.parent)?.children.push(node);
    }
    return root;
  }
}
