import { describe, expect, test } from 'vitest';
import { buildScene } from '../../../../../src/engine/graph/explore/scene.ts';
import type { GraphFilter } from '../../../../../src/engine/graph/schemas/graph-answer.ts';
import { edgeOf } from '../../../../support/graphs.ts';
import { ALL, cluster, idsOf, linesOf, modelOf } from './exploring.ts';

const without = (...types: string[]): GraphFilter => ({
  nodes: ALL.nodes.filter((type) => !types.includes(type)),
  edges: ALL.edges.filter((type) => !types.includes(type)),
});

describe('all clusters', () => {
  const model = modelOf(
    [
      edgeOf('a1 > a2'),
      edgeOf('a1#f > b1#g', 'depends', 0.5),
      edgeOf('a2 > b1', 'depends', 0.5),
      edgeOf('b1.test.ts > a1', 'tests', 0.4),
      edgeOf('a1 > c1', 'breaks_if_changed', 0.5),
      edgeOf('feature:x > c1'),
      edgeOf('alone > a1'),
    ],
    {
      'feature:x': { path: 'a1' },
      a1: { importance: 0.5, fragility: 0.5, touchCount: 30, lastTouched: 5 },
      a2: { importance: 0.2, fragility: 0.1, touchCount: 10, lastTouched: 9 },
    },
    [cluster('c', 'c1'), cluster('a', 'a1', 'a2', 'a3'), cluster('b', 'b1', 'b1.test.ts', 'a1'), cluster('empty', 'nowhere')],
  );

  test('are nodes that combine their files, with the sums of their edges', () => {
    const scene = buildScene(model, { kind: 'clusters' }, ALL);
    expect(scene).toMatchObject({ title: 'All clusters', cluster: null, place: { kind: 'clusters' }, hidden: { nodes: 0, edges: 0 } });
    expect(scene?.nodes).toMatchObject([
      {
        id: 'cluster:a',
        type: 'cluster',
        name: 'a',
        path: '',
        within: 2,
        size: 1,
        importance: 0.5,
        fragility: 0.4,
        cluster: 1,
        likelihood: null,
      },
      { id: 'cluster:b', within: 2, size: 1, importance: 0, cluster: 2 },
      { id: 'cluster:c', within: 1, size: 0.5, cluster: 0 },
    ]);
    // A coupled file counts as a dependent. Features and files outside clusters have no edges.
    expect(linesOf(scene)).toEqual(['cluster:a mixed cluster:b 1', 'cluster:c mixed cluster:a 0.5', 'cluster:b mixed cluster:a 0.4']);
  });

  test('are omitted if the filter hides all of their nodes, and edges if it hides their type', () => {
    expect(idsOf(buildScene(model, { kind: 'clusters' }, without('file')))).toEqual(['cluster:a', 'cluster:b']);
    expect(linesOf(buildScene(model, { kind: 'clusters' }, without('test', 'breaks_if_changed')))).toEqual(['cluster:a mixed cluster:b 1']);
  });
});

describe('one cluster', () => {
  const model = modelOf(
    [
      edgeOf('p > q', 'depends', 0.3),
      edgeOf('p#f > q#g', 'depends', 0.9),
      edgeOf('p#f > q#h', 'depends', 0.1),
      edgeOf('p#f > q#g', 'extends', 0.2),
      edgeOf('p#f > p#g'),
      edgeOf('p > p'),
      edgeOf('p.test.ts > p', 'tests'),
      edgeOf('p > outside'),
      edgeOf('api:r > q'),
    ],
    { q: { importance: 1 }, p: { importance: 0.5 }, 'q#h': {}, 'api:r': { path: 'q' }, 'module:m': {} },
    [cluster('it', 'p', 'q', 'p.test.ts', 'module:m', 'p')],
  );
  const place = { kind: 'cluster', cluster: 'cluster:it' } as const;

  test('contains its nodes except symbols, whose edges belong to their files', () => {
    const scene = buildScene(model, place, ALL);
    expect(scene).toMatchObject({ title: 'it', cluster: { id: 'cluster:it', name: 'it' } });
    expect(idsOf(scene)).toEqual(['q', 'p', 'api:r', 'module:m', 'p.test.ts']);
    expect(scene?.nodes[0]).toMatchObject({ within: 2, size: 1, cluster: 0 });
    expect(scene?.nodes[1]).toMatchObject({ within: 2, size: 0.5, path: 'p' });
    expect(linesOf(scene)).toEqual(['api:r depends q 1', 'p.test.ts tests p 1', 'p depends q 0.9', 'p extends q 0.2']);
  });

  test('contains only node and edge types of the filter', () => {
    const scene = buildScene(model, place, without('test', 'extends', 'api'));
    expect(idsOf(scene)).toEqual(['q', 'p', 'module:m']);
    expect(linesOf(scene)).toEqual(['p depends q 0.9']);
    expect(buildScene(model, place, { nodes: [], edges: [] })).toMatchObject({ nodes: [], edges: [] });
  });
});

