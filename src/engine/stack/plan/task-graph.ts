import type { HiddenIds } from './hidden-tasks.ts';
import { blockReason, type PlanTask } from './plan.ts';
import { TaskNames } from './task-names.ts';
import { TaskOrder } from './task-order.ts';

/** Reason why a task cannot be started. */
export type Obstacle =
  | { readonly kind: 'marked'; readonly why: string }
  /** Tasks that must be completed first. */
  | { readonly kind: 'waits'; readonly for: readonly PlanTask[] }
  /** Ids that no task has. */
  | { readonly kind: 'unknown'; readonly ids: readonly string[] }
  /** Ids of tasks inside merge conflicts. */
  | { readonly kind: 'conflict'; readonly tasks: readonly { readonly id: string; readonly line: number }[] }
  /** Number of further open dependencies of its parents that are not listed. */
  | { readonly kind: 'above'; readonly count: number }
  /** `more`: number of tasks of the cycle that are not listed. */
  | { readonly kind: 'cycle'; readonly tasks: readonly PlanTask[]; readonly more: number };

/** A task that cannot be started, with the reasons. */
export interface BlockedTask {
  readonly task: PlanTask;
  readonly obstacles: readonly Obstacle[];
}

/** Open dependencies of a task, or of several that are parents of each other, linked to those of the nearest parent that has any. */
interface Level {
  readonly open: readonly string[];
  readonly above: Level | null;
  /** Number of open dependencies on this level and all above. */
  readonly count: number;
}

/**
 * Largest number of reasons to list for a task, nearest first, unless the task itself has more. Otherwise the output would grow with the
 * square of a plan's depth.
 */
const MAX_REASONS = 20;

const DONE: ReadonlySet<string> = new Set(['completed', 'closed']);

/** Computes which tasks of a plan are ready, which are blocked, and why. */
export class TaskGraph {
  /** Place of each task that another one depends on, by the name that is written there. */
  readonly #places = new Map<string, number>();
  readonly #parts = new Set<number>();
  readonly #order: TaskOrder;
  /** Cached levels of tasks; `null` when neither the task nor a parent waits for anything. */
  readonly #levels = new Map<PlanTask, Level | null>();
  /** The cycle that contains a task, and the index of the task in it. */
  readonly #cycleOf = new Map<PlanTask, { readonly cycle: readonly PlanTask[]; readonly at: number }>();
  /** Tasks that wait for each other in a cycle, each cycle starting at its first task. */
  readonly cycles: readonly (readonly PlanTask[])[];

  /** @param hidden ids inside merge conflicts of the plan */
  constructor(
    readonly tasks: readonly PlanTask[],
    readonly hidden: HiddenIds = new Map(),
  ) {
    for (const { parent, status } of tasks) if (parent !== null && !DONE.has(status)) this.#parts.add(parent);
    this.#placeDependencies();
    this.#order = new TaskOrder(tasks, (id) => this.#places.get(id));
    this.cycles = this.#order.cycles().map((places) => this.#at(places));
    for (const cycle of this.cycles.toReversed()) for (const [at, task] of cycle.entries()) this.#cycleOf.set(task, { cycle, at });
  }

