import { shortestCycle } from '../../../text/shortest-cycle.ts';
import { type OrderGraph, sortTopologically } from './order-graph.ts';

/** Maximum number of cycles that are reported with their path; tasks of further cycles are only listed. */
const MAX_CYCLES = 100;

function afterPoint({ first, after }: OrderGraph, point: number): Int32Array {
  return after.subarray(first[point], first[point + 1]);
}

/** Strongly connected components of more than one point: Tarjan's algorithm, without recursion. */
class Knots {
  readonly found: number[][] = [];
  readonly #graph: OrderGraph;
  readonly #index = new Map<number, number>();
  /** For each point, the lowest index known to be reachable from it. */
  readonly #low = new Map<number, number>();
  /** Points that were visited and whose component is not known yet. */
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
 * Returns the cycles of a graph as places of tasks. Each task is followed by one that it waits for, and the first is repeated at the
 * end. `cycles` and `others` together contain every task of a cycle; `others` lists those that the first hundred cycles omit.
 */
export function findCycles(graph: OrderGraph): { readonly cycles: readonly (readonly number[])[]; readonly others: readonly number[] } {
  const order = sortTopologically(graph);
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
      if (found.length >= MAX_CYCLES) {
        others.add(place);
        continue;
      }
      const points = shortestCycle(point, (passed) => afterPoint(graph, passed).filter((next) => inKnot.has(next))) ?? [];
      // In a cycle each task waits for the next, which is against the direction of the edges.
      const way = points.reverse().map((passed) => passed >> 1);
      const cycle = way.filter((passed, step) => step === 0 || passed !== way[step - 1]);
      for (const passed of cycle) named.add(passed);
      found.push(cycle);
    }
  }
  return { cycles: found, others: [...others].filter((place) => !named.has(place)) };
}
