import type { GraphModel } from '../graph-model.ts';
import type { GraphFilter, GraphPlace, GraphScene } from '../schemas/graph-answer.ts';
import { getBaseLayout, type IndexedFilter, indexFilter } from './base-layout.ts';
import { blastCandidates, findFileByShownId } from './blast.ts';
import { clusterCandidates, fileCandidates, neighbourCandidates } from './candidates.ts';
import { clusterScene } from './cluster-scene.ts';
import type { SceneDraft } from './draft.ts';
import { nodeScene } from './node-scene.ts';
import { MIDDLE, springPositions } from './positions.ts';
import { ringPositions } from './rings.ts';
import { findClusterByShownId, findNodeByShownId, shortenText } from './shown-values.ts';

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
      return findClusterByShownId(model, place.cluster);
    case 'file':
      return findFileByShownId(model, place.file);
    case 'around':
      return findNodeByShownId(model, place.node);
    case 'blast':
      return findFileByShownId(model, place.node);
  }
}

function blastSketch(model: GraphModel, file: number, shown: IndexedFilter): SceneDraft {
  const { candidates, more } = blastCandidates(model, file, shown);
  const draft = nodeScene(model, candidates, shown);
  return { ...draft, hidden: { ...draft.hidden, nodes: draft.hidden.nodes + more } };
}

function sketchOf(model: GraphModel, kind: GraphPlace['kind'], subject: number, shown: IndexedFilter): Sketch {
  const { name = '', path = '' } = model.nodes[subject] ?? {};
  switch (kind) {
    case 'clusters':
      return { title: 'All clusters', draft: clusterScene(model, shown) };
    case 'cluster':
      return { title: model.clusters[subject]?.name ?? '', draft: nodeScene(model, clusterCandidates(model, subject, shown), shown) };
    case 'file':
      return { title: path, draft: nodeScene(model, fileCandidates(model, subject, shown), shown) };
    case 'around':
      return {
        title: subject === model.fileOf[subject] ? path : name,
        draft: nodeScene(model, neighbourCandidates(model, subject, shown), shown),
      };
    case 'blast':
      return { title: path, draft: blastSketch(model, subject, shown) };
  }
}

function clusterOf(model: GraphModel, kind: GraphPlace['kind'], subject: number): GraphScene['cluster'] {
  const cluster = model.clusters[kind === 'cluster' ? subject : (getBaseLayout(model).clusterOf[subject] ?? -1)];
  return cluster === undefined ? null : { id: shortenText(cluster.id), name: shortenText(cluster.name) };
}

/**
 * Returns the visible part of a graph, with positions: at most 1,000 nodes and 5,000 edges. Deterministic for the same graph, place and
 * filter. The subject is shown even if the filter excludes it.
 * @returns `null` if the graph does not contain the subject
 */
export function buildScene(model: GraphModel, place: GraphPlace, filter: GraphFilter): GraphScene | null {
  const subject = subjectOf(model, place);
  if (subject === null) return null;
  const { title, draft } = sketchOf(model, place.kind, subject, indexFilter(filter));
  const points = place.kind === 'blast' ? ringPositions(draft.nodes) : springPositions(draft.nodes.length, draft.edges);
  const nodes = draft.nodes.map((node, at) => ({ ...node, ...(points[at] ?? MIDDLE) }));
  return {
    place,
    title: shortenText(title),
    cluster: clusterOf(model, place.kind, subject),
    nodes,
    edges: draft.edges,
    hidden: draft.hidden,
  };
}
