import type { GraphModel } from '../graph-model.ts';
import type { GraphFilter, GraphPlace, GraphScene } from '../schemas/graph-answer.ts';
import { baseLayoutOf, type Shown, shownBy } from './base-layout.ts';
import { fileShownAs, ofBlast } from './blast.ts';
import { around, ofCluster, ofFile } from './candidates.ts';
import { clusterScene } from './cluster-scene.ts';
import type { SceneDraft } from './draft.ts';
import { nodeScene } from './node-scene.ts';
import { MIDDLE, springPositions } from './positions.ts';
import { ringPositions } from './rings.ts';
import { clusterShownAs, nodeShownAs, shownText } from './shown.ts';

/** A scene whose nodes have no positions yet, and its title. */
interface Sketch {
  readonly title: string;
  readonly draft: SceneDraft;
}

/** Returns the index of the scene's subject among clusters or nodes; -1 for all clusters, `null` if it is unknown. */
function subjectOf(model: GraphModel, place: GraphPlace): number | null {
  switch (place.kind) {
    case 'clusters':
      return -1;
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

function blastSketch(model: GraphModel, file: number, shown: Shown): SceneDraft {
  const { candidates, more } = ofBlast(model, file, shown);
  const draft = nodeScene(model, candidates, shown);
  return { ...draft, hidden: { ...draft.hidden, nodes: draft.hidden.nodes + more } };
}

function sketchOf(model: GraphModel, kind: GraphPlace['kind'], subject: number, shown: Shown): Sketch {
  const { name = '', path = '' } = model.nodes[subject] ?? {};
  switch (kind) {
    case 'clusters':
      return { title: 'All clusters', draft: clusterScene(model, shown) };
    case 'cluster':
      return { title: model.clusters[subject]?.name ?? '', draft: nodeScene(model, ofCluster(model, subject, shown), shown) };
    case 'file':
      return { title: path, draft: nodeScene(model, ofFile(model, subject, shown), shown) };
    case 'around':
      return { title: subject === model.fileOf[subject] ? path : name, draft: nodeScene(model, around(model, subject, shown), shown) };
    case 'blast':
      return { title: path, draft: blastSketch(model, subject, shown) };
  }
}

function clusterOf(model: GraphModel, kind: GraphPlace['kind'], subject: number): GraphScene['cluster'] {
  const cluster = model.clusters[kind === 'cluster' ? subject : (baseLayoutOf(model).clusterOf[subject] ?? -1)];
  return cluster === undefined ? null : { id: shownText(cluster.id), name: shownText(cluster.name) };
}

/**
 * Returns the visible part of a graph, with positions: at most 1,000 nodes and 5,000 edges. Deterministic for the same graph, place and
 * filter. The subject is shown even if the filter excludes it.
 * @returns `null` if the graph does not contain the subject
 */
export function sceneOf(model: GraphModel, place: GraphPlace, filter: GraphFilter): GraphScene | null {
  const subject = subjectOf(model, place);
  if (subject === null) return null;
  const { title, draft } = sketchOf(model, place.kind, subject, shownBy(filter));
  const points = place.kind === 'blast' ? ringPositions(draft.nodes) : springPositions(draft.nodes.length, draft.edges);
  const nodes = draft.nodes.map((node, at) => ({ ...node, ...(points[at] ?? MIDDLE) }));
  return {
    place,
    title: shownText(title),
    cluster: clusterOf(model, place.kind, subject),
    nodes,
    edges: draft.edges,
    hidden: draft.hidden,
  };
}
