import type { TaskNode } from '../schema.ts';
import { knownKeys, type Rest, restOf } from './rest.ts';

export type TaskStatus = TaskNode['status'];

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
  readonly children: Task[] = [];
  /** The tasks that name this one as a dependency. */
  readonly dependants: Task[] = [];
  /** The tasks that it names as dependencies, each once. */
  readonly waitsFor: Task[] = [];
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
    const { id, description, assignedTo, status, priority, estimatedTokens, actualTokens, dependencies, output } = node;
    this.id = id;
    this.description = description;
    this.assignedTo = assignedTo ?? null;
    this.status = status;
    this.priority = priority;
    this.estimatedTokens = estimatedTokens;
    this.actualTokens = actualTokens;
    this.dependencies = dependencies;
    this.output = output;
    this.rest = restOf(node, knownKeys.task);
    this.parent = parent;
    this.order = order;
    this.criticalPath = criticalPath;
    parent?.children.push(this);
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
