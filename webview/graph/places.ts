import type { GraphPlace, GraphScene, SceneNode } from '../../src/host/dashboards/graph/protocol.ts';
import { ALL_CLUSTERS } from './saved-graph.ts';

/** Returns the id of a place's subject; empty for all clusters. */
function subjectOf(place: GraphPlace): string {
  switch (place.kind) {
    case 'clusters':
      return '';
    case 'cluster':
      return place.cluster;
    case 'file':
      return place.file;
    case 'around':
    case 'blast':
      return place.node;
  }
}

export const samePlace = (one: GraphPlace, other: GraphPlace): boolean => one.kind === other.kind && subjectOf(one) === subjectOf(other);

/** Returns the node that a place is about; `null` when it is about more than one. */
export const findShownNode = (place: GraphPlace): string | null =>
  place.kind === 'clusters' || place.kind === 'cluster' ? null : subjectOf(place);

/** Returns the place inside a node; `null` when the node contains nothing. */
export function zoomInPlace({ id, type, within }: Pick<SceneNode, 'id' | 'type' | 'within'>): GraphPlace | null {
  if (within === 0) return null;
  if (type === 'cluster') return { kind: 'cluster', cluster: id };
  return type === 'file' || type === 'test' ? { kind: 'file', file: id } : null;
}

/** Returns the place one level up; `null` at the top. */
export function zoomOutPlace({ place, cluster }: Pick<GraphScene, 'place' | 'cluster'>): GraphPlace | null {
  if (place.kind === 'clusters') return null;
  return place.kind === 'cluster' || cluster === null ? ALL_CLUSTERS : { kind: 'cluster', cluster: cluster.id };
}
