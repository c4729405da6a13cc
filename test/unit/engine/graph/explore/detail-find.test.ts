import { describe, expect, test } from 'vitest';
import { findBlast } from '../../../../../src/engine/graph/explore/blast.ts';
import { buildDetail } from '../../../../../src/engine/graph/explore/detail.ts';
import { find } from '../../../../../src/engine/graph/explore/find.ts';
import { edgeOf } from '../../../../support/graphs.ts';
import { ALL, cluster, modelOf } from './exploring.ts';

describe('details of a node', () => {
  const model = modelOf(
    [
      edgeOf('a > b', 'depends', 0.5),
      edgeOf('a > b', 'depends', 0.7),
      edgeOf('a > b', 'extends', 0.2),
      edgeOf('a > a'),
      edgeOf('c > a', 'depends', 0.9),
      edgeOf('d > a', 'breaks_if_changed', 0.8),
      edgeOf('a > e', 'breaks_if_changed', 0.6),
    ],
    { a: { importance: 0.5, fragility: 0.25, touchCount: 3, lastTouched: 1_000 } },
    [cluster('it', 'a', 'b')],
  );

  test('are its metrics, dependencies and dependents, heaviest first', () => {
    expect(buildDetail(model, 'a')).toEqual({
      id: 'a',
      type: 'file',
      name: 'a',
      path: 'a',
      importance: 0.5,
      fragility: 0.25,
      touchCount: 3,
      lastTouched: 1_000,
      cluster: 'it',
      cohesion: null,
      coupling: null,
      leansOn: {
        first: [
          { id: 'd', name: 'd', path: 'd', nodeType: 'file', type: 'breaks_if_changed', weight: 0.8, why: 'd breaks_if_changed a' },
          { id: 'b', name: 'b', path: 'b', nodeType: 'file', type: 'depends', weight: 0.7, why: 'a depends b' },
          { id: 'b', name: 'b', path: 'b', nodeType: 'file', type: 'extends', weight: 0.2, why: 'a extends b' },
        ],
        total: 3,
      },
      leanedOnBy: {
        first: [
          { id: 'c', name: 'c', path: 'c', nodeType: 'file', type: 'depends', weight: 0.9, why: 'c depends a' },
          { id: 'e', name: 'e', path: 'e', nodeType: 'file', type: 'breaks_if_changed', weight: 0.6, why: 'a breaks_if_changed e' },
        ],
        total: 2,
      },
    });
    expect(buildDetail(model, 'c')).toMatchObject({ cluster: null });
    expect(buildDetail(model, 'nowhere')).toBeNull();
  });

  test('contain at most fifty links', () => {
    const hub = modelOf(Array.from({ length: 70 }, (_, n) => edgeOf(`f${n} > it`, 'depends', n / 100)));
    const { leanedOnBy } = buildDetail(hub, 'it') ?? {};
    expect(leanedOnBy).toMatchObject({ total: 70, first: { length: 50 } });
    expect([leanedOnBy?.first[0]?.id, leanedOnBy?.first[49]?.id]).toEqual(['f69', 'f20']);
  });

  test('of a cluster combine its files, with links to other clusters', () => {
    const clusters = modelOf(
      [
        edgeOf('a2 > b', 'depends', 0.75),
        edgeOf('a > b', 'depends', 0.5),
        edgeOf('a > a2'),
        edgeOf('c > a', 'depends', 0.5),
        edgeOf('c > a', 'breaks_if_changed', 0.125),
      ],
      { a: { touchCount: 3, lastTouched: 5, fragility: 1, importance: 0.2 }, a2: { touchCount: 1, lastTouched: 9 } },
      [cluster('A', 'a', 'a2'), cluster('B', 'b'), cluster('C', 'c')],
    );
    expect(buildDetail(clusters, 'cluster:A')).toEqual({
      id: 'cluster:A',
      type: 'cluster',
      name: 'A',
      path: '',
      importance: 0.2,
      fragility: 0.75,
      touchCount: 4,
      lastTouched: 9,
      cluster: null,
      cohesion: 0.75,
      coupling: 0.25,
      leansOn: {
        first: [
          {
            id: 'cluster:B',
            name: 'B',
            path: '',
            nodeType: 'cluster',
            type: 'mixed',
            weight: 1,
            why: '2 edges; the heaviest: a2 depends b',
          },
          {
            id: 'cluster:C',
            name: 'C',
            path: '',
            nodeType: 'cluster',
            type: 'mixed',
            weight: 0.1,
            why: '1 edge; the heaviest: c breaks_if_changed a',
          },
        ],
        total: 2,
      },
      leanedOnBy: {
        first: [
          {
            id: 'cluster:C',
            name: 'C',
            path: '',
            nodeType: 'cluster',
            type: 'mixed',
            weight: 0.4,
            why: '1 edge; the heaviest: c depends a',
          },
        ],
        total: 1,
      },
    });
  });

  test('replace invalid numbers of a graph by valid ones', () => {
    const said = { importance: Number.NaN, fragility: 7, touchCount: -1, lastTouched: 8.7e15 };
    const odd = modelOf([{ ...edgeOf('a > b'), weight: Number.NaN }], { a: said });
    expect(buildDetail(odd, 'a')).toMatchObject({
      importance: 0,
      fragility: 1,
      touchCount: 0,
      lastTouched: 0,
      leansOn: { first: [{ weight: 0 }] },
    });
  });
});

