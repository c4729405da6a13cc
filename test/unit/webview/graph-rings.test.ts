import { expect, test } from 'vitest';
import { ringPositions } from '../../../src/engine/code-graph/explore/rings.ts';
import { emptiestWay, ringsOf } from '../../../webview/graph/ring-lines.ts';
import { sceneAt } from '../../webview/code-graphs.ts';

test('what may break stands in rings, each of which says how likely its least likely is', () => {
  const scene = sceneAt({ kind: 'clusters' });
  const [first] = scene.nodes;
  if (first === undefined) throw new Error('the scene is empty');
  const likelihoods = [null, 0.9, 0.6, ...Array(20).fill(0.3), 0.05];
  const points = ringPositions(likelihoods.map((likelihood) => ({ likelihood, cluster: null })));
  const nodes = likelihoods.map((likelihood, at) => ({ ...first, likelihood, x: points[at]?.x ?? 0, y: points[at]?.y ?? 0 }));
  const rings = ringsOf({ ...scene, place: { kind: 'blast', node: 'a' }, nodes });
  expect(rings.map(({ least }) => least)).toEqual([0.6, 0.3, 0.3, 0.05]);
  expect(rings.map(({ radius }) => radius)).toEqual([0.125, 0.25, 0.375, 0.5]);
  expect(ringsOf({ ...scene, nodes })).toEqual([]);
  expect(ringsOf({ ...scene, place: { kind: 'blast', node: 'a' }, nodes: nodes.slice(0, 1) })).toEqual([]);
});

const QUARTER = Math.PI / 2;

/** What changes, and something in each of these directions. */
function around(...angles: readonly number[]) {
  const scene = sceneAt({ kind: 'clusters' });
  const [first] = scene.nodes;
  if (first === undefined) throw new Error('the scene is empty');
  const others = angles.map((angle) => ({ ...first, x: 0.5 + Math.cos(angle) / 4, y: 0.5 + Math.sin(angle) / 4 }));
  return { ...scene, nodes: [{ ...first, x: 0.5, y: 0.5 }, ...others] };
}

test('how likely it is stands where there is most room, and never beside each other', () => {
  expect(emptiestWay(around(QUARTER))).toBeCloseTo(3 * QUARTER);
  expect(Math.sin(emptiestWay(around(-QUARTER, -QUARTER + 0.5, -QUARTER - 0.5)))).toBeCloseTo(1);
  expect(Math.sin(emptiestWay(around(0, 0.2, QUARTER - 0.4, 2 * QUARTER + 0.1)))).toBeLessThan(-0.9);
  // The widest is to the left, where texts would stand side by side.
  expect(emptiestWay(around(-2, -1.2, -0.5, 0.2, 0.8, 2))).toBeCloseTo(1.4);
  expect(emptiestWay(around())).toBe(-QUARTER);
});
