import fc from 'fast-check';
import { DirectedGraph } from 'graphology';
import importedPagerank from 'graphology-metrics/centrality/pagerank.js';
import { describe, expect, test } from 'vitest';
import type { SemanticEdge } from '../../../../src/engine/crtx/index.ts';
import { semanticGraphSchema } from '../../../../src/engine/crtx/schema/graph.ts';
import { assembleGraph } from '../../../../src/engine/graph/analysis/assemble.ts';
import { nameClusters } from '../../../../src/engine/graph/analysis/cluster-names.ts';
import { pageRank } from '../../../../src/engine/graph/analysis/importance.ts';
import type { GraphHistory } from '../../../../src/engine/graph/history/history.ts';
import { edgeOf, NO_HISTORY, nodeOf, structureOf } from '../../../support/graphs.ts';

type PageRank = typeof importedPagerank.default;
const isPageRank = (value: unknown): value is PageRank => typeof value === 'function';
/** Reference implementation of graphology. */
const othersPageRank: PageRank = isPageRank(importedPagerank) ? importedPagerank : importedPagerank.default;

const weights = fc.double({ min: 0.01, max: 1, noNaN: true });
const TYPES = ['depends', 'tests', 'implements', 'extends', 'configures', 'breaks_if_changed'] as const;
const ids = fc.oneof(
  fc.nat(12).map((n) => `f${n}.ts`),
  fc.nat(5).map((n) => `t${n}.test.ts`),
  fc.tuple(fc.nat(12), fc.nat(2)).map(([file, n]) => `f${file}.ts#s${n}`),
  fc.constantFrom('module:.', 'module:a', '__proto__', 'constructor', '', '\ud800', 'a\nb'),
);
const edges: fc.Arbitrary<SemanticEdge> = fc
  .record({ from: ids, to: ids, type: fc.constantFrom(...TYPES), weight: weights })
  .map((edge) => ({ ...edge, description: `${edge.from} ${edge.type} ${edge.to} ${edge.weight}` }));

describe('PageRank', () => {
  const weighted = fc.array(fc.tuple(fc.nat(9), fc.nat(9), weights), { maxLength: 40 }).map((all) => {
    const byEnds = new Map(all.map((each) => [`${each[0]} ${each[1]}`, each]));
    return [...byEnds.values()].filter(([from, to]) => from !== to);
  });

  test('sums up to 1, and equals that of graphology', () => {
    fc.assert(
      fc.property(weighted, (all) => {
        const [from, to] = [0, 1].map((end) => Uint32Array.from(all, (each) => Number(each[end])));
        const weight = Float64Array.from(all, (each) => each[2]);
        const ranks = pageRank({
          nodes: 10,
          from: from ?? new Uint32Array(),
          to: to ?? new Uint32Array(),
          weight,
          share: weight.map(() => 1),
        });
        expect(ranks.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 9);
        const graph = new DirectedGraph();
        for (let node = 0; node < 10; node += 1) graph.addNode(node);
        for (const [one, other, each] of all) graph.addDirectedEdge(one, other, { weight: each });
        const others = othersPageRank(graph, { getEdgeWeight: 'weight', tolerance: 1e-12, maxIterations: 1_000 });
        ranks.forEach((rank, node) => {
          expect(rank).toBeCloseTo(others[node] ?? 0, 7);
        });
      }),
      { numRuns: 100 },
    );
  });

  test('is empty for an empty graph', () => {
    expect(
      pageRank({ nodes: 0, from: new Uint32Array(), to: new Uint32Array(), weight: new Float64Array(), share: new Float64Array() }),
    ).toHaveLength(0);
  });
});

