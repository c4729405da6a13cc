import type { SemanticEdge } from '../../crtx/index.ts';
import { EDGE_TYPES } from '../analysis/edge-table.ts';
import { BREAKS } from '../analysis/file-level.ts';
import type { GraphModel } from '../graph-model.ts';
import { isOnWay } from '../loading.ts';
import type { PathDirection } from '../schemas/path-in-words.ts';
import { findNamedFiles, symbolFile } from './files-named.ts';

/** The connection of two nodes. */
export interface PathBetween {
  readonly direction: PathDirection;
  /** Ids, from the first to the second. */
  readonly nodes: readonly string[];
  /** One edge for each step. `from` and `to` are as in the graph, so a step may go against its edge. */
  readonly edges: readonly SemanticEdge[];
}

type Places = ReadonlySet<number>;

/** The edges of a path, and its start node. */
interface NodePath {
  readonly start: number;
  readonly edges: readonly number[];
}

type Side = 'out' | 'in';

/** The edges that a search may follow, and in which direction. */
interface Search {
  readonly direction: PathBetween['direction'];
  readonly sides: readonly Side[];
  readonly takes: (model: GraphModel, edge: number) => boolean;
}

const CONFIGURES = EDGE_TYPES.indexOf('configures');

/** Whether an edge comes from the history instead of the code. A feature depends on the files that its commits touched. */
function isHistory({ table, nodes }: GraphModel, edge: number): boolean {
  return table.type[edge] === BREAKS || nodes[table.from[edge] ?? 0]?.type === 'feature';
}

/** A configuration file and a file that it names do not depend on each other. */
const isDependency: Search['takes'] = (model, edge) => !isHistory(model, edge) && model.table.type[edge] !== CONFIGURES;

/** Strongest relation first: dependencies, then other connections, then common changes. */
const SEARCHES: readonly Search[] = [
  { direction: 'depends on', sides: ['out'], takes: isDependency },
  { direction: 'is a dependency of', sides: ['in'], takes: isDependency },
  { direction: 'connected', sides: ['out', 'in'], takes: (model, edge) => !isHistory(model, edge) },
  { direction: 'changes together', sides: ['out', 'in'], takes: () => true },
];

/** Yields the steps from a node: an edge, and the node at its other end. */
function* stepsFrom(model: GraphModel, place: number, { sides, takes }: Search): Iterable<readonly [edge: number, next: number]> {
  for (const side of sides) {
    const [edges, ends] = side === 'out' ? [model.outOf(place), model.table.to] : [model.into(place), model.table.from];
    for (const edge of edges) if (takes(model, edge)) yield [edge, ends[edge] ?? 0];
  }
}

/** The last step of a path. */
interface Step {
  readonly edge: number;
  readonly before: number;
  /** Number of steps of the path that lead to a file which an import only runs or leads through. */
  readonly onWay: number;
}

/** Nodes at the same distance from the start, with the last step to each; `null` at the start. */
type Level = ReadonlyMap<number, Step | null>;

/**
 * Returns the edges of the shortest path (breadth-first search); of several, the one with the fewest files that imports only run or lead
 * through, then the one whose edges come first in the graph.
 */
function findShortestPath(model: GraphModel, starts: Places, ends: Places, search: Search): NodePath | null {
  const cameBy = new Map<number, Step | null>();
  let level: Level = new Map([...starts].map((place) => [place, null]));
  while (level.size > 0) {
    for (const [place, step] of level) cameBy.set(place, step);
    const reached = [...level].filter(([place]) => ends.has(place)).sort(([, one], [, other]) => (one?.onWay ?? 0) - (other?.onWay ?? 0));
    const [end] = reached[0] ?? [];
    if (end !== undefined) return reconstructPath(end, cameBy);
    level = nextLevel(model, level, (place) => cameBy.has(place), search);
  }
  return null;
}

/** @param isKnown whether a shorter path leads to a node */
function nextLevel(model: GraphModel, level: Level, isKnown: (place: number) => boolean, search: Search): Level {
  const found = new Map<number, Step>();
  for (const [before, last] of level) {
    for (const [edge, next] of stepsFrom(model, before, search)) {
      if (isKnown(next)) continue;
      const onWay = (last?.onWay ?? 0) + (isOnWay(model.edges[edge]) ? 1 : 0);
      if (onWay < (found.get(next)?.onWay ?? Number.POSITIVE_INFINITY)) found.set(next, { edge, before, onWay });
    }
  }
  return found;
}

/** Reconstructs the path to a node. */
function reconstructPath(end: number, cameBy: Level): NodePath {
  const edges: number[] = [];
  let start = end;
  for (let step = cameBy.get(end); step != null; step = cameBy.get(start)) {
    edges.push(step.edge);
    start = step.before;
  }
  return { start, edges: edges.reverse() };
}

function described(model: GraphModel, { start, edges: way }: NodePath, direction: PathBetween['direction']): PathBetween {
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
 * Returns how two nodes are connected. Tries, in this order, the shortest path of dependencies from the first to the second, from the
 * second to the first, any path of the code, and any path with history; `null` if there is none or a node is unknown. No edge connects a
 * symbol with the rest of its file, so each search is repeated from the files of the symbols.
 * @param from an id, a file's path, or a folder: the shortest path between any of its files counts
 */
export function findPathBetween(model: GraphModel, from: string, to: string): PathBetween | null {
  const pairs = [
    [placesNamed(model, from), placesNamed(model, to)],
    [placesNamed(model, symbolFile(from)), placesNamed(model, symbolFile(to))],
  ] as const;
  for (const search of SEARCHES) {
    for (const [start, end] of pairs) {
      const way = findShortestPath(model, without(start, end), without(end, start), search);
      if (way !== null) return described(model, way, search.direction);
    }
  }
  return null;
}

/** Returns a node; for a folder, its files and their symbols. */
function placesNamed(model: GraphModel, id: string): Places {
  const place = model.placeOf(id);
  if (place !== null) return new Set([place]);
  const files = new Set(findNamedFiles(model, id));
  return new Set([...model.nodes.keys()].filter((at) => files.has(model.fileOf[at] ?? -1)));
}

/** Removes the nodes of a subfolder from the larger set, since a file has no path to itself. */
function without(places: Places, others: Places): Places {
  return places.size > others.size && others.size > 0 ? new Set([...places].filter((place) => !others.has(place))) : places;
}
