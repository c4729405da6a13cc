import type { SemanticCluster, SemanticEdge, SemanticNode } from '../../crtx/index.ts';
import type { GraphModel } from '../graph-model.ts';

const MAX_IMPORTANT = 10;

/** Size and parts of a graph. */
export interface GraphStats {
  readonly nodes: Readonly<Partial<Record<SemanticNode['type'], number>>>;
  readonly edges: Readonly<Partial<Record<SemanticEdge['type'], number>>>;
  readonly clusters: readonly (Omit<SemanticCluster, 'nodes'> & { readonly size: number })[];
  /** Most important first. */
  readonly important: readonly Pick<SemanticNode, 'path' | 'importance'>[];
  /** Number of files without connections. */
  readonly alone: number;
}

function counted<Type extends string>(all: readonly { readonly type: Type }[]): Partial<Record<Type, number>> {
  const counts: Partial<Record<Type, number>> = {};
  for (const { type } of all) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

/** Counts the parts of a graph. */
export function graphStats(model: GraphModel): GraphStats {
  const files = [...model.nodes.entries()].filter(([place]) => model.fileOf[place] === place);
  const isAlone = (place: number): boolean => model.outOfFile(place).length + model.intoFile(place).length === 0;
  return {
    nodes: counted(model.nodes),
    edges: counted(model.edges),
    clusters: model.clusters.map(({ nodes, ...cluster }) => ({ ...cluster, size: nodes.length })),
    important: files
      .map(([, { path, importance }]) => ({ path, importance }))
      .sort((one, other) => other.importance - one.importance || (one.path < other.path ? -1 : 1))
      .slice(0, MAX_IMPORTANT),
    alone: files.filter(([place]) => isAlone(place)).length,
  };
}
