import type { SemanticEdge, SemanticGraph, SemanticNode } from '../../crtx/index.ts';
import { compareCodePoints } from '../../kernel/code-point-order.ts';
import type { GraphHistory } from '../history/history.ts';
import type { Structure, StructureNode } from '../structure/structure.ts';
import { clustersOf } from './clusters.ts';
import { importanceOf } from './importance.ts';
import { pastOfNodes } from './node-history.ts';
import { rounded } from './rounded.ts';
import { sortedEdges } from './sorted-edges.ts';

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

/**
 * Seed 1, "SemanticGraph": the structure with what the history says of it, and what follows from both. The order of what is given
 * makes no difference.
 */
export function assembleGraph(structure: Structure, history: GraphHistory): SemanticGraph {
  const known = sortedNodes([...structure.nodes, ...featureNodes(history)]);
  const places = new Map(known.map(({ id }, place) => [id, place]));
  const { edges, table } = sortedEdges([...structure.edges, ...featureEdges(history), ...history.coupled], places);
  const importance = importanceOf(known, table);
  const past = pastOfNodes(known, history);
  const nodes = known.map(({ id, type, path, name }, place): SemanticNode => {
    const { fragility, lastTouched, touchCount } = past(place);
    return { id, type, path, name, importance: rounded(importance[place] ?? 0), fragility: rounded(fragility), lastTouched, touchCount };
  });
  return { nodes, edges: [...edges], clusters: clustersOf(nodes, table) };
}
