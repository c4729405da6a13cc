import type { GraphPlace, GraphView } from './protocol.ts';

export const samePlace = (one: GraphPlace, other: GraphPlace): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The node that a place is about; `null` where it is about more than one. */
export function nodeOf(place: GraphPlace): string | null {
  if (place.kind === 'file') return place.file;
  return place.kind === 'around' || place.kind === 'blast' ? place.node : null;
}

/** Where one is who follows the open file: one goes on looking at the same side of it. */
export function followedPlace({ place }: GraphView, open: string): GraphPlace {
  if (place.kind === 'file') return { kind: 'file', file: open };
  return { kind: place.kind === 'blast' ? 'blast' : 'around', node: open };
}
