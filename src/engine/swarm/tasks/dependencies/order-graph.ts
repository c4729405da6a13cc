import { isWithin, type Outline } from '../outline.ts';

/**
 * The order in which tasks must begin and end, as a graph. Each task has a start point (2 × place) and an end point (2 × place + 1). A
 * parent begins before its children and ends after them, and a task begins after the end of its dependencies. So dependencies on
 * parents and of parents need no extra rules.
 */
export interface OrderGraph {
  readonly points: number;
  /** The successors of point p: `after[first[p]]` up to, but not including, `after[first[p + 1]]`. */
  readonly first: Int32Array;
  readonly after: Int32Array;
}

/** Returns the list without duplicates. */
export function unique(ids: readonly string[]): Iterable<string> {
  return ids.length < 2 ? ids : new Set(ids);
}

/** Returns the graph of a tree. Leaves out unknown dependencies, and dependencies of a task on itself, its ancestors or descendants. */
export function buildOrderGraph(outline: Outline): OrderGraph {
  const { nodes, parents, places } = outline;
  const from: number[] = [];
  const to: number[] = [];
  let place = -1;
  for (const { children, dependencies } of nodes) {
    place += 1;
    const parent = parents[place] ?? 0;
    if (children.length === 0) {
      from.push(2 * place);
      to.push(2 * place + 1);
    }
    if (parent >= 0) {
      from.push(2 * parent, 2 * place + 1);
      to.push(2 * place, 2 * parent + 1);
    }
    for (const id of unique(dependencies)) {
      const dependency = places.get(id);
      if (dependency === undefined || isWithin(outline, dependency, place) || isWithin(outline, place, dependency)) continue;
      from.push(2 * dependency + 1);
      to.push(2 * place);
    }
  }
  return pack(2 * nodes.length, from, to);
}

function pack(points: number, from: readonly number[], to: readonly number[]): OrderGraph {
  const first = new Int32Array(points + 1);
  for (const point of from) first[point + 1] = (first[point + 1] ?? 0) + 1;
  for (let point = 0; point < points; point += 1) first[point + 1] = (first[point + 1] ?? 0) + (first[point] ?? 0);
  const next = first.slice();
  const after = new Int32Array(from.length);
  for (let edge = 0; edge < from.length; edge += 1) {
    const point = from[edge] ?? 0;
    after[next[point] ?? 0] = to[edge] ?? 0;
    next[point] = (next[point] ?? 0) + 1;
  }
  return { points, first, after };
}

/** Returns the points in topological order. Points in a cycle, or reachable from one, are missing. */
export function sortTopologically({ points, first, after }: OrderGraph): number[] {
  const before = new Int32Array(points);
  for (const point of after) before[point] = (before[point] ?? 0) + 1;
  const order: number[] = [];
  for (let point = 0; point < points; point += 1) if (before[point] === 0) order.push(point);
  // The list grows during iteration.
  for (const point of order) {
    for (let edge = first[point] ?? 0; edge < (first[point + 1] ?? 0); edge += 1) {
      const next = after[edge] ?? 0;
      before[next] = (before[next] ?? 0) - 1;
      if (before[next] === 0) order.push(next);
    }
  }
  return order;
}

/**
 * Returns, for each task, the estimated tokens of the longest chain of leaves that begins with it (for a parent: within or after it). An
 * estimate of 0 counts as 1, so that the longer of two chains without estimates comes first.
 * @param graph without a cycle
 */
export function computeCriticalPaths(outline: Outline, graph: OrderGraph): number[] {
  const longest = longestFrom(outline, graph);
  return outline.nodes.map((_, place) => longest[2 * place] ?? 0);
}

/** Returns the leaves of the longest chain of the graph, in order, as places. @param graph without a cycle */
export function findCriticalPath(outline: Outline, graph: OrderGraph): number[] {
  const { first, after } = graph;
  const longest = longestFrom(outline, graph);
  const path: number[] = [];
  let point: number | undefined = graph.points > 0 ? 0 : undefined;
  // The bound on steps stops the walk if the graph has a cycle after all.
  for (let step = 0; point !== undefined && step < graph.points; step += 1) {
    if (isWork(outline, point)) path.push(point >> 1);
    let next: number | undefined;
    for (const each of after.subarray(first[point], first[point + 1])) {
      if (next === undefined || (longest[each] ?? 0) > (longest[next] ?? 0)) next = each;
    }
    point = next;
  }
  return path;
}

const isWork = ({ nodes }: Outline, point: number): boolean => point % 2 === 0 && nodes[point >> 1]?.children.length === 0;

/** Returns, for each point, the estimated tokens of the longest chain of leaves that begins with it. */
function longestFrom(outline: Outline, graph: OrderGraph): Float64Array {
  const { first, after } = graph;
  const longest = new Float64Array(graph.points);
  for (const point of sortTopologically(graph).reverse()) {
    let most = 0;
    for (let edge = first[point] ?? 0; edge < (first[point + 1] ?? 0); edge += 1) most = Math.max(most, longest[after[edge] ?? 0] ?? 0);
    const estimate = outline.nodes[point >> 1]?.estimatedTokens ?? 0;
    longest[point] = most + (isWork(outline, point) ? Math.max(1, estimate) : 0);
  }
  return longest;
}

/** Returns, for each place, the number of leaves before it in the longest chain that leads to it. @param graph without a cycle */
export function computeLevels(outline: Outline, graph: OrderGraph): number[] {
  const { first, after } = graph;
  const before = new Int32Array(graph.points);
  for (const point of sortTopologically(graph)) {
    const reached = (before[point] ?? 0) + (isWork(outline, point) ? 1 : 0);
    for (let edge = first[point] ?? 0; edge < (first[point + 1] ?? 0); edge += 1) {
      const next = after[edge] ?? 0;
      before[next] = Math.max(before[next] ?? 0, reached);
    }
  }
  return outline.nodes.map((_, place) => before[2 * place] ?? 0);
}
