import { describe, expect, test } from 'vitest';
import { type Point, springPositions } from '../../../../../src/engine/graph/explore/positions.ts';
import { ringPositions } from '../../../../../src/engine/graph/explore/rings.ts';

const edge = (from: number, to: number, weight = 1) => ({ from, to, type: 'depends', weight }) as const;
const far = (one: Point | undefined, other: Point | undefined) =>
  Math.hypot((one?.x ?? Number.NaN) - (other?.x ?? Number.NaN), (one?.y ?? Number.NaN) - (other?.y ?? Number.NaN));

/** Returns the smallest distance between any two points. */
const closest = (points: readonly Point[]) => Math.min(...points.flatMap((one, n) => points.slice(n + 1).map((other) => far(one, other))));

describe('springPositions', () => {
  test('places connected nodes nearer to each other, and fills the whole area', () => {
    // Two complete groups, with one edge between them.
    const within = (first: number) =>
      Array.from({ length: 8 }, (_, n) => n).flatMap((one) => Array.from({ length: one }, (_, other) => edge(first + one, first + other)));
    const points = springPositions(16, [...within(0), ...within(8), edge(0, 8, 0.1)]);
    const mean = (pairs: readonly (readonly [number, number])[]) =>
      pairs.reduce((sum, [one, other]) => sum + far(points[one], points[other]), 0) / pairs.length;
    const inside = within(0).map(({ from, to }) => [from, to] as const);
    const across = Array.from({ length: 7 }, (_, n) => [n + 1, n + 9] as const);
    expect(mean(across)).toBeGreaterThan(2 * mean(inside));
    expect(closest(points)).toBeGreaterThan(0.01);
    const span = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
    expect(Math.max(span(points.map(({ x }) => x)), span(points.map(({ y }) => y)))).toBeCloseTo(1, 3);
  });

  test('places unconnected nodes in rows below the others', () => {
    const points = springPositions(10, [edge(0, 1), edge(1, 2), edge(2, 0)]);
    const [connected, alone] = [points.slice(0, 3), points.slice(3)];
    const highest = Math.max(...alone.map(({ y }) => y));
    expect(Math.min(...connected.map(({ y }) => y))).toBeGreaterThan(highest + 0.03);
    expect(closest(alone)).toBeGreaterThan(0.1);
    expect(alone[0]).toMatchObject({ y: highest });
  });

  test('fills the area with rows if no nodes are connected, and centers a single node', () => {
    expect(springPositions(4, [])).toEqual([
      { x: 0.25, y: 0.75 },
      { x: 0.75, y: 0.75 },
      { x: 0.25, y: 0.25 },
      { x: 0.75, y: 0.25 },
    ]);
    expect(springPositions(1, [])).toEqual([{ x: 0.5, y: 0.5 }]);
    expect(springPositions(0, [])).toEqual([]);
  });

  test('places two nodes apart for any edges between them', () => {
    const [one, other] = springPositions(2, [edge(0, 1, 0), edge(1, 0, 1)]);
    expect(far(one, other)).toBeGreaterThan(0.99);
  });
});

test('springPositions keeps the start positions for weights that are infinite, NaN or huge', () => {
  for (const weight of [Number.POSITIVE_INFINITY, Number.NaN, 1e300]) {
    const points = springPositions(3, [edge(0, 1, weight), edge(1, 2)]);
    for (const { x, y } of points) expect(x >= 0 && x <= 1 && y >= 0 && y <= 1).toBe(true);
    expect(closest(points)).toBeGreaterThan(0.1);
  }
});

describe('ringPositions', () => {
  const middle = { cluster: null, likelihood: null };

  test('places likelier nodes on inner rings, and nodes of a cluster side by side', () => {
    const nodes = [0.9, 0.8, 0.7, 0.6, 0.3, 0.3, 0.05].map((likelihood, n) => ({ likelihood, cluster: n % 2 }));
    const points = ringPositions([middle, ...nodes]);
    const radii = points.map((point) => Number(far(point, points[0]).toFixed(5)));
    expect(radii).toEqual([0, 0.16667, 0.16667, 0.16667, 0.16667, 0.33333, 0.33333, 0.5]);
    // The innermost ring contains two nodes of one cluster, then two of the other.
    expect(far(points[1], points[2])).toBeCloseTo(1 / 3, 5);
    expect(far(points[1], points[3])).toBeCloseTo(Math.SQRT2 / 6, 5);
    expect(far(points[2], points[4])).toBeCloseTo(Math.SQRT2 / 6, 5);
  });

  test('does not place two nodes at the same position', () => {
    for (const count of [2, 9, 10, 60, 400]) {
      const nodes = Array.from({ length: count - 1 }, (_, n) => ({ cluster: n % 7, likelihood: 1 - n / count }));
      expect(closest(ringPositions([middle, ...nodes])) * Math.sqrt(count)).toBeGreaterThan(0.35);
    }
  });
});
