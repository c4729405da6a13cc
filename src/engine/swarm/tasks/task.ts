import type { TaskNode } from '../../crtx/schema.ts';
import { type Deliberation, readOutput, writeOutput } from '../decisions/deliberation.ts';
import { knownKeys, pickUnknownKeys, type UnknownKeys } from '../state/unknown-keys.ts';

export type TaskStatus = TaskNode['status'];

/** Returns true for a final status. */
export function isEnded(status: TaskStatus): boolean {
  return status === 'done' || status === 'failed' || status === 'skipped';
}

/** An agent that has a task, and whether it has begun. */
export interface TaskHolder {
  readonly agent: string;
  readonly works: boolean;
}

/** A task in memory: seed 1, "TaskNode", and its links to other tasks. */
export class Task {
  readonly id: string;
  readonly description: string;
  readonly priority: number;
  readonly estimatedTokens: number;
  readonly dependencies: readonly string[];
  readonly rest: UnknownKeys;
  readonly parent: Task | null;
  /** Position in document order, for comparison only: a parent before its children, earlier children before later ones. */
  order: number;
  readonly children: Task[] = [];
  /** The tasks that name this one as a dependency. */
  readonly dependants: Task[] = [];
  /** The tasks that this one names as dependencies, without duplicates. */
  readonly waitsFor: Task[] = [];
  /** Under pipeline, for leaves: the preceding leaf, which this one waits for like for a dependency. */
  previous: Task | null = null;
  /** Under pipeline, for leaves: the leaf that waits for this one. */
  next: Task | null = null;
  status: TaskStatus;
  assignedTo: string | null;
  actualTokens: number | undefined;
  /** The output that the agent submitted. */
  result: unknown;
  /** Proposals, votes, candidates and decisions about the task; `null` without any. */
  deliberation: Deliberation | null;
  /** When work on it began, in milliseconds; `null` while it is not active, or when the time is unknown. */
  since: number | null = null;
  /** Under consensus: no proposal has won for the task or for a task above it. */
  isUnagreed = false;
  /** Under competitive: the number of agents that may still take it. */
  room: number | null = null;
  /** Estimated tokens of the longest chain that begins with this task and continues through tasks that waited for it when it was added. */
  criticalPath: number;
  /** Number of its direct dependencies that are not done, plus one when the parent has open ones. */
  open = 0;
  /** Number of its direct dependencies that will never be done, plus one when the parent has such. */
  failedDependencies = 0;

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
    const { result, deliberation } = readOutput(output);
    this.result = result;
    this.deliberation = deliberation;
    this.rest = pickUnknownKeys(node, knownKeys.task());
    this.parent = parent;
    this.order = order;
    this.criticalPath = criticalPath;
    parent?.children.push(this);
  }

  get isLeaf(): boolean {
    return this.children.length === 0;
  }

  /** The tasks that this one waits for directly. */
  get precursors(): readonly Task[] {
    return this.previous === null ? this.waitsFor : [...this.waitsFor, this.previous];
  }

  /** The tasks that wait directly for this one. */
  get waiters(): readonly Task[] {
    return this.next === null ? this.dependants : [...this.dependants, this.next];
  }

  /** True when it could be assigned: an agreed leaf without open dependencies that has not been begun, or that has room. */
  get isReady(): boolean {
    return this.isOpen && !this.isUnagreed && (this.room === null ? this.isUnstarted : this.room > 0);
  }

  /** Pending, or active without an agent: another program may write that, and without an agent the task would never end. */
  get isUnstarted(): boolean {
    return this.status === 'pending' || (this.status === 'active' && this.holders.length === 0);
  }

  /** A leaf that has not ended and has no open dependencies. */
  get isOpen(): boolean {
    return this.isLeaf && !isEnded(this.status) && this.open === 0;
  }

  /** The agents that have the task: one, or under competitive every agent with an unfinished candidate. */
  get holders(): readonly TaskHolder[] {
    if (this.assignedTo !== null) return [{ agent: this.assignedTo, works: this.status === 'active' }];
    if (isEnded(this.status)) return [];
    const held = this.deliberation?.candidates.filter(({ state }) => state === 'assigned' || state === 'working') ?? [];
    return held.map(({ agent, state }) => ({ agent, works: state === 'working' }));
  }

  /** Returns seed 1, "TaskNode", without children: exactly its fields, in its order, then the keys that the seed does not know. */
  toNode(): TaskNode {
    const { id, description, assignedTo, status, priority, estimatedTokens, actualTokens, dependencies, rest } = this;
    const output = writeOutput(this.result, this.deliberation);
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

/** Compares tasks in the order of the rulings: priority (lower first), then critical path (longer first), then document order. */
export function compareTasks(one: Task, other: Task): number {
  return one.priority - other.priority || other.criticalPath - one.criticalPath || one.order - other.order;
}
