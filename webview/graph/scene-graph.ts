import Graph from 'graphology';
import type Sigma from 'sigma';
import type { GraphScene, SceneEdge, SceneNode } from '../../src/host/dashboards/graph/protocol.ts';
import { clip, plain } from '../text.ts';
import type { Cycle } from './label-places.ts';

export type DrawnNode = SceneNode & { readonly label: string };
export type SceneGraph = Graph<DrawnNode, SceneEdge>;

const LONGEST_LABEL = 40;

/** What a node is drawn by. Sigma keeps what it knows of nodes in plain objects, and an id may be `__proto__`. */
export const keyOf = (id: string): string => `#${id}`;

/** A scene as it is drawn: nodes by their keys. */
export function graphOf({ nodes, edges }: GraphScene): SceneGraph {
  const graph: SceneGraph = new Graph({ multi: true, type: 'directed' });
  for (const node of nodes) {
    const key = keyOf(node.id);
    if (!graph.hasNode(key)) graph.addNode(key, { ...node, label: plain(clip(node.name, LONGEST_LABEL)) });
  }
  for (const edge of edges) {
    const [from, to] = [nodes[edge.from], nodes[edge.to]];
    if (from !== undefined && to !== undefined && from.id !== to.id) graph.addEdge(keyOf(from.id), keyOf(to.id), edge);
  }
  return graph;
}

type Drawn = Pick<Sigma<DrawnNode, SceneEdge>, 'getNodeDisplayData' | 'framedGraphToViewport' | 'scaleSize'>;

/** Where the nodes stand in the picture that is being drawn, in pixels. */
export function cyclesOf(sigma: Drawn, graph: SceneGraph): Cycle[] {
  return graph.mapNodes((key) => {
    const { x = 0, y = 0, size = 0 } = sigma.getNodeDisplayData(key) ?? {};
    return { ...sigma.framedGraphToViewport({ x, y }), radius: sigma.scaleSize(size) };
  });
}
