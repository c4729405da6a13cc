import type { PlanTask } from './plan.ts';
import { TaskOrder } from './task-order.ts';

/** Why a task cannot be begun. */
export type Obstacle =
  | { readonly kind: 'marked'; readonly why: string }
  /** Tasks that must be done before. */
  | { readonly kind: 'waits'; readonly for: readonly PlanTask[] }
  /** Ids that no task has. */
  | { readonly kind: 'unknown'; readonly ids: readonly string[] }
  | { readonly kind: 'circle'; readonly tasks: readonly PlanTask[] };

/** A task that cannot be begun, and why. */
export interface BlockedTask {
  readonly task: PlanTask;
  readonly obstacles: readonly Obstacle[];
}

const DONE: ReadonlySet<string> = new Set(['completed', 'closed']);

/** What can be begun in a plan, what cannot, and why. */
export class TaskGraph {
  readonly #places = new Map<string, number>();
  readonly #parts = new Set<number>();
  readonly #order: TaskOrder;
  /** Ids that a task and all that it is a part of depend on, as far as somebody asked. */
  readonly #needed = new Map<PlanTask, readonly string[]>();
  readonly #circleOf = new Map<PlanTask, readonly PlanTask[]>();
  /** Tasks that wait for each other in a circle, each circle from its first task on. */
  readonly circles: readonly (readonly PlanTask[])[];

  constructor(readonly tasks: readonly PlanTask[]) {
    for (const [place, { id, parent, status }] of tasks.entries()) {
      if (id !== null && !this.#places.has(id)) this.#places.set(id, place);
      if (parent !== null && !DONE.has(status)) this.#parts.add(parent);
    }
    this.#order = new TaskOrder(tasks, (id) => this.#places.get(id));
    this.circles = this.#order.circles().map((places) => this.#at(places));
    for (const circle of this.circles.toReversed()) for (const task of circle) this.#circleOf.set(task, circle);
  }

  #at(places: readonly number[]): PlanTask[] {
    return places.flatMap((place) => this.tasks[place] ?? []);
  }

  /** Ids that several tasks have; dependencies mean the first. */
  sharedIds(): ReadonlyMap<string, readonly PlanTask[]> {
    const byId = new Map<string, PlanTask[]>();
    for (const task of this.tasks) {
      const others = task.id === null ? undefined : byId.get(task.id);
      if (others !== undefined) others.push(task);
      else if (task.id !== null) byId.set(task.id, [task]);
    }
    return new Map([...byId].filter(([, tasks]) => tasks.length > 1));
  }

  /** What can be begun now: pending, nothing before it is open, and no open part of it is left. Most urgent first. */
  ready(): PlanTask[] {
    const isReady = (task: PlanTask) => task.status === 'pending' && !this.#parts.has(task.number) && this.obstacles(task).length === 0;
    const urgency = ({ priority }: PlanTask) => priority ?? Number.MAX_VALUE;
    return this.tasks.filter(isReady).sort((one, other) => urgency(one) - urgency(other));
  }

  /** What cannot be begun. */
  blocked(): BlockedTask[] {
    const open = this.tasks.filter(({ status }) => status === 'pending' || status === 'blocked');
    return open.map((task) => ({ task, obstacles: this.obstacles(task) })).filter(({ obstacles }) => obstacles.length > 0);
  }

  /** Why a task cannot be begun; what stands before a task stands before its parts. */
  obstacles(task: PlanTask): Obstacle[] {
    const needed = this.#neededBy(task);
    const unknown = needed.filter((id) => !this.#places.has(id));
    const open = this.#at(needed.flatMap((id) => this.#places.get(id) ?? [])).filter(({ status }) => !DONE.has(status));
    const circle = this.#circleOf.get(task);
    return [
      ...(task.status === 'blocked' ? [{ kind: 'marked', why: task.notes.get('blocked') ?? '' } as const] : []),
      ...(circle === undefined ? [] : [{ kind: 'circle', tasks: circle } as const]),
      ...(open.length === 0 ? [] : [{ kind: 'waits', for: open } as const]),
      ...(unknown.length === 0 ? [] : [{ kind: 'unknown', ids: unknown } as const]),
    ];
  }

  /** The longest chain of open tasks of which each must wait for the one before it. */
  criticalPath(): PlanTask[] {
    return this.#at(this.#order.longestChain(({ status }) => !DONE.has(status)));
  }

  /** Walks up to what is known already: plans may be as deep as they are long. */
  #neededBy(task: PlanTask): readonly string[] {
    const line = new Set<PlanTask>();
    let at: PlanTask | undefined = task;
    for (; at !== undefined && !line.has(at) && !this.#needed.has(at); at = this.tasks[(at.parent ?? 0) - 1]) line.add(at);
    const below = [...line];
    let needed = (at && this.#needed.get(at)) ?? [];
    if (at !== undefined && line.has(at)) {
      // They are parts of each other.
      const circle = below.splice(below.indexOf(at));
      needed = [...new Set(circle.flatMap(({ depends }) => depends))];
      for (const each of circle) this.#needed.set(each, needed);
    }
    for (const each of below.reverse()) {
      if (each.depends.length > 0) needed = [...new Set([...each.depends, ...needed])];
      this.#needed.set(each, needed);
    }
    return needed;
  }
}