describe('impact of a node', () => {
  test('contains files and tests with their reasons', () => {
    const model = modelOf([edgeOf('near > it'), edgeOf('near.test.ts > near', 'tests'), edgeOf('it#f > near#g', 'depends', 0.1)]);
    expect(findBlast(model, 'it#f')).toEqual({
      node: 'it#f',
      files: [{ path: 'near', likelihood: 0.6, because: ['near depends it'], tests: ['near.test.ts'] }],
      tests: [{ path: 'near.test.ts', likelihood: 0.42, because: ['near depends it', 'near.test.ts tests near'] }],
      more: { files: 0, tests: 0 },
    });
    expect(findBlast(model, 'near')?.files).toMatchObject([{ path: 'it', likelihood: 0.06 }]);
    expect(findBlast(model, 'nowhere')).toBeNull();
  });

  test('is limited to 200 files and tests, each with at most 20 reasons and 50 tests', () => {
    const chain = Array.from({ length: 40 }, (_, n) => edgeOf(`c${n} > c${n + 1}`, 'breaks_if_changed'));
    const tests = Array.from({ length: 60 }, (_, n) => edgeOf(`t${n}.test.ts > f0`, 'tests'));
    const many = Array.from({ length: 210 }, (_, n) => edgeOf(`f${n} > c0`));
    const blast = findBlast(modelOf([...chain, ...many, ...tests]), 'c0');
    expect(blast).toMatchObject({ files: { length: 200 }, tests: { length: 60 }, more: { files: 50, tests: 0 } });
    expect(blast?.files.find(({ path }) => path === 'c40')?.because).toHaveLength(20);
    expect(blast?.files.find(({ path }) => path === 'f0')?.tests).toHaveLength(50);
  });
});

describe('search for nodes', () => {
  const model = modelOf([], {
    'src/lock.ts': { name: 'Lock' },
    'src/lock-table.ts': { importance: 0.1 },
    'src/lock-path.ts': { importance: 0.9 },
    'src/my-lock.ts': { importance: 0.95 },
    'lock/other.ts': { importance: 1 },
    'src/lock.ts#lockAll': {},
    'src/lock.test.ts': {},
    'a/İstanbul.ts': {},
  });
  const found = (words: string, filter = ALL) => find(model, words, filter).map(({ id }) => id);

  test('ranks exact names first, then matches in the name, then in the path, then by importance', () => {
    expect(found('lock')).toEqual([
      'src/lock.ts',
      'src/lock-path.ts',
      'src/lock-table.ts',
      'src/lock.test.ts',
      'src/lock.ts#lockAll',
      'src/my-lock.ts',
      'lock/other.ts',
    ]);
    expect(find(model, 'LOCK-path', ALL)).toEqual([
      { id: 'src/lock-path.ts', type: 'file', name: 'lock-path.ts', path: 'src/lock-path.ts', importance: 0.9 },
    ]);
  });

  test('finds nodes with all words in name or path', () => {
    expect(found('  TS   lock other')).toEqual(['lock/other.ts']);
    expect(found('lock nothing')).toEqual([]);
    for (const nothing of ['', ' \n']) expect(found(nothing)).toEqual([]);
  });

  test('finds at most fifty nodes, of the types of the filter', () => {
    expect(found('lock', { nodes: ['function', 'test'], edges: [] })).toEqual(['src/lock.test.ts', 'src/lock.ts#lockAll']);
    const many = modelOf([], Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`x${n}`, { importance: n / 100 }])));
    const first = find(many, 'x', ALL);
    expect([first.length, first[0]?.id, first[49]?.id]).toEqual([50, 'x59', 'x10']);
  });
});
