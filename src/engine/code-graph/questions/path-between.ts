import type { SemanticEdge } from '../../crtx/index.ts';
import type { GraphModel } from '../graph-model.ts';

/** How two nodes are connected. */
export interface PathBetween {
  /** `leans`: the first leans on the second, step by step; `is leaned on`: the other way round; `connected`: by edges in both directions. */
  readonly direction: 'leans' | 'is leaned on' | 'connected';
  /** Ids, from the first to the second. */
  readonly nodes: readonly string[];
  /** One for each step; `from` and `to` are as in the graph, so a step may go against its edge. */
  readonly edges: readonly SemanticEdge[];
}

type Side = 'out' | 'in';

/** The steps of one direction from a node: an edge, and the node at its other end. */
function* stepsFrom(model: GraphModel, place: number, sides: readonly Side[]): Iterable<readonly [edge: number, next: number]> {
  for (const side of sides) {
    const [edges, ends] = side === 'out' ? [model.outOf(place), model.table.to] : [model.into(place), model.table.from];
    for (const edge of edges) yield [edge, ends[edge] ?? 0];
  }
}

/** The edges of the shortest way; of several the one that comes first in the graph. */
function shortestWay(model: GraphModel, start: number, end: number, sides: readonly Side[]): number[] | null {
  const cameBy = new Map<number, { readonly edge: number; readonly before: number }>();
  const reached = [start];
  // The list grows while it is walked: breadth first.
  for (const place of reached) {
    if (place === end) break;
    for (const [edge, next] of stepsFrom(model, place, sides)) {
      if (next === start || cameBy.has(next)) continue;
      cameBy.set(next, { edge, before: place });
      reached.push(next);
    }
  }
  const way: number[] = [];
  for (let place = end; place !== start; ) {
    const step = cameBy.get(place);
    if (step === undefined) return null;
    way.push(step.edge);
    place = step.before;
  }
  return way.reverse();
}

function described(model: GraphModel, start: number, way: readonly number[], direction: PathBetween['direction']): PathBetween {
  const nodes = [start];
  for (const edge of way) {
    const [from = 0, to = 0] = [model.table.from[edge], model.table.to[edge]];
    nodes.push(from === nodes.at(-1) ? to : from);
  }
  return {
    direction,
    nodes: nodes.map((place) => model.nodes[place]?.id ?? ''),
    edges: way.flatMap((edge) => model.edges[edge] ?? []),
  };
}

const DIRECTIONS: readonly (readonly [PathBetween['direction'], readonly Side[]])[] = [
  ['leans', ['out']],
  ['is leaned on', ['in']],
  ['connected', ['out', 'in']],
];

/**
 * What lies between two nodes: the shortest way along the edges from the first to the second, else from the second to the first, else
 * any way at all; `null` where there is none, or where the graph does not know one of them.
 * @param from an id, or a file's path
 */
export function pathBetween(model: GraphModel, from: string, to: string): PathBetween | null {
  const [start, end] = [model.placeOf(from), model.placeOf(to)];
  if (start === null || end === null) return null;
  for (const [direction, sides] of DIRECTIONS) {
    const way = shortestWay(model, start, end, sides);
    if (way !== null) return described(model, start, way, direction);
  }
  return null;
}
