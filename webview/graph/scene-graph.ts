import Graph from 'graphology';
import type Sigma from 'sigma';
import type { GraphScene, SceneEdge, SceneNode } from '../../src/host/dashboards/graph/protocol.ts';
import { clip, plain } from '../text.ts';
import type { NodeCircle } from './label-places.ts';

export type DrawnNode = SceneNode & { readonly label: string };
export type SceneGraph = Graph<DrawnNode, SceneEdge>;

const MAX_LABEL_LENGTH = 40;

/** Returns the key of a node in the drawing. Sigma stores nodes in plain objects, where an id such as `__proto__` would break. */
export const drawingKey = (id: string): string => `#${id}`;

/** Converts a scene to a graphology graph, with nodes by their keys. */
export function toSceneGraph({ nodes, edges }: GraphScene): SceneGraph {
  const graph: SceneGraph = new Graph({ multi: true, type: 'directed' });
  for (const node of nodes) {
    const key = drawingKey(node.id);
    if (!graph.hasNode(key)) graph.addNode(key, { ...node, label: plain(clip(node.name, MAX_LABEL_LENGTH)) });
  }
  for (const edge of edges) {
    const [from, to] = [nodes[edge.from], nodes[edge.to]];
    if (from !== undefined && to !== undefined && from.id !== to.id) graph.addEdge(drawingKey(from.id), drawingKey(to.id), edge);
  }
  return graph;
}

type Drawn = Pick<Sigma<DrawnNode, SceneEdge>, 'getNodeDisplayData' | 'framedGraphToViewport' | 'scaleSize'>;

/** Returns the circles of the nodes in the present frame, in pixels. */
export function nodeCircles(sigma: Drawn, graph: SceneGraph): NodeCircle[] {
  return graph.mapNodes((key) => {
    const { x = 0, y = 0, size = 0 } = sigma.getNodeDisplayData(key) ?? {};
    return { ...sigma.framedGraphToViewport({ x, y }), radius: sigma.scaleSize(size) };
  });
}
