import { shortestCycle } from '../../text/shortest-cycle.ts';
import type { PlanTask } from './plan.ts';

/** Largest number of cycles to report. */
const MAX_CYCLES = 20;

/**
 * Order of the tasks of a plan. Each task has a start point (2 × place) and an end point (2 × place + 1). A parent starts before its
 * subtasks and ends after them, and a task starts after the end of its dependencies.
 */
export class TaskOrder {
  /** Direct successors of each point. */
  readonly #after: number[][];
  /** Points in topological order, without those in or after a cycle. */
  readonly #sorted: readonly number[];

  /** @param placeOf index of the task with an id; `undefined` for an unknown id */
  constructor(
    private readonly tasks: readonly PlanTask[],
    placeOf: (id: string) => number | undefined,
  ) {
    this.#after = tasks.flatMap((_task, place) => [[2 * place + 1], []]);
    for (const [place, { parent, depends }] of tasks.entries()) {
      if (parent !== null) {
        this.#after[2 * (parent - 1)]?.push(2 * place);
        this.#after[2 * place + 1]?.push(2 * (parent - 1) + 1);
      }
      for (const id of depends) {
        const before = placeOf(id);
        if (before !== undefined) this.#after[2 * before + 1]?.push(2 * place);
      }
    }
    this.#sorted = sorted(this.#after);
  }

  /** Returns the places of tasks that wait for each other in a cycle, each cycle once, starting at its first task. */
  cycles(): number[][] {
    const behind = new Set(this.#sorted);
    const before = new Set(sorted(reversed(this.#after)));
    const left = this.#after.map((_next, point) => point).filter((point) => !behind.has(point) && !before.has(point));
    const inner = new Set(left);
    const named = new Set<number>();
    const cycles: number[][] = [];
    for (const point of left) {
      if (named.has(point) || cycles.length === MAX_CYCLES) continue;
      const cycle = shortestCycle(point, (from) => (this.#after[from] ?? []).filter((next) => inner.has(next)));
      for (const each of cycle ?? [point]) named.add(each);
      if (cycle !== null) cycles.push([...new Set(cycle.map((each) => each >> 1))]);
    }
    return cycles;
  }

  /** Returns the places of the longest chain of open tasks without subtasks in which each waits for the one before it. */
  longestChain(isOpen: (task: PlanTask) => boolean): number[] {
    const wholes = new Set(this.tasks.map(({ parent }) => parent));
    const counted = new Set(this.tasks.flatMap((task, place) => (wholes.has(task.number) || !isOpen(task) ? [] : [2 * place])));
    const { length, next } = this.#chains(counted);
    const longest = length.reduce((most, each) => Math.max(most, each), 0);
    const chain: number[] = [];
    for (let point = longest === 0 ? -1 : length.indexOf(longest); point >= 0; point = next[point] ?? -1)
      if (counted.has(point)) chain.push(point >> 1);
    return chain;
  }

  /** Returns, for each point, the number of counted points on the longest path from it, and the next point of that path. */
  #chains(counted: ReadonlySet<number>): { length: Int32Array; next: Int32Array } {
    const length = new Int32Array(this.#after.length);
    const next = new Int32Array(this.#after.length).fill(-1);
    for (const point of this.#sorted.toReversed()) {
      let best = 0;
      for (const after of this.#after[point] ?? []) {
        if ((length[after] ?? 0) <= best) continue;
        best = length[after] ?? 0;
        next[point] = after;
      }
      length[point] = best + (counted.has(point) ? 1 : 0);
    }
    return { length, next };
  }
}

function reversed(after: readonly (readonly number[])[]): number[][] {
  const before: number[][] = after.map(() => []);
  for (const [point, nexts] of after.entries()) for (const next of nexts) before[next]?.push(point);
  return before;
}

/** Sorts points topologically. */
function sorted(after: readonly (readonly number[])[]): number[] {
  const waiting = new Int32Array(after.length);
  for (const next of after.flat()) waiting[next] = (waiting[next] ?? 0) + 1;
  const order = after.map((_next, point) => point).filter((point) => waiting[point] === 0);
  // The array grows during the iteration.
  for (const point of order) {
    for (const next of after[point] ?? []) {
      waiting[next] = (waiting[next] ?? 0) - 1;
      if (waiting[next] === 0) order.push(next);
    }
  }
  return order;
}
