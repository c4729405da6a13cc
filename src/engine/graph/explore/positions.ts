import { UndirectedGraph } from 'graphology';
import imported from 'graphology-layout-forceatlas2';
import type { SceneEdge } from '../schemas/graph-answer.ts';

type ForceAtlas = typeof imported.default;

/** The typings declare a default export, but in Node the module itself is the function. */
const isForceAtlas = (value: unknown): value is ForceAtlas => typeof value === 'function';
const forceAtlas: ForceAtlas = isForceAtlas(imported) ? imported : imported.default;

/** A position; each coordinate is from 0 to 1. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A horizontal band of the picture. */
interface Box {
  readonly bottom: number;
  readonly height: number;
}

export const MIDDLE: Point = { x: 0.5, y: 0.5 };
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** Distance between nodes of the initial spiral, similar to the distance after the layout. */
const SPIRAL_STEP = 10;
/** Target number of node moves over all iterations, and the minimum and maximum number of iterations. */
const ROUNDS = { nodes: 120_000, least: 150, most: 500 };
/** Above this number of nodes the Barnes-Hut approximation is used; below, it would be slower. */
const PUSHED_ONE_BY_ONE = 150;
/** Minimum weight of an edge, so that an edge without weight still attracts its ends. */
const LEAST_WEIGHT = 0.05;
/** Share of the height for unconnected nodes, depending on how many there are, and the gap above them. */
const ROWS = { least: 0.06, most: 0.5, gap: 0.04 };

/** Returns evenly spaced points of a spiral, from the center outwards. */
const spiral = (count: number): Point[] =>
  Array.from({ length: count }, (_, n) => {
    const [far, angle] = [SPIRAL_STEP * Math.sqrt(n + 0.5), n * GOLDEN_ANGLE];
    return { x: far * Math.cos(angle), y: far * Math.sin(angle) };
  });

/** Returns positions after a force-directed layout. @param edges between indexes below `count` */
function layOutByForces(count: number, edges: readonly SceneEdge[]): Point[] {
  const start = spiral(count);
  const graph = new UndirectedGraph<{ x: number; y: number }, { weight: number }>();
  for (const [n, point] of start.entries()) graph.addNode(n, { ...point });
  for (const { from, to, weight } of edges) {
    graph.updateUndirectedEdge(from, to, (before) => ({ weight: Math.max(before.weight ?? 0, weight, LEAST_WEIGHT) }));
  }
  const found = forceAtlas(graph, {
    iterations: Math.round(Math.min(ROUNDS.most, Math.max(ROUNDS.least, ROUNDS.nodes / count))),
    getEdgeWeight: 'weight',
    settings: { ...forceAtlas.inferSettings(count), barnesHutOptimize: count > PUSHED_ONE_BY_ONE, barnesHutTheta: 1 },
  });
  const points = start.map((_, n) => found[n] ?? MIDDLE);
  return points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)) ? points : start;
}

/** Rounds to a precision that is visible. */
const roundToVisible = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 100_000) / 100_000;

/** Scales and moves points into a box, as large as possible. */
function fitIntoBox(points: readonly Point[], { bottom, height }: Box): Point[] {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(1 / Math.max(right - left, Number.EPSILON), height / Math.max(high - low, Number.EPSILON));
  return points.map(({ x, y }) => ({
    x: roundToVisible(0.5 + (x - (left + right) / 2) * scale),
    y: roundToVisible(bottom + height / 2 + (y - (low + high) / 2) * scale),
  }));
}

/** Returns points in rows that fill a box, from top to bottom. */
function rows(count: number, { bottom, height }: Box): Point[] {
  const columns = Math.min(count, Math.ceil(Math.sqrt(count / height)));
  const lines = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, n) => ({
    x: roundToVisible(((n % columns) + 0.5) / columns),
    y: roundToVisible(bottom + height - ((Math.floor(n / columns) + 0.5) * height) / lines),
  }));
}

/** Merges the points of all parts into one array, by node. */
function assigned(count: number, parts: readonly (readonly [places: readonly number[], points: readonly Point[]])[]): Point[] {
  const all = new Array<Point>(count).fill(MIDDLE);
  for (const [places, points] of parts) for (const [n, place] of places.entries()) all[place] = points[n] ?? MIDDLE;
  return all;
}

/**
 * Computes positions of nodes: edges attract their ends, all nodes repel each other (ForceAtlas2). The result for a scene is deterministic.
 * Unconnected nodes are placed in rows below.
 * @param edges between indexes below `count`, with different ends
 */
export function springPositions(count: number, edges: readonly SceneEdge[]): Point[] {
  if (count === 1) return [MIDDLE];
  const ends = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const all = Array.from({ length: count }, (_, n) => n);
  const [connected, alone] = [all.filter((n) => ends.has(n)), all.filter((n) => !ends.has(n))];
  if (connected.length === 0) return rows(count, { bottom: 0, height: 1 });
  const places = new Map(connected.map((n, place) => [n, place]));
  const inner = edges.map((edge) => ({ ...edge, from: places.get(edge.from) ?? 0, to: places.get(edge.to) ?? 0 }));
  const height = alone.length === 0 ? 0 : Math.min(ROWS.most, Math.max(ROWS.least, alone.length / count / 2));
  const bottom = height === 0 ? 0 : height + ROWS.gap;
  return assigned(count, [
    [connected, fitIntoBox(layOutByForces(connected.length, inner), { bottom, height: 1 - bottom })],
    [alone, rows(alone.length, { bottom: 0, height })],
  ]);
}
