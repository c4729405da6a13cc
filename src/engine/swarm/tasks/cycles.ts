import { shortestCycle } from '../../text/shortest-cycle.ts';
import { type OrderGraph, sorted } from './order-graph.ts';

/** Cycles that are searched for one by one; what is left after that is named without its way. */
const MOST_CYCLES = 100;

function afterPoint({ first, after }: OrderGraph, point: number): Int32Array {
  return after.subarray(first[point], first[point + 1]);
}

/** Groups of points from each of which all others of the group are reached: Tarjan's algorithm, without recursion. */
class Knots {
  readonly found: number[][] = [];
  readonly #graph: OrderGraph;
  readonly #index = new Map<number, number>();
  /** The earliest point that is known to be reached from each. */
  readonly #low = new Map<number, number>();
  /** Points that were reached and whose group is not known yet. */
  readonly #open: number[] = [];
  readonly #isOpen = new Set<number>();

  constructor(graph: OrderGraph, starts: readonly number[]) {
    this.#graph = graph;
    for (const start of starts) if (!this.#index.has(start)) this.#walk(start);
  }

  #walk(start: number): void {
    const path = [this.#enter(start)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.after[top.next];
      top.next += 1;
      if (next === undefined) {
        path.pop();
        this.#leave(top.point, path.at(-1)?.point);
      } else if (!this.#index.has(next)) path.push(this.#enter(next));
      else if (this.#isOpen.has(next)) this.#lower(top.point, this.#index.get(next) ?? 0);
    }
  }

  #enter(point: number): { readonly point: number; readonly after: Int32Array; next: number } {
    this.#low.set(point, this.#index.size);
    this.#index.set(point, this.#index.size);
    this.#open.push(point);
    this.#isOpen.add(point);
    return { point, after: afterPoint(this.#graph, point), next: 0 };
  }

  #leave(point: number, back: number | undefined): void {
    const low = this.#low.get(point) ?? 0;
    if (back !== undefined) this.#lower(back, low);
    if (low !== this.#index.get(point)) return;
    const knot = this.#open.splice(this.#open.lastIndexOf(point));
    for (const member of knot) this.#isOpen.delete(member);
    if (knot.length > 1) this.found.push(knot);
  }

  #lower(point: number, to: number): void {
    this.#low.set(point, Math.min(this.#low.get(point) ?? to, to));
  }
}

/**
 * The cycles of a graph as places of tasks, each task followed by one that it waits for, the first one again at the end. Together
 * they name every task that is in a cycle; beyond the first hundred, those not named yet stand in one list.
 */
export function cycles(graph: OrderGraph): { readonly cycles: readonly (readonly number[])[]; readonly others: readonly number[] } {
  const order = sorted(graph);
  if (order.length === graph.points) return { cycles: [], others: [] };
  const isSorted = new Set(order);
  const left = Array.from({ length: graph.points }, (_, point) => point).filter((point) => !isSorted.has(point));
  const found: number[][] = [];
  const named = new Set<number>();
  const others = new Set<number>();
  for (const knot of new Knots(graph, left).found) {
    const inKnot = new Set(knot);
    for (const point of knot.toSorted((one, other) => one - other)) {
      const place = point >> 1;
      if (named.has(place)) continue;
      if (found.length >= MOST_CYCLES) {
        others.add(place);
        continue;
      }
      const points = shortestCycle(point, (passed) => afterPoint(graph, passed).filter((next) => inKnot.has(next))) ?? [];
      // Each task waits for the next, so against the order.
      const way = points.reverse().map((passed) => passed >> 1);
      const cycle = way.filter((passed, step) => step === 0 || passed !== way[step - 1]);
      for (const passed of cycle) named.add(passed);
      found.push(cycle);
    }
  }
  return { cycles: found, others: [...others].filter((place) => !named.has(place)) };
}
