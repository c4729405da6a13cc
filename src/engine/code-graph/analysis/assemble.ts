import type { SemanticEdge, SemanticGraph, SemanticNode } from '../../crtx/index.ts';
import { compareCodePoints } from '../../kernel/code-point-order.ts';
import type { GraphHistory } from '../history/history.ts';
import type { Structure, StructureNode } from '../structure/structure.ts';
import { clustersOf } from './clusters.ts';
import { edgeTable, TYPE_PLACES } from './edge-table.ts';
import { importanceOf } from './importance.ts';
import { pastOfNodes } from './node-history.ts';
import { rounded } from './rounded.ts';

function featureNodes({ features }: GraphHistory): StructureNode[] {
  return features.map(({ name, files }) => ({ id: `feature:${name}`, type: 'feature', path: files[0]?.path ?? '', name }));
}

function featureEdges({ features }: GraphHistory): SemanticEdge[] {
  return features.flatMap(({ name, files, touchCount }) =>
    files.map(({ path, share, commits }): SemanticEdge => {
      const description = `${commits} of the ${touchCount} commits of the feature ${name} changed ${path}`;
      return { from: `feature:${name}`, to: path, type: 'depends', weight: share, description };
    }),
  );
}

/** Each id once, in the order of their code points. */
function sortedNodes(nodes: readonly StructureNode[]): StructureNode[] {
  const byId = new Map<string, StructureNode>();
  for (const node of nodes) if (!byId.has(node.id)) byId.set(node.id, node);
  return [...byId.values()].sort((one, other) => compareCodePoints(one.id, other.id));
}

interface PlacedEdge {
  readonly edge: SemanticEdge;
  readonly from: number;
  readonly to: number;
  readonly type: number;
}

const byPlace = (one: PlacedEdge, other: PlacedEdge): number =>
  one.from - other.from ||
  one.to - other.to ||
  one.type - other.type ||
  other.edge.weight - one.edge.weight ||
  compareCodePoints(one.edge.description, other.edge.description);

/** Edges between nodes that are there, in their order; of several of one type between the same two the heaviest. */
function sortedEdges(edges: readonly SemanticEdge[], places: ReadonlyMap<string, number>): SemanticEdge[] {
  const placed = edges.flatMap((edge): PlacedEdge[] => {
    const [from, to, type] = [places.get(edge.from), places.get(edge.to), TYPE_PLACES.get(edge.type)];
    if (from === undefined || to === undefined || type === undefined || from === to) return [];
    return [{ edge: { ...edge, weight: rounded(edge.weight) }, from, to, type }];
  });
  const isRepeated = (one: PlacedEdge, before: PlacedEdge | undefined): boolean =>
    one.from === before?.from && one.to === before.to && one.type === before.type;
  return placed
    .sort(byPlace)
    .filter((each, at, all) => !isRepeated(each, all[at - 1]))
    .map(({ edge }) => edge);
}

/**
 * Seed 1, "SemanticGraph": the structure with what the history says of it, and what follows from both. The order of what is given
 * makes no difference.
 */
export function assembleGraph(structure: Structure, history: GraphHistory): SemanticGraph {
  const known = sortedNodes([...structure.nodes, ...featureNodes(history)]);
  const places = new Map(known.map(({ id }, place) => [id, place]));
  const edges = sortedEdges([...structure.edges, ...featureEdges(history), ...history.coupled], places);
  const table = edgeTable(places, edges);
  const importance = importanceOf(known, table);
  const past = pastOfNodes(known, history);
  const nodes = known.map(({ id, type, path, name }, place): SemanticNode => {
    const { fragility, lastTouched, touchCount } = past(place);
    const [important, fragile] = [importance[place] ?? 0, fragility].map(rounded);
    return { id, type, path, name, importance: important ?? 0, fragility: fragile ?? 0, lastTouched, touchCount };
  });
  return { nodes, edges, clusters: clustersOf(nodes, table) };
}
