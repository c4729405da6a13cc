import type { HiddenIds } from './hidden-tasks.ts';
import type { PlanTask } from './plan.ts';
import { TaskOrder } from './task-order.ts';

/** Why a task cannot be begun. */
export type Obstacle =
  | { readonly kind: 'marked'; readonly why: string }
  /** Tasks that must be done before. */
  | { readonly kind: 'waits'; readonly for: readonly PlanTask[] }
  /** Ids that no task has. */
  | { readonly kind: 'unknown'; readonly ids: readonly string[] }
  /** Ids of tasks between git's conflict markers. */
  | { readonly kind: 'conflict'; readonly tasks: readonly { readonly id: string; readonly line: number }[] }
  /** How many dependencies of the tasks above it are open besides, and not named here. */
  | { readonly kind: 'above'; readonly count: number }
  /** `more`: how many tasks of the cycle are not named here. */
  | { readonly kind: 'cycle'; readonly tasks: readonly PlanTask[]; readonly more: number };

/** A task that cannot be begun, and why. */
export interface BlockedTask {
  readonly task: PlanTask;
  readonly obstacles: readonly Obstacle[];
}

/** What tasks wait for that are part of each other: own dependencies that are open, and those of the nearest whole that has any. */
interface Level {
  readonly open: readonly string[];
  readonly above: Level | null;
  /** Of this one and all above it. */
  readonly count: number;
}

/**
 * So many reasons are named of a task, the nearest first, unless it has more of its own: what is said of a plan must not grow with the
 * square of its depth.
 */
const MOST_REASONS = 20;

const DONE: ReadonlySet<string> = new Set(['completed', 'closed']);

/** What can be begun in a plan, what cannot, and why. */
export class TaskGraph {
  readonly #places = new Map<string, number>();
  readonly #parts = new Set<number>();
  readonly #order: TaskOrder;
  /** What a task and all that it is a part of wait for, as far as somebody asked; `null` for nothing. */
  readonly #levels = new Map<PlanTask, Level | null>();
  /** The cycle that a task stands in, and its place there. */
  readonly #cycleOf = new Map<PlanTask, { readonly cycle: readonly PlanTask[]; readonly at: number }>();
  /** Tasks that wait for each other in a cycle, each cycle from its first task on. */
  readonly cycles: readonly (readonly PlanTask[])[];

  /** @param hidden the ids between git's conflict markers in the plan */
  constructor(
    readonly tasks: readonly PlanTask[],
    readonly hidden: HiddenIds = new Map(),
  ) {
    for (const [place, { id, parent, status }] of tasks.entries()) {
      if (id !== null && !this.#places.has(id)) this.#places.set(id, place);
      if (parent !== null && !DONE.has(status)) this.#parts.add(parent);
    }
    this.#order = new TaskOrder(tasks, (id) => this.#places.get(id));
    this.cycles = this.#order.cycles().map((places) => this.#at(places));
    for (const cycle of this.cycles.toReversed()) for (const [at, task] of cycle.entries()) this.#cycleOf.set(task, { cycle, at });
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

  /** Why a task cannot be begun; what stands before a task stands before its parts. The nearest reasons are named. */
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
      ...(task.status === 'blocked' ? [{ kind: 'marked', why: task.notes.get('blocked') ?? '' } as const] : []),
      ...(inCycle === undefined ? [] : [cycleFrom(inCycle)]),
      ...(open.length === 0 ? [] : [{ kind: 'waits', for: open } as const]),
      ...(unknown.length === 0 ? [] : [{ kind: 'unknown', ids: unknown } as const]),
      ...(inConflict.length === 0 ? [] : [{ kind: 'conflict', tasks: inConflict } as const]),
      ...(rest === 0 ? [] : [{ kind: 'above', count: rest } as const]),
    ];
  }

  /** The longest chain of open tasks of which each must wait for the one before it. */
  criticalPath(): PlanTask[] {
    return this.#at(this.#order.longestChain(({ status }) => !DONE.has(status)));
  }

  /** The ids that a task waits for, its own and then those of what it is a part of, and how many more there are. */
  #nearest(task: PlanTask): { readonly ids: readonly string[]; readonly rest: number } {
    const nearest = this.#levelOf(task);
    const most = Math.max(MOST_REASONS, task.depends.length);
    const ids: string[] = [];
    for (let level = nearest; level !== null && ids.length < most; level = level.above) ids.push(...level.open.slice(0, most - ids.length));
    return { ids: [...new Set(ids)], rest: (nearest?.count ?? 0) - ids.length };
  }

  #isOpen(id: string): boolean {
    const place = this.#places.get(id);
    return place === undefined || !DONE.has(this.tasks[place]?.status ?? '');
  }

  /** Walks up to what is known already: plans may be as deep as they are long. */
  #levelOf(task: PlanTask): Level | null {
    const line = new Set<PlanTask>();
    let at: PlanTask | undefined = task;
    for (; at !== undefined && !line.has(at) && !this.#levels.has(at); at = this.tasks[(at.parent ?? 0) - 1]) line.add(at);
    const below = [...line];
    let level = (at && this.#levels.get(at)) ?? null;
    if (at !== undefined && line.has(at)) {
      // They are parts of each other.
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

  /** What tasks wait for besides what those wait for that they are a part of. */
  #levelAbove(above: Level | null, tasks: readonly PlanTask[]): Level | null {
    const open = [...new Set(tasks.flatMap(({ depends }) => depends))].filter((id) => this.#isOpen(id));
    return open.length === 0 ? above : { open, above, count: open.length + (above?.count ?? 0) };
  }
}

/** A cycle; one that is too long to be named of each of its tasks, from this one on. */
function cycleFrom({ cycle, at }: { readonly cycle: readonly PlanTask[]; readonly at: number }): Obstacle {
  if (cycle.length <= MOST_REASONS) return { kind: 'cycle', tasks: cycle, more: 0 };
  const tasks = [...cycle.slice(at, at + MOST_REASONS), ...cycle.slice(0, Math.max(0, at + MOST_REASONS - cycle.length))];
  return { kind: 'cycle', tasks, more: cycle.length - tasks.length };
}
