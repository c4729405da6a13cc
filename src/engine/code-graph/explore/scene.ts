import type { GraphModel } from '../graph-model.ts';
import type { Scene, SceneFilter, ScenePlace } from './answer.ts';
import { fileShownAs, ofBlast } from './blast.ts';
import { around, ofCluster, ofFile } from './candidates.ts';
import { clusterScene } from './cluster-scene.ts';
import type { SceneDraft } from './draft.ts';
import { type Shown, shownBy } from './ground.ts';
import { nodeScene } from './node-scene.ts';
import { type Point, springPositions } from './positions.ts';
import { ringPositions } from './rings.ts';
import { clusterShownAs, nodeShownAs, shownText } from './shown.ts';

interface Picture {
  readonly title: string;
  readonly draft: SceneDraft;
  readonly points: readonly Point[];
}

const sprung = (title: string, draft: SceneDraft): Picture => ({ title, draft, points: springPositions(draft.nodes.length, draft.edges) });

const NOTHING: SceneDraft = { nodes: [], edges: [], hidden: { nodes: 0, edges: 0 } };

/** The place of what a place is about, in the graph's clusters or nodes; `null`: the graph does not know it. */
function subjectOf(model: GraphModel, place: ScenePlace): number | null {
  switch (place.kind) {
    case 'clusters':
      return 0;
    case 'cluster':
      return clusterShownAs(model, place.cluster);
    case 'file':
      return fileShownAs(model, place.file);
    case 'around':
      return nodeShownAs(model, place.node);
    case 'blast':
      return fileShownAs(model, place.node);
  }
}
