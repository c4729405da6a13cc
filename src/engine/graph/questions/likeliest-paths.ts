/** A node in the queue, with its likelihood. */
interface Reached {
  readonly place: number;
  readonly likelihood: number;
}

/** A priority queue (binary heap), highest likelihood first. Ties are ordered by the lower index. */
class LikeliestFirst {
  readonly #heap: Reached[] = [];

  push(item: Reached): void {
    let at = this.#heap.push(item) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#isBefore(at, above)) return;
      this.#swap(at, above);
      at = above;
    }
  }

  pop(): Reached | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (this.#heap.length === 0 || last === undefined) return first;
    this.#heap[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const below = this.#isBefore(right, left) ? right : left;
      if (!this.#isBefore(below, at)) return first;
      this.#swap(at, below);
      at = below;
    }
  }

  #isBefore(at: number, other: number): boolean {
    const [one, two] = [this.#heap[at], this.#heap[other]];
    if (one === undefined || two === undefined) return one !== undefined;
    return one.likelihood > two.likelihood || (one.likelihood === two.likelihood && one.place < two.place);
  }

  #swap(at: number, other: number): void {
    const [one, two] = [this.#heap[at], this.#heap[other]];
    if (one === undefined || two === undefined) return;
    this.#heap[at] = two;
    this.#heap[other] = one;
  }
}

/** A step from one node to the next. */
export interface PathStep {
  readonly to: number;
  /** From 0 to 1: the probability that an effect on the first node reaches the second. */
  readonly passes: number;
  /** Index of the edge in the graph. */
  readonly edge: number;
}

/** The likeliest path to a node. */
export interface LikeliestPath {
  readonly likelihood: number;
  /** The last step of the path; `null` at a start node. */
  readonly last: { readonly from: number; readonly edge: number } | null;
}

/**
 * Finds the likeliest path to each node (Dijkstra). The likelihood of a path is the product of its steps.
 * @param stepsOf may omit steps that pass on less than `worth`
 * @param least likelihood below which the search stops
 */
export function findLikeliestPaths(
  starts: readonly number[],
  stepsOf: (place: number, worth: number) => Iterable<PathStep>,
  least: number,
): Map<number, LikeliestPath> {
  const ways = new Map<number, LikeliestPath>(starts.map((place) => [place, { likelihood: 1, last: null }]));
  const queue = new LikeliestFirst();
  for (const place of ways.keys()) queue.push({ place, likelihood: 1 });
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { place, likelihood } = next;
    // Outdated entry: a likelier path was found after it was queued.
    if (likelihood < (ways.get(place)?.likelihood ?? 0)) continue;
    for (const { to, passes, edge } of stepsOf(place, least / likelihood)) {
      const reached = likelihood * passes;
      if (reached < least || reached <= (ways.get(to)?.likelihood ?? 0)) continue;
      ways.set(to, { likelihood: reached, last: { from: place, edge } });
      queue.push({ place: to, likelihood: reached });
    }
  }
  return ways;
}

/** Returns the edges of the path to a node, from its start. */
export function edgesOnPath(ways: ReadonlyMap<number, LikeliestPath>, place: number): number[] {
  const edges: number[] = [];
  for (let last = ways.get(place)?.last; last != null; last = ways.get(last.from)?.last) edges.push(last.edge);
  return edges.reverse();
}
