import type { DraftNode } from './draft.ts';
import { MIDDLE, type Point } from './positions.ts';

type RingNode = Pick<DraftNode, 'cluster' | 'likelihood'>;

/** Capacity of the innermost ring; each further ring has room for as many more. */
const ROOM = 8;
const RADIUS = 0.5;
/** Likelihood thresholds. Nodes in different bands are never in the same ring. */
const BANDS = [0.5, 0.25, 0.1];

const bandOf = ({ likelihood }: RingNode): number => BANDS.filter((least) => (likelihood ?? 0) < least).length;

/** Returns the indexes of nodes by ring, innermost first. */
function ringsOf(nodes: readonly RingNode[]): number[][] {
  const rings: number[][] = [];
  let band = -1;
  nodes.forEach((node, place) => {
    if (place === 0) return;
    const last = rings.at(-1);
    if (last !== undefined && bandOf(node) === band && last.length < ROOM * rings.length) last.push(place);
    else rings.push([place]);
    band = bandOf(node);
  });
  return rings;
}

/**
 * Computes positions in rings around the first node, likeliest nearest. Within a ring, nodes of the same cluster are adjacent, and all are
 * evenly spaced.
 * @param nodes likeliest first
 */
export function ringPositions(nodes: readonly RingNode[]): Point[] {
  const points = nodes.map(() => MIDDLE);
  const rings = ringsOf(nodes);
  const clusterOf = (place: number): number => nodes[place]?.cluster ?? -1;
  for (const [n, ring] of rings.entries()) {
    const far = (RADIUS * (n + 1)) / rings.length;
    const inOrder = ring.toSorted((one, other) => clusterOf(one) - clusterOf(other) || one - other);
    for (const [at, place] of inOrder.entries()) {
      const angle = (2 * Math.PI * at) / ring.length;
      points[place] = { x: 0.5 + far * Math.sin(angle), y: 0.5 + far * Math.cos(angle) };
    }
  }
  return points;
}
