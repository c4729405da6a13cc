import { describe, expect, test } from 'vitest';
import { sortedNodes } from '../../../webview/graph/graph-store.ts';
import { samePlace, zoomInPlace, zoomOutPlace } from '../../../webview/graph/places.ts';
import { ZoomSteps } from '../../../webview/graph/zoom-steps.ts';
import { sceneAt } from '../../webview/code-graphs.ts';

/** Turns the wheel every 50 milliseconds. @returns the step that each turn means */
const turns = (steps: ZoomSteps, from: number, count: number, delta: number, ratio: number): (string | null)[] =>
  Array.from({ length: count }, (_, at) => {
    const meant = steps.turn({ at: from + at * 50, delta, ratio });
    if (meant !== null) steps.spend();
    return meant;
  });

describe('turning the wheel', () => {
  test('steps in after continued turns at close zoom, once per gesture', () => {
    const steps = new ZoomSteps();
    expect(turns(steps, 0, 9, 100, 0.2)).toEqual([null, null, 'in', null, null, null, null, null, null]);
    expect(turns(steps, 2_000, 3, 100, 0.2)).toEqual([null, null, 'in']);
  });

  test('counts slow notches as one gesture, but not occasional ones', () => {
    const slowly = (pause: number) => {
      const steps = new ZoomSteps();
      return [0, 1, 2].map((turn) => steps.turn({ at: turn * pause, delta: 100, ratio: 0.2 }));
    };
    expect(slowly(900)).toEqual([null, null, 'in']);
    expect(slowly(1_600)).toEqual([null, null, null]);
  });

  test('steps out after continued turns while everything is in view', () => {
    expect(turns(new ZoomSteps(), 0, 3, -100, 1.4)).toEqual([null, null, 'out']);
  });

  test('does not step while there is more to see, or when turned back and forth', () => {
    const steps = new ZoomSteps();
    expect(turns(steps, 0, 20, 100, 0.6)).not.toContain('in');
    expect(turns(steps, 2_000, 20, -100, 1)).not.toContain('out');
    expect([100, 100, -100, 100, 100].map((delta, at) => steps.turn({ at: 9_000 + at, delta, ratio: 0.2 }))).toEqual(Array(5).fill(null));
  });
});

test('inside leads into clusters and files that are not empty', () => {
  const node = { id: 'x', type: 'cluster', within: 3 } as const;
  expect(zoomInPlace(node)).toEqual({ kind: 'cluster', cluster: 'x' });
  expect(zoomInPlace({ ...node, type: 'test' })).toEqual({ kind: 'file', file: 'x' });
  expect(zoomInPlace({ ...node, within: 0 })).toBeNull();
  expect(zoomInPlace({ ...node, type: 'function' })).toBeNull();
});

test('above leads from a node without a cluster to all clusters', () => {
  const scene = { ...sceneAt({ kind: 'clusters' }), place: { kind: 'file', file: 'x' } } as const;
  expect(zoomOutPlace({ ...scene, cluster: null })).toEqual({ kind: 'clusters' });
  expect(samePlace({ kind: 'around', node: 'x' }, { kind: 'blast', node: 'x' })).toBe(false);
});

test('a list is sorted by numbers, or by names in natural order', () => {
  const { nodes } = sceneAt({ kind: 'cluster', cluster: 'cluster:1' });
  expect(sortedNodes(nodes, 'name').map(({ name }) => name)).toEqual(expect.arrayContaining(['part-2.ts', 'part-10.ts']));
  const names = sortedNodes(nodes, 'name').map(({ name }) => name);
  expect(names.indexOf('part-2.ts')).toBeLessThan(names.indexOf('part-10.ts'));
  const fragile = sortedNodes(nodes, 'fragility').map(({ fragility }) => fragility);
  expect(fragile).toEqual(fragile.toSorted((one, other) => other - one));
});