describe('assembleGraph', () => {
  test('returns a graph in the format of the seed, independent of the input order', () => {
    fc.assert(
      fc.property(
        fc.array(edges, { maxLength: 60 }),
        fc.array(edges, { maxLength: 10 }),
        fc.infiniteStream(fc.nat()),
        (all, coupled, random) => {
          const structure = structureOf(all, ['alone.ts']);
          const graph = assembleGraph(structure, { ...NO_HISTORY, coupled });
          expect(semanticGraphSchema().parse(graph)).toEqual(graph);
          const shuffled = <T>(list: readonly T[]) =>
            list
              .map((item) => ({ item, key: random.next().value }))
              .sort((one, other) => one.key - other.key)
              .map(({ item }) => item);
          const again = assembleGraph(
            { ...structure, nodes: shuffled(structure.nodes), edges: shuffled(all) },
            { ...NO_HISTORY, coupled: shuffled(coupled) },
          );
          expect(again).toEqual(graph);
          const known = new Set(graph.nodes.map(({ id }) => id));
          expect(
            graph.edges.filter(({ from, to, type }) => (from === to && type !== 'tests') || !known.has(from) || !known.has(to)),
          ).toEqual([]);
          const members = graph.clusters.flatMap(({ nodes }) => nodes);
          expect(new Set(members).size).toBe(members.length);
          expect(graph.clusters.every(({ nodes }) => nodes.length > 1)).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('returns an empty graph for an empty structure', () => {
    expect(assembleGraph(structureOf([]), NO_HISTORY)).toEqual({ nodes: [], edges: [], clusters: [] });
  });

  test('sets importance 1 for the most depended-on node of each layer, and 0 without dependents', () => {
    const { nodes } = assembleGraph(
      structureOf(
        [
          ...['a', 'b', 'c'].map((file) => edgeOf(`${file} > core`)),
          edgeOf('a > b', 'depends', 0.2),
          ...['1', '2', '3', '4'].map((n) => edgeOf(`${n}.test.ts > c`, 'tests')),
          edgeOf('a#x > b#y'),
          edgeOf('module:a > module:b'),
          edgeOf('core > together', 'breaks_if_changed'),
        ],
        ['alone'],
      ),
      NO_HISTORY,
    );
    const importance = Object.fromEntries(nodes.map((node) => [node.id, node.importance]));
    expect(importance).toMatchObject({ core: 1, a: 0, alone: 0, together: 0, 'a#x': 0, 'b#y': 1, 'module:a': 0, 'module:b': 1 });
    // A test edge counts a fifth of a use.
    expect(importance.c).toBeLessThan(0.3);
    expect(importance.c).toBeGreaterThan(importance.b ?? 0);
  });

  test('derives the history of symbols, modules and features from that of their files', () => {
    const history: GraphHistory = {
      files: new Map([
        ['m/a.ts', { touchCount: 3, lastTouched: 50, fragility: 0.2 }],
        ['m/in/b.ts', { touchCount: 1, lastTouched: 90, fragility: 0.6 }],
        ['m/c.ts', { touchCount: 1, lastTouched: 70, fragility: 0.6 }],
        ['gone.ts', { touchCount: 9, lastTouched: 99, fragility: 1 }],
      ]),
      coupled: [edgeOf('m/a.ts > gone.ts', 'breaks_if_changed'), edgeOf('m/a.ts > m/c.ts', 'breaks_if_changed', 0.123456)],
      features: [
        {
          name: 'login',
          touchCount: 4,
          lastTouched: 80,
          fragility: 0.5,
          files: [
            { path: 'm/a.ts', share: 0.75, commits: 3 },
            { path: 'm/c.ts', share: 0.25, commits: 1 },
          ],
        },
      ],
      commits: 0,
      fixes: 0,
      problems: [],
    };
    const graph = assembleGraph(
      structureOf([edgeOf('m/a.ts#f > m/c.ts')], ['m/a.ts', 'm/in/b.ts', 'module:m', 'module:m/in', 'new.ts']),
      history,
    );
    const past = Object.fromEntries(
      graph.nodes.map(({ id, touchCount, lastTouched, fragility }) => [id, [touchCount, lastTouched, fragility]]),
    );
    expect(past).toEqual({
      'm/a.ts': [3, 50, 0.2],
      'm/a.ts#f': [3, 50, 0.2],
      'm/in/b.ts': [1, 90, 0.6],
      'm/c.ts': [1, 70, 0.6],
      'module:m': [4, 70, 0.3],
      'module:m/in': [1, 90, 0.6],
      'feature:login': [4, 80, 0.5],
      'new.ts': [0, 0, 0],
    });
    expect(graph.nodes.find(({ id }) => id === 'feature:login')).toMatchObject({ type: 'feature', path: 'm/a.ts', name: 'login' });
    expect(graph.edges.map(({ from, to, type, weight }) => [from, to, type, weight])).toEqual([
      ['feature:login', 'm/a.ts', 'depends', 0.75],
      ['feature:login', 'm/c.ts', 'depends', 0.25],
      ['m/a.ts', 'm/c.ts', 'breaks_if_changed', 0.123],
      ['m/a.ts#f', 'm/c.ts', 'depends', 1],
    ]);
    expect(graph.edges[0]?.description).toBe('3 of the 4 commits of the feature login changed m/a.ts');
  });
});

describe('clusters', () => {
  const all = (...files: string[]) => files.flatMap((one) => files.flatMap((other) => (one < other ? [edgeOf(`${one} > ${other}`)] : [])));

  test('contain connected files, with cohesion and coupling', () => {
    const edgesOfTwo = [...all('x/a', 'x/b', 'x/c', 'x/d'), ...all('y/a', 'y/b', 'y/c', 'y/d'), edgeOf('x/a > y/a', 'depends', 0.5)];
    const structure = structureOf([...edgesOfTwo, edgeOf('x/a#f > x/b#g'), edgeOf('module:x > module:y')], ['alone']);
    expect(assembleGraph(structure, NO_HISTORY).clusters).toEqual([
      { id: 'cluster:x', name: 'x', nodes: ['module:x', 'x/a', 'x/b', 'x/c', 'x/d'], cohesion: 0.96, coupling: 0.077 },
      { id: 'cluster:y', name: 'y', nodes: ['module:y', 'y/a', 'y/b', 'y/c', 'y/d'], cohesion: 0.96, coupling: 0 },
    ]);
  });

  test('contain files that change together', () => {
    const coupled = [edgeOf('a > b', 'breaks_if_changed', 0.5), edgeOf('b > a', 'breaks_if_changed', 0.4)];
    expect(assembleGraph(structureOf([], ['a', 'b', 'c']), { ...NO_HISTORY, coupled }).clusters).toEqual([
      { id: 'cluster:top folder', name: 'top folder', nodes: ['a', 'b'], cohesion: 1, coupling: 0 },
    ]);
  });

  test('are named after the folder of most files, and if that is ambiguous, also after the most important file', () => {
    const node = (path: string, importance = 0) => ({ ...nodeOf(path), importance, fragility: 0, lastTouched: 0, touchCount: 0 });
    expect(
      nameClusters([
        [node('src/a/x.ts'), node('src/a/b/y.ts'), node('other/z.ts')],
        [node('src/c/x.ts', 0.1), node('src/c/y.ts', 0.3), node('src/c/y.test.ts', 0.9)],
        [node('src/c/z.ts'), node('src/c/w.ts')],
        [node('x.ts'), node('a/y.ts')],
        [node('b/x.ts'), node('c/x.ts')],
        [node('d/x.ts'), node('e/x.ts')],
      ]),
    ).toEqual(['src/a', 'src/c (y.ts)', 'src/c (z.ts)', 'top folder (x.ts)', 'top folder (b/x.ts)', 'top folder (d/x.ts)']);
    // A real folder may be named "top folder".
    expect(nameClusters([[node('top folder/a.ts')], [node('b.ts')]])).toEqual(['top folder (a.ts)', 'top folder (b.ts)']);
  });
});
