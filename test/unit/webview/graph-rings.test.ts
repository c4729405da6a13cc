import { expect, test } from 'vitest';
import { ringPositions } from '../../../src/engine/graph/explore/rings.ts';
import { emptiestDirection, findRings } from '../../../webview/graph/ring-lines.ts';
import { sceneAt } from '../../webview/code-graphs.ts';

test('affected files are placed on rings, each with the lowest likelihood in it', () => {
  const scene = sceneAt({ kind: 'clusters' });
  const [first] = scene.nodes;
  if (first === undefined) throw new Error('the scene is empty');
  const likelihoods = [null, 0.9, 0.6, ...Array(20).fill(0.3), 0.05];
  const points = ringPositions(likelihoods.map((likelihood) => ({ likelihood, cluster: null })));
  const nodes = likelihoods.map((likelihood, at) => ({ ...first, likelihood, x: points[at]?.x ?? 0, y: points[at]?.y ?? 0 }));
  const rings = findRings({ ...scene, place: { kind: 'blast', node: 'a' }, nodes });
  expect(rings.map(({ least }) => least)).toEqual([0.6, 0.3, 0.3, 0.05]);
  expect(rings.map(({ radius }) => radius)).toEqual([0.125, 0.25, 0.375, 0.5]);
  expect(findRings({ ...scene, nodes })).toEqual([]);
  expect(findRings({ ...scene, place: { kind: 'blast', node: 'a' }, nodes: nodes.slice(0, 1) })).toEqual([]);
});

const QUARTER = Math.PI / 2;

/** Returns a scene with a changed node in the center, and one node in each direction. */
function around(...spots: readonly { readonly angle: number; readonly size?: number; readonly away?: number }[]) {
  const scene = sceneAt({ kind: 'clusters' });
  const [first] = scene.nodes;
  if (first === undefined) throw new Error('the scene is empty');
  const others = spots.map(({ angle, size = 0.3, away = 0.25 }) => {
    return { ...first, size, x: 0.5 + away * Math.cos(angle), y: 0.5 + away * Math.sin(angle) };
  });
  return { ...scene, nodes: [{ ...first, x: 0.5, y: 0.5 }, ...others] };
}

test('likelihood labels are placed where they cover least, and never side by side', () => {
  expect(emptiestDirection(around())).toBeCloseTo(-QUARTER);
  expect(Math.sin(emptiestDirection(around({ angle: -QUARTER }, { angle: -QUARTER + 0.5 }, { angle: -QUARTER - 0.5 })))).toBeGreaterThan(
    0.55,
  );
  // Only the left is free, but labels would be side by side there.
  const besides = [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2].map((angle) => ({ angle }));
  expect(Math.abs(Math.sin(emptiestDirection(around(...besides))))).toBeGreaterThan(0.55);
  // A large node covers more than a small one.
  expect(
    Math.sin(emptiestDirection(around({ angle: QUARTER, size: 1 }, ...[-2, -1.1, -QUARTER].map((angle) => ({ angle, size: 0.01 }))))),
  ).toBeLessThan(0);
});
