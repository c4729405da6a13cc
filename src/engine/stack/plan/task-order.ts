import { shortestCycle } from '../../text/shortest-cycle.ts';
import type { PlanTask } from './plan.ts';

/** So many cycles are named; whoever has more has work enough. */
const MOST_CYCLES = 20;

/**
 * What must come before what in a plan. Each task has a beginning (2 × place) and an end (2 × place + 1): a parent begins before its
 * parts and ends after them, and a task begins after the end of what it depends on.
 */
export class TaskOrder {
  /** By point, what comes right after it. */
  readonly #after: number[][];
  /** Every point after all that it must come after; those in or behind a cycle are missing. */
  readonly #sorted: readonly number[];

  /** @param placeOf the place of the task with an id; `undefined` for nobody's */
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

  /** The places of tasks that wait for each other in a cycle, each cycle once, from its first task on. */
  cycles(): number[][] {
    const behind = new Set(this.#sorted);
    const before = new Set(sorted(reversed(this.#after)));
    const left = this.#after.map((_next, point) => point).filter((point) => !behind.has(point) && !before.has(point));
    const inner = new Set(left);
    const named = new Set<number>();
    const cycles: number[][] = [];
    for (const point of left) {
      if (named.has(point) || cycles.length === MOST_CYCLES) continue;
      const cycle = shortestCycle(point, (from) => (this.#after[from] ?? []).filter((next) => inner.has(next)));
      for (const each of cycle ?? [point]) named.add(each);
      if (cycle !== null) cycles.push([...new Set(cycle.map((each) => each >> 1))]);
    }
    return cycles;
  }

  /** The places of the longest chain of tasks without parts of which each waits for the one before it, as far as they are open. */
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

  /** For each point how many that count are on the longest way from it, and where that goes on. */
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

/** Points in an order in which each comes after all that lead to it. */
function sorted(after: readonly (readonly number[])[]): number[] {
  const waiting = new Int32Array(after.length);
  for (const next of after.flat()) waiting[next] = (waiting[next] ?? 0) + 1;
  const order = after.map((_next, point) => point).filter((point) => waiting[point] === 0);
  // The list grows while it is walked.
  for (const point of order) {
    for (const next of after[point] ?? []) {
      waiting[next] = (waiting[next] ?? 0) - 1;
      if (waiting[next] === 0) order.push(next);
    }
  }
  return order;
}
