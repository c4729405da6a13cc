import type { GraphPlace, GraphView } from './protocol.ts';

export const samePlace = (one: GraphPlace, other: GraphPlace): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the node that a place shows, or `null` if it shows more than one. */
export function findShownNode(place: GraphPlace): string | null {
  if (place.kind === 'file') return place.file;
  return place.kind === 'around' || place.kind === 'blast' ? place.node : null;
}

/** Returns the place for the open file, in the same mode as the current place (file, impact or neighbors). */
export function placeForFile({ place }: GraphView, open: string): GraphPlace {
  if (place.kind === 'file') return { kind: 'file', file: open };
  return { kind: place.kind === 'blast' ? 'blast' : 'around', node: open };
}
