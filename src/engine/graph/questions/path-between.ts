import type { SemanticEdge } from '../../crtx/index.ts';
import { EDGE_TYPES } from '../analysis/edge-table.ts';
import { BREAKS } from '../analysis/file-level.ts';
import type { GraphModel } from '../graph-model.ts';
import type { PathDirection } from '../schemas/path-in-words.ts';
import { fileOf, filesNamed } from './files-named.ts';

/** How two nodes are connected. */
export interface PathBetween {
  readonly direction: PathDirection;
  /** Ids, from the first to the second. */
  readonly nodes: readonly string[];
  /** One for each step; `from` and `to` are as in the graph, so a step may go against its edge. */
  readonly edges: readonly SemanticEdge[];
}

type Places = ReadonlySet<number>;

/** The edges of a path, and where it begins. */
interface Way {
  readonly start: number;
  readonly edges: readonly number[];
}

type Side = 'out' | 'in';

/** Which edges a path may take. */
interface Search {
  readonly direction: PathBetween['direction'];
  readonly sides: readonly Side[];
  readonly takes: (model: GraphModel, edge: number) => boolean;
}

const CONFIGURES = EDGE_TYPES.indexOf('configures');

/** Whether an edge comes from the history, not from the code: a feature depends on what its commits touched. */
function isHistory({ table, nodes }: GraphModel, edge: number): boolean {
  return table.type[edge] === BREAKS || nodes[table.from[edge] ?? 0]?.type === 'feature';
}

/** A configuration that names a file and the file do not depend on each other. */
const isDependency: Search['takes'] = (model, edge) => !isHistory(model, edge) && model.table.type[edge] !== CONFIGURES;

/** In the order of what they say: dependencies come first, and changes in common say least. */
const SEARCHES: readonly Search[] = [
  { direction: 'depends on', sides: ['out'], takes: isDependency },
  { direction: 'is a dependency of', sides: ['in'], takes: isDependency },
  { direction: 'connected', sides: ['out', 'in'], takes: (model, edge) => !isHistory(model, edge) },
  { direction: 'changes together', sides: ['out', 'in'], takes: () => true },
];

/** The steps of a search from a node: an edge, and the node at its other end. */
function* stepsFrom(model: GraphModel, place: number, { sides, takes }: Search): Iterable<readonly [edge: number, next: number]> {
  for (const side of sides) {
    const [edges, ends] = side === 'out' ? [model.outOf(place), model.table.to] : [model.into(place), model.table.from];
    for (const edge of edges) if (takes(model, edge)) yield [edge, ends[edge] ?? 0];
  }
}

/** The edges of the shortest path of a search; of several the one that comes first in the graph. */
function shortestWay(model: GraphModel, starts: Places, ends: Places, search: Search): Way | null {
  const cameBy = new Map<number, { readonly edge: number; readonly before: number }>();
  const reached = [...starts];
  // The list grows while it is walked: breadth first.
  for (const place of reached) {
    if (ends.has(place)) return wayTo(place, cameBy);
    for (const [edge, next] of stepsFrom(model, place, search)) {
      if (starts.has(next) || cameBy.has(next)) continue;
      cameBy.set(next, { edge, before: place });
      reached.push(next);
    }
  }
  return null;
}

/** How a search came to a place. */
function wayTo(end: number, cameBy: ReadonlyMap<number, { readonly edge: number; readonly before: number }>): Way {
  const edges: number[] = [];
  let start = end;
  for (let step = cameBy.get(end); step !== undefined; step = cameBy.get(start)) {
    edges.push(step.edge);
    start = step.before;
  }
  return { start, edges: edges.reverse() };
}

function described(model: GraphModel, { start, edges: way }: Way, direction: PathBetween['direction']): PathBetween {
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

/**
 * How two nodes are connected: the shortest path of dependencies from the first to the second, else from the second to the first, else
 * any path of the code, else one of the history; `null` where there is none, or where the graph does not know one of them. A symbol and
 * the rest of its file are not connected by an edge: what is not found from a symbol may be found from its file.
 * @param from an id, a file's path, or a folder: of folders the shortest path between any of their files counts
 */
export function pathBetween(model: GraphModel, from: string, to: string): PathBetween | null {
  const pairs = [
    [placesNamed(model, from), placesNamed(model, to)],
    [placesNamed(model, fileOf(from)), placesNamed(model, fileOf(to))],
  ] as const;
  for (const search of SEARCHES) {
    for (const [start, end] of pairs) {
      const way = shortestWay(model, without(start, end), without(end, start), search);
      if (way !== null) return described(model, way, search.direction);
    }
  }
  return null;
}

/** A node; of a folder its files and what is declared in them. */
function placesNamed(model: GraphModel, id: string): Places {
  const place = model.placeOf(id);
  if (place !== null) return new Set([place]);
  const files = new Set(filesNamed(model, id));
  return new Set([...model.nodes.keys()].filter((at) => files.has(model.fileOf[at] ?? -1)));
}

/** Of a folder what lies outside of another one in it: nothing lies between a file and itself. */
function without(places: Places, others: Places): Places {
  return places.size > others.size && others.size > 0 ? new Set([...places].filter((place) => !others.has(place))) : places;
}
