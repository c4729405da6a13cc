import type { SemanticCluster, SemanticEdge, SemanticNode } from '../../../../../src/engine/crtx/index.ts';
import { GraphModel } from '../../../../../src/engine/graph/graph-model.ts';
import type { GraphFilter, GraphScene } from '../../../../../src/engine/graph/schemas/graph-answer.ts';
import { graphOf } from '../../../../support/graphs.ts';

/** Filter that shows everything. */
export const ALL: GraphFilter = {
  nodes: ['file', 'function', 'type', 'module', 'feature', 'api', 'test'],
  edges: ['depends', 'tests', 'implements', 'extends', 'configures', 'breaks_if_changed'],
};

export const cluster = (name: string, ...nodes: string[]): SemanticCluster => ({
  id: `cluster:${name}`,
  name,
  nodes,
  cohesion: 0.75,
  coupling: 0.25,
});

/** Returns the model of a graph. @param said fields of some nodes, by id */
export const modelOf = (
  edges: readonly SemanticEdge[],
  said: Readonly<Record<string, Partial<SemanticNode>>> = {},
  clusters: SemanticCluster[] = [],
) => new GraphModel({ ...graphOf(edges, said), clusters });

/** Returns the node ids of a scene, in its order. */
export const idsOf = (scene: GraphScene | null) => scene?.nodes.map(({ id }) => id) ?? [];

/** Returns the edges of a scene, each as `from type to weight`. */
export const linesOf = (scene: GraphScene | null) =>
  scene?.edges.map(({ from, to, type, weight }) => `${scene.nodes[from]?.id} ${type} ${scene.nodes[to]?.id} ${weight}`) ?? [];