describe('one file', () => {
  const model = modelOf(
    [
      edgeOf('p > q'),
      edgeOf('p#f > q#g'),
      edgeOf('p#f > p#h', 'depends', 0.5),
      edgeOf('r > p'),
      edgeOf('q > r', 'depends', 0.2),
      edgeOf('far > r'),
      edgeOf('feature:x > q'),
    ],
    { q: { importance: 1 }, 'q#other': {}, 'p#f': { importance: 0.1 }, 'feature:x': { path: 'p' } },
  );
  const place = { kind: 'file', file: 'p' } as const;

  test('contains itself, its symbols and their neighbors', () => {
    const scene = buildScene(model, place, ALL);
    expect(scene).toMatchObject({ title: 'p', cluster: null });
    expect(idsOf(scene)).toEqual(['p', 'p#f', 'p#h', 'q', 'q#g', 'r']);
    expect(linesOf(scene)).toEqual(['p depends q 1', 'p#f depends q#g 1', 'r depends p 1', 'p#f depends p#h 0.5', 'q depends r 0.2']);
    expect(idsOf(buildScene(model, { kind: 'file', file: 'p#h' }, ALL))).toEqual(idsOf(scene));
  });

  test('is shown for any filter, and has the edges of hidden symbols', () => {
    expect(idsOf(buildScene(model, place, without('function')))).toEqual(['p', 'q', 'r']);
    expect(idsOf(buildScene(model, place, without('file')))).toEqual(['p', 'p#f', 'p#h', 'q#g']);
    expect(linesOf(buildScene(modelOf([edgeOf('p#f > q#g')], { p: {}, q: {} }), place, without('function')))).toEqual(['p depends q 1']);
  });
});

describe('surroundings of a node', () => {
  test('contain its neighbors, and their neighbors if there are few', () => {
    const model = modelOf([edgeOf('a > b'), edgeOf('c > a', 'tests'), edgeOf('b > d', 'depends', 0.5), edgeOf('d > e')], {
      d: { importance: 1 },
    });
    const scene = buildScene(model, { kind: 'around', node: 'a' }, ALL);
    expect(idsOf(scene)).toEqual(['a', 'b', 'c', 'd']);
    expect(linesOf(scene)).toEqual(['a depends b 1', 'c tests a 1', 'b depends d 0.5']);
    expect(idsOf(buildScene(model, { kind: 'around', node: 'a' }, without('tests')))).toEqual(['a', 'b', 'd']);
  });

  test('contain only direct neighbors if there are many, and otherwise at most a hundred nodes', () => {
    const edges = Array.from({ length: 25 }, (_, n) => edgeOf(`a > n${n}`));
    const around = (from: readonly ReturnType<typeof edgeOf>[]) =>
      buildScene(modelOf([...from, edgeOf('n0 > far')]), { kind: 'around', node: 'a' }, ALL);
    expect(around(edges)?.nodes).toHaveLength(26);
    expect(around(edges.slice(1, 3))?.nodes).toHaveLength(3);
    const hub = Array.from({ length: 500 }, (_, n) => edgeOf(`n0 > h${n}`));
    expect(around([edgeOf('a > n0'), ...hub])).toMatchObject({ nodes: { length: 100 }, hidden: { nodes: 0 } });
  });
});

describe('impact of a file', () => {
  const model = modelOf(
    [
      edgeOf('near > it', 'depends', 1),
      edgeOf('it.test.ts > it', 'tests', 0.9),
      edgeOf('far > near', 'depends', 0.5),
      edgeOf('it#f > near#g', 'extends', 0.5),
      edgeOf('unrelated > far2'),
    ],
    { far: { importance: 1 } },
    [cluster('c', 'near', 'it')],
  );

  test('contains the file and affected nodes, likeliest first', () => {
    const scene = buildScene(model, { kind: 'blast', node: 'it#f' }, ALL);
    expect(scene).toMatchObject({ title: 'it', cluster: { id: 'cluster:c', name: 'c' } });
    expect(scene?.nodes.map(({ id, likelihood }) => [id, likelihood])).toEqual([
      ['it', null],
      ['it.test.ts', 0.63],
      ['near', 0.6],
      ['far', 0.18],
    ]);
    expect(linesOf(scene)).toEqual(['near depends it 1', 'it.test.ts tests it 0.9', 'it extends near 0.5', 'far depends near 0.5']);
    expect(scene?.nodes[0]).toMatchObject({ x: 0.5, y: 0.5, cluster: 0 });
    expect(idsOf(buildScene(model, { kind: 'blast', node: 'it' }, without('test')))).toEqual(['it', 'near', 'far']);
  });

  test('is limited, and counts hidden nodes', () => {
    const many = modelOf(Array.from({ length: 250 }, (_, n) => edgeOf(`f${n} > it`)));
    expect(buildScene(many, { kind: 'blast', node: 'it' }, ALL)).toMatchObject({ nodes: { length: 201 }, hidden: { nodes: 50 } });
  });
});

