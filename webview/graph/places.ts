import type { GraphPlace, GraphScene, SceneNode } from '../../src/host/dashboards/graph/protocol.ts';
import { ALL_CLUSTERS } from './saved-graph.ts';

/** The id of what a place is about; empty for all clusters. */
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

/** The node that a place is about; `null` where it is about more than one. */
export const nodeOf = (place: GraphPlace): string | null =>
  place.kind === 'clusters' || place.kind === 'cluster' ? null : subjectOf(place);

/** What is in a node, as a place; `null` where there is nothing. */
export function inside({ id, type, within }: Pick<SceneNode, 'id' | 'type' | 'within'>): GraphPlace | null {
  if (within === 0) return null;
  if (type === 'cluster') return { kind: 'cluster', cluster: id };
  return type === 'file' || type === 'test' ? { kind: 'file', file: id } : null;
}

/** One level up; `null` at the top. */
export function above({ place, cluster }: Pick<GraphScene, 'place' | 'cluster'>): GraphPlace | null {
  if (place.kind === 'clusters') return null;
  return place.kind === 'cluster' || cluster === null ? ALL_CLUSTERS : { kind: 'cluster', cluster: cluster.id };
}
