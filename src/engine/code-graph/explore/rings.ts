import type { DraftNode } from './draft.ts';
import type { Point } from './positions.ts';

/** The innermost ring has room for so many, each further one for as many more. */
const RING = 8;
const RADIUS = 0.5;

/** How many rings so many nodes fill. */
function ringsFor(count: number): number {
  let rings = 0;
  for (let room = 0; room < count; rings += 1) room += RING * (rings + 1);
  return rings;
}

/**
 * Positions in rings around the first node, in the order of the nodes: the first ones are nearest. In a ring those of one cluster stand
 * side by side, and all of them as far apart as there is room.
 */
export function ringPositions(nodes: readonly Pick<DraftNode, 'cluster' | 'path'>[]): Point[] {
  const points: Point[] = nodes.map(() => ({ x: 0.5, y: 0.5 }));
  const rings = ringsFor(nodes.length - 1);
  let first = 1;
  for (let ring = 1; ring <= rings; ring += 1) {
    const places = nodes.slice(first, first + RING * ring).map((_, n) => first + n);
    const clusterOf = (place: number): number => nodes[place]?.cluster ?? -1;
    places.sort((one, other) => clusterOf(one) - clusterOf(other) || one - other);
    places.forEach((place, n) => {
      const angle = (2 * Math.PI * n) / places.length;
      const far = (RADIUS * ring) / rings;
      points[place] = { x: 0.5 + far * Math.sin(angle), y: 0.5 + far * Math.cos(angle) };
    });
    first += places.length;
  }
  return points;
}