test('buildScene returns null for ids that the graph does not contain', () => {
  const model = modelOf([edgeOf('a > b')], { 'module:m': {} }, [cluster('c', 'a')]);
  for (const id of ['nowhere', '__proto__', 'toString', '', '…']) {
    expect(buildScene(model, { kind: 'cluster', cluster: id }, ALL)).toBeNull();
    expect(buildScene(model, { kind: 'file', file: id }, ALL)).toBeNull();
    expect(buildScene(model, { kind: 'around', node: id }, ALL)).toBeNull();
    expect(buildScene(model, { kind: 'blast', node: id }, ALL)).toBeNull();
  }
  expect(buildScene(model, { kind: 'file', file: 'module:m' }, ALL)).toBeNull();
});

describe('limits of a scene', () => {
  const many = (count: number) =>
    modelOf(
      Array.from({ length: count / 2 }, (_, n) => edgeOf(`f${n} > f${Math.floor(n / 3) + count / 2}`, 'depends', (n % 10) / 10)),
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, { importance: n / count }])),
      [cluster('all', ...Array.from({ length: count }, (_, n) => `f${n}`))],
    );

  test('keep the most important thousand nodes, and count the others', () => {
    const scene = buildScene(many(1_200), { kind: 'cluster', cluster: 'cluster:all' }, ALL);
    expect(scene?.nodes).toHaveLength(1_000);
    expect(scene?.hidden.nodes).toBe(200);
    expect(idsOf(scene)).not.toContain('f199');
    expect(idsOf(scene)).toContain('f200');
    expect((scene?.edges.length ?? 0) + (scene?.hidden.edges ?? 0)).toBe(600);
    expect(scene?.hidden.edges).toBe(200);
  });

  test('keep the heaviest five thousand edges', () => {
    const edges = Array.from({ length: 6_000 }, (_, n) =>
      edgeOf(`f${n % 80} > f${100 + Math.floor(n / 80)}`, 'depends', n < 500 ? 0.1 : 0.9),
    );
    const ids = [...new Set(edges.flatMap(({ from, to }) => [from, to]))];
    const scene = buildScene(modelOf(edges, {}, [cluster('c', ...ids)]), { kind: 'cluster', cluster: 'cluster:c' }, ALL);
    expect(scene).toMatchObject({ edges: { length: 5_000 }, hidden: { nodes: 0, edges: 1_000 } });
    expect(scene?.edges.every(({ weight }) => weight === 0.9)).toBe(true);
  });

  test('shorten texts to 300 characters, and shortened ids are still found', () => {
    const long = `${'x'.repeat(298)}😀${'y'.repeat(500)}`;
    const model = modelOf([edgeOf(`${long} > b`), edgeOf(`${long}2 > b`)], {}, [
      { ...cluster('c', long, `${long}2`, 'b'), id: `id ${long}`, name: long },
    ]);
    const [one] = buildScene(model, { kind: 'clusters' }, ALL)?.nodes ?? [];
    expect(one).toMatchObject({ id: `id ${'x'.repeat(296)}…`, name: `${'x'.repeat(298)}…` });
    const scene = buildScene(model, { kind: 'cluster', cluster: one?.id ?? '' }, ALL);
    // Of two ids that are equal when shortened, only one is shown.
    expect(scene).toMatchObject({ nodes: { length: 2 }, edges: { length: 1 }, hidden: { nodes: 1, edges: 1 } });
    expect(idsOf(scene)[1]).toBe(`${'x'.repeat(298)}…`);
    expect(buildScene(model, { kind: 'around', node: idsOf(scene)[1] ?? '' }, ALL)?.nodes[0]?.id).toBe(idsOf(scene)[1]);
  });

  test('give the same scene for equal graphs', () => {
    const [one, other] = [many(200), many(200)];
    const place = { kind: 'cluster', cluster: 'cluster:all' } as const;
    expect(JSON.stringify(buildScene(one, place, ALL))).toBe(JSON.stringify(buildScene(other, place, ALL)));
  });
});