  /** Finds the tasks that others depend on, by id or title. */
  #placeDependencies(): void {
    const names = new TaskNames(this.tasks);
    for (const name of new Set(this.tasks.flatMap(({ depends }) => depends))) {
      const found = this.#places.has(name) || this.hidden.has(name) ? undefined : names.find(name);
      if (found !== undefined) this.#places.set(name, found.number - 1);
    }
  }

  #at(places: readonly number[]): PlanTask[] {
    return places.flatMap((place) => this.tasks[place] ?? []);
  }

  /** Returns the ids of several tasks. Dependencies refer to the first task. */
  sharedIds(): ReadonlyMap<string, readonly PlanTask[]> {
    const byId = new Map<string, PlanTask[]>();
    for (const task of this.tasks) {
      const others = task.id === null ? undefined : byId.get(task.id);
      if (others !== undefined) others.push(task);
      else if (task.id !== null) byId.set(task.id, [task]);
    }
    return new Map([...byId].filter(([, tasks]) => tasks.length > 1));
  }

  /** Returns the tasks that can be started now, most urgent first: pending, without open dependencies and without open subtasks. */
  ready(): PlanTask[] {
    const isReady = (task: PlanTask) => task.status === 'pending' && !this.#parts.has(task.number) && this.obstacles(task).length === 0;
    const urgency = ({ priority }: PlanTask) => priority ?? Number.MAX_VALUE;
    return this.tasks.filter(isReady).sort((one, other) => urgency(one) - urgency(other));
  }

  /** Returns the open tasks that cannot be started. */
  blocked(): BlockedTask[] {
    const open = this.tasks.filter(({ status }) => status === 'pending' || status === 'blocked');
    return open.map((task) => ({ task, obstacles: this.obstacles(task) })).filter(({ obstacles }) => obstacles.length > 0);
  }

  /** Returns why a task cannot be started, nearest reasons first. A dependency of a task also applies to its subtasks. */
  obstacles(task: PlanTask): Obstacle[] {
    const { ids, rest } = this.#nearest(task);
    const missing = ids.filter((id) => !this.#places.has(id));
    const unknown = missing.filter((id) => !this.hidden.has(id));
    const inConflict = missing.flatMap((id) => {
      const line = this.hidden.get(id);
      return line === undefined ? [] : [{ id, line }];
    });
    const open = this.#at(ids.flatMap((id) => this.#places.get(id) ?? []));
    const inCycle = this.#cycleOf.get(task);
    return [
      ...(task.status === 'blocked' ? [{ kind: 'marked', why: blockReason(task) ?? '' } as const] : []),
      ...(inCycle === undefined ? [] : [cycleFrom(inCycle)]),
      ...(open.length === 0 ? [] : [{ kind: 'waits', for: open } as const]),
      ...(unknown.length === 0 ? [] : [{ kind: 'unknown', ids: unknown } as const]),
      ...(inConflict.length === 0 ? [] : [{ kind: 'conflict', tasks: inConflict } as const]),
      ...(rest === 0 ? [] : [{ kind: 'above', count: rest } as const]),
    ];
  }

  /** Returns the longest chain of open tasks in which each waits for the one before it. */
  criticalPath(): PlanTask[] {
    return this.#at(this.#order.longestChain(({ status }) => !DONE.has(status)));
  }

  /** Returns the ids that a task waits for, its own before those of its parents, and the number of further ones. */
  #nearest(task: PlanTask): { readonly ids: readonly string[]; readonly rest: number } {
    const nearest = this.#levelOf(task);
    const most = Math.max(MAX_REASONS, task.depends.length);
    const ids: string[] = [];
    for (let level = nearest; level !== null && ids.length < most; level = level.above) ids.push(...level.open.slice(0, most - ids.length));
    return { ids: [...new Set(ids)], rest: (nearest?.count ?? 0) - ids.length };
  }

  #isOpen(id: string): boolean {
    const place = this.#places.get(id);
    return place === undefined || !DONE.has(this.tasks[place]?.status ?? '');
  }

  /** Iterates up to the first cached level instead of recursing, because a plan may be as deep as it is long. */
  #levelOf(task: PlanTask): Level | null {
    const line = new Set<PlanTask>();
    let at: PlanTask | undefined = task;
    for (; at !== undefined && !line.has(at) && !this.#levels.has(at); at = this.tasks[(at.parent ?? 0) - 1]) line.add(at);
    const below = [...line];
    let level = (at && this.#levels.get(at)) ?? null;
    if (at !== undefined && line.has(at)) {
      // The tasks are parents of each other.
      const cycle = below.splice(below.indexOf(at));
      level = this.#levelAbove(null, cycle);
      for (const each of cycle) this.#levels.set(each, level);
    }
    for (const each of below.reverse()) {
      level = this.#levelAbove(level, [each]);
      this.#levels.set(each, level);
    }
    return level;
  }

  /** Returns the level of some tasks on top of the level of their parents. */
  #levelAbove(above: Level | null, tasks: readonly PlanTask[]): Level | null {
    const open = [...new Set(tasks.flatMap(({ depends }) => depends))].filter((id) => this.#isOpen(id));
    return open.length === 0 ? above : { open, above, count: open.length + (above?.count ?? 0) };
  }
}

/** Returns a cycle as an obstacle. A long cycle is cut to the tasks from the given one on. */
function cycleFrom({ cycle, at }: { readonly cycle: readonly PlanTask[]; readonly at: number }): Obstacle {
  if (cycle.length <= MAX_REASONS) return { kind: 'cycle', tasks: cycle, more: 0 };
  const tasks = [...cycle.slice(at, at + MAX_REASONS), ...cycle.slice(0, Math.max(0, at + MAX_REASONS - cycle.length))];
  return { kind: 'cycle', tasks, more: cycle.length - tasks.length };
}
