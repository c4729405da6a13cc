import { expect, test } from 'vitest';
import type { GraphGaps } from '../../../../../src/engine/crtx/index.ts';
import { OpenScenes } from '../../../../../src/engine/graph/explore/open-scenes.ts';
import type { GraphPlace } from '../../../../../src/engine/graph/schemas/graph-answer.ts';
import { edgeOf, graphOf } from '../../../../support/graphs.ts';
import { ALL, cluster, idsOf } from './exploring.ts';

const header = { cortex: 1, type: 'graph', created: 1, updated: 7, project: 'p', checksum: '' } as const;
const around = (node: string): GraphPlace => ({ kind: 'around', node });

const NO_GAPS: GraphGaps = { imports: [], files: [], commits: 0, fixes: 0 };

function scenesOf(count: number, gaps: GraphGaps | null = NO_GAPS) {
  const data = graphOf(Array.from({ length: count }, (_, n) => edgeOf(`f${n} > f${n + 1}`)));
  const scenes = new OpenScenes({ value: { header, data: { ...data, clusters: [cluster('c', 'f0')] } }, warnings: [], errors: [] }, gaps);
  return (place: GraphPlace, filter = ALL) => scenes.answer({ place, filter, chosen: null, words: '' });
}

test('scenes are cached by place and filter, and the least recently used ones are evicted', () => {
  const answer = scenesOf(40);
  const first = answer(around('f0')).scene;
  expect(answer(around('f0')).scene).toBe(first);
  expect(idsOf(answer(around('f9')).scene)[0]).toBe('f9');
  expect(answer(around('f0'), { ...ALL, edges: [] }).scene).toMatchObject({ nodes: { length: 1 } });
  for (let n = 10; n < 39; n += 1) answer(around(`f${n}`));
  expect(answer(around('f0')).scene).toBe(first);
  for (let n = 1; n < 6; n += 1) answer(around(`f${n}`));
  expect(answer(around('f0')).scene).toBe(first);
  for (let n = 1; n < 33; n += 1) answer(around(`f${n}`));
  const again = answer(around('f0')).scene;
  expect(again).not.toBe(first);
  expect(again).toEqual(first);
});

test('the impact is in the answer only for the impact view', () => {
  const answer = scenesOf(3);
  expect(answer({ kind: 'blast', node: 'f1' })).toMatchObject({ built: 7, blast: { node: 'f1', files: [{ path: 'f0' }] } });
  expect(answer({ kind: 'file', file: 'f1' })).toMatchObject({ blast: null });
  expect(answer({ kind: 'blast', node: 'gone' })).toMatchObject({
    blast: null,
    scene: { nodes: [], cluster: null },
    problems: { length: 1 },
  });
});

test('unresolved imports are reported as problems, and separately if they may mean the file of the impact view', () => {
  const found = { path: 'f2', line: 3, specifier: './f1', names: [], reason: 'not found' } as const;
  const told = (gaps: GraphGaps | null, place: GraphPlace) => scenesOf(3, gaps)(place).problems.map(({ message }) => message);
  const many = '1 import unresolved, 1 file not fully read; the list may be incomplete. Details: cortex graph unresolved.';
  const gaps: GraphGaps = { ...NO_GAPS, imports: [found], files: [{ path: 'App.vue', reason: 'is not read: Vue' }] };
  expect(told(NO_GAPS, { kind: 'clusters' })).toEqual([]);
  expect(told(gaps, { kind: 'clusters' })).toEqual([many]);
  expect(told(gaps, { kind: 'blast', node: 'f0' })).toEqual([many]);
  expect(told(gaps, { kind: 'blast', node: 'f1' })).toEqual([many, 'Unresolved import that may mean this file: f2:3 imports ./f1.']);
  expect(told(null, { kind: 'clusters' })).toEqual([expect.stringContaining('It is unknown which imports are unresolved')]);
});
