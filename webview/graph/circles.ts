import type Sigma from 'sigma';
import type { SceneEdge } from '../../src/host/dashboards/graph/protocol.ts';
import type { Circle } from './label-places.ts';
import type { DrawnNode, SceneGraph } from './scene-graph.ts';

type Drawn = Pick<Sigma<DrawnNode, SceneEdge>, 'getNodeDisplayData' | 'framedGraphToViewport' | 'scaleSize'>;

/** Where the nodes stand in the picture that is being drawn, in pixels. */
export function circlesOf(sigma: Drawn, graph: SceneGraph): Circle[] {
  return graph.mapNodes((key) => {
    const { x = 0, y = 0, size = 0 } = sigma.getNodeDisplayData(key) ?? {};
    return { ...sigma.framedGraphToViewport({ x, y }), radius: sigma.scaleSize(size) };
  });
}
