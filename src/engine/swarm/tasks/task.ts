import type { TaskNode } from '../../crtx/schema.ts';
import { type Deliberation, readOutput, writeOutput } from '../decisions/deliberation.ts';
import { knownKeys, type Rest, restOf } from '../state/rest.ts';

export type TaskStatus = TaskNode['status'];

/** True when nothing more happens to a task. */
export function isEnded(status: TaskStatus): boolean {
  return status === 'done' || status === 'failed' || status === 'skipped';
}

/** Somebody who has a task, and whether it was begun. */
export interface Holder {
  readonly agent: string;
  readonly works: boolean;
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
  /** Place in the document, only to be compared: a parent before its children, earlier children before later ones. */
  order: number;
  readonly children: Task[] = [];
  /** The tasks that name this one as a dependency. */
  readonly dependants: Task[] = [];
  /** The tasks that it names as dependencies, each once. */
  readonly waitsFor: Task[] = [];
  /** Under pipeline, for leaves: the leaf before it, for which it waits as for a dependency. */
  previous: Task | null = null;
  /** Under pipeline: the leaf that waits for it. */
  next: Task | null = null;
  status: TaskStatus;
  assignedTo: string | null;
  actualTokens: number | undefined;
  /** What came of it. */
  result: unknown;
  /** What was said and decided about it; `null` when nothing was. */
  deliberation: Deliberation | null;
  /** When it was begun, milliseconds; `null` while nobody works on it, and where that is not known. */
  since: number | null = null;
  /** Under consensus: neither for it nor for a task above it a proposal has won. */
  isUnagreed = false;
  /** Under competitive: how many more may take it. */
  room: number | null = null;
  /** Estimated tokens of the longest chain that begins with this task and goes on through what waited for it when it came. */
  criticalPath: number;
  /** Of what it waits for itself, how many are not done, and one more when something is open for the parent. */
  open = 0;
  /** Of what it waits for itself, how many will never be done, and one more when there are some for the parent. */
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
    const { result, deliberation } = readOutput(output);
    this.result = result;
    this.deliberation = deliberation;
    this.rest = restOf(node, knownKeys.task());
    this.parent = parent;
    this.order = order;
    this.criticalPath = criticalPath;
    parent?.children.push(this);
  }

  get isLeaf(): boolean {
    return this.children.length === 0;
  }

  /** Everything that it waits for itself. */
  get precursors(): readonly Task[] {
    return this.previous === null ? this.waitsFor : [...this.waitsFor, this.previous];
  }

  /** Everything that waits for it itself. */
  get waiters(): readonly Task[] {
    return this.next === null ? this.dependants : [...this.dependants, this.next];
  }

  /** True when it could be given out: a leaf that is agreed, for which nothing is open, and which nobody has begun or which has room. */
  get isReady(): boolean {
    return this.isOpen && !this.isUnagreed && (this.room === null ? this.isUnbegun : this.room > 0);
  }

  /** Pending, or active without an agent: another program wrote it so, and nobody would ever end it. */
  get isUnbegun(): boolean {
    return this.status === 'pending' || (this.status === 'active' && this.holders.length === 0);
  }

  /** A leaf that has not ended and waits for nothing. */
  get isOpen(): boolean {
    return this.isLeaf && !isEnded(this.status) && this.open === 0;
  }

  /** Who has it: one, or under competitive everybody who is to hand in a candidate. */
  get holders(): readonly Holder[] {
    if (this.assignedTo !== null) return [{ agent: this.assignedTo, works: this.status === 'active' }];
    if (isEnded(this.status)) return [];
    const held = this.deliberation?.candidates.filter(({ state }) => state === 'assigned' || state === 'working') ?? [];
    return held.map(({ agent, state }) => ({ agent, works: state === 'working' }));
  }

  /** Seed 1, "TaskNode", without children: exactly its fields, in its order, then the keys that the seed does not know. */
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

/** The ruling's order of what is given out: priority (lower first), then critical path (longer first), then document order. */
export function compareTasks(one: Task, other: Task): number {
  return one.priority - other.priority || other.criticalPath - one.criticalPath || one.order - other.order;
}
