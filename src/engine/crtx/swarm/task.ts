import type { TaskNode } from '../schema.ts';

export type TaskStatus = TaskNode['status'];

/** Keys that the seed does not know, as they were found. */
export type Rest = Readonly<Record<string, unknown>>;

const NO_KEYS: Rest = {};

/** Those keys; most things have none, and ten thousand empty objects are worth sparing. */
export function someOf(rest: Rest): Rest {
  for (const _ in rest) return rest;
  return NO_KEYS;
}

const NO_TASKS: Task[] = [];

/** The list with one more. The empty list is shared by all that have none. */
export function append(list: Task[], task: Task): Task[] {
  if (list === NO_TASKS) return [task];
  list.push(task);
  return list;
}

/** True when nothing more happens to a task. */
export function isEnded(status: TaskStatus): boolean {
  return status === 'done' || status === 'failed' || status === 'skipped';
}

/** A task in memory: seed 1, "TaskNode", and what is known about its place among the others. */
export class Task {
  readonly id: string;
  readonly description: string;
  readonly priority: number;
  readonly estimatedTokens: number;
  readonly dependencies: readonly string[];
  readonly rest: Rest;
  readonly parent: Task | null;
  /** Place in the document: a parent before its children, earlier children before later ones. */
  readonly order: number;
  children = NO_TASKS;
  /** The tasks that name this one as a dependency. */
  dependants = NO_TASKS;
  /** The tasks that it names as dependencies, each once. */
  waitsFor = NO_TASKS;
  status: TaskStatus;
  assignedTo: string | null;
  actualTokens: number | undefined;
  output: unknown;
  /** Estimated tokens of the longest chain that begins with this task and goes on through what waits for it. */
  readonly criticalPath: number;
  /** Own dependencies that are not done, and one more when something is open for the parent. */
  open = 0;
  /** Own dependencies that will never be done, and one more when there are some for the parent. */
  doomed = 0;

  constructor(node: TaskNode, parent: Task | null, order: number, criticalPath: number) {
    const {
      id,
      description,
      assignedTo,
      status,
      priority,
      estimatedTokens,
      actualTokens,
      dependencies,
      children: _children,
      output,
      ...rest
    } = node;
    this.id = id;
    this.description = description;
    this.assignedTo = assignedTo ?? null;
    this.status = status;
    this.priority = priority;
    this.estimatedTokens = estimatedTokens;
    this.actualTokens = actualTokens;
    this.dependencies = dependencies;
    this.output = output;
    this.rest = someOf(rest);
    this.parent = parent;
    this.order = order;
    this.criticalPath = criticalPath;
    if (parent !== null) parent.children = append(parent.children, this);
  }

  get isLeaf(): boolean {
    return this.children.length === 0;
  }

  /** True when it could be given out: a pending leaf for which nothing is open. */
  get isReady(): boolean {
    return this.isLeaf && this.status === 'pending' && this.open === 0;
  }

  /** Seed 1, "TaskNode", without children: exactly its fields, in its order, then the keys that the seed does not know. */
  toNode(): TaskNode {
    const { id, description, assignedTo, status, priority, estimatedTokens, actualTokens, dependencies, output, rest } = this;
    return {
      id,
      description,
      ...(assignedTo !== null && { assignedTo }),
      status,
      priority,
      estimatedTokens,
      ...(actualTokens !== undefined && { actualTokens }),
      dependencies: [...dependencies],
      children: [],
      ...(output !== undefined && { output }),
      ...rest,
    };
  }
}

/** The ruling's order of what is given out: priority (lower first), then critical path (longer first), then document order. */
export function compareTasks(one: Task, other: Task): number {
  return one.priority - other.priority || other.criticalPath - one.criticalPath || one.order - other.order;
}
