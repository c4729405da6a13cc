/** Successors of each node. */
export type Edges = ReadonlyMap<string, readonly string[]>;

/** A node that was entered and not yet left. */
interface Visit {
  readonly node: string;
  readonly order: number;
  /** Lowest order of an open node that can be reached from here. */
  low: number;
  /** Number of edges that were followed. */
  tried: number;
}

/** Tarjan's algorithm for strongly connected components, without recursion: a chain may be as long as the vault. */
class CycleSearch {
  readonly cycles: string[][] = [];
  readonly #edges: Edges;
  readonly #visits = new Map<string, Visit>();
  /** Nodes that may still belong to a cycle with an earlier node. */
  readonly #open: string[] = [];
  readonly #isOpen = new Set<string>();

  constructor(edges: Edges) {
    this.#edges = edges;
  }

  from(start: string): void {
    if (this.#visits.has(start)) return;
    const way = [this.#enter(start)];
    for (let visit = way.at(-1); visit !== undefined; visit = way.at(-1)) {
      const next = this.#edges.get(visit.node)?.[visit.tried];
      visit.tried += 1;
      if (next === undefined) {
        way.pop();
        this.#leave(visit, way.at(-1));
        continue;
      }
      const known = this.#visits.get(next);
      if (known === undefined) way.push(this.#enter(next));
      else if (this.#isOpen.has(next)) visit.low = Math.min(visit.low, known.order);
    }
  }

  #enter(node: string): Visit {
    const order = this.#visits.size;
    const visit = { node, order, low: order, tried: 0 };
    this.#visits.set(node, visit);
    this.#open.push(node);
    this.#isOpen.add(node);
    return visit;
  }

  #leave(visit: Visit, before: Visit | undefined): void {
    if (before !== undefined) before.low = Math.min(before.low, visit.low);
    if (visit.low !== visit.order) return;
    const together = this.#open.splice(this.#open.lastIndexOf(visit.node));
    for (const node of together) this.#isOpen.delete(node);
    if (together.length > 1 || this.#edges.get(visit.node)?.includes(visit.node) === true) this.cycles.push(together);
  }
}

/** Returns the strongly connected components with more than one node, and the nodes with an edge to themselves. In no order. */
export function findCycles(edges: Edges): string[][] {
  const search = new CycleSearch(edges);
  for (const node of edges.keys()) search.from(node);
  return search.cycles;
}
