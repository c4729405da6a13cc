import { expect, test } from 'vitest';
import { ringPositions } from '../../../src/engine/code-graph/explore/rings.ts';
import { ringsOf } from '../../../webview/graph/ring-lines.ts';
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
