import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SemanticGraph } from '../../../../../src/engine/crtx/index.ts';
import { findBlast } from '../../../../../src/engine/graph/explore/blast.ts';
import { buildDetail } from '../../../../../src/engine/graph/explore/detail.ts';
import { find } from '../../../../../src/engine/graph/explore/find.ts';
import { buildScene } from '../../../../../src/engine/graph/explore/scene.ts';
import { GraphModel } from '../../../../../src/engine/graph/graph-model.ts';
import type { GraphFilter, GraphPlace, GraphScene } from '../../../../../src/engine/graph/schemas/graph-answer.ts';
import { edgeOf } from '../../../../support/graphs.ts';
import { ALL, cluster, modelOf } from './exploring.ts';

/** A small set of ids, so that nodes, edges and clusters often refer to each other. */
const ids = fc.constantFrom(
  ...[
    '__proto__',
    'constructor',
    '',
    '.',
    '../x',
    'a',
    'b',
    'c',
    'a#b',
    '\0',
    '\ud800',
    '😀'.repeat(400),
    `${'é'.repeat(400)}1`,
    `${'é'.repeat(400)}2`,
  ],
);
const shares = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1, 1e308, 5e-324),
);
/** The reader accepts only weights from 0 to 1. */
const weights = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1, 5e-324));
const types = fc.constantFrom(...ALL.nodes);
const graphs: fc.Arbitrary<SemanticGraph> = fc.record({
  nodes: fc.array(
    fc.record({
      id: ids,
      type: types,
      path: ids,
      name: ids,
      importance: shares,
      fragility: shares,
      lastTouched: shares,
      touchCount: shares,
    }),
    { minLength: 3, maxLength: 30, size: 'max' },
  ),
  edges: fc.array(fc.record({ from: ids, to: ids, type: fc.constantFrom(...ALL.edges), weight: weights, description: ids }), {
    maxLength: 60,
  }),
  clusters: fc.array(fc.record({ id: ids, name: ids, nodes: fc.array(ids), cohesion: shares, coupling: shares }), {
    maxLength: 10,
    size: 'max',
  }),
});
const places: fc.Arbitrary<GraphPlace> = fc.oneof(
  fc.constant({ kind: 'clusters' } as const),
  ids.map((id) => ({ kind: 'cluster', cluster: id }) as const),
  ids.map((id) => ({ kind: 'file', file: id }) as const),
  ids.map((id) => ({ kind: 'around', node: id }) as const),
  ids.map((id) => ({ kind: 'blast', node: id }) as const),
);
const filters: fc.Arbitrary<GraphFilter> = fc.record({ nodes: fc.subarray([...ALL.nodes]), edges: fc.subarray([...ALL.edges]) });

const isShare = (value: number) => value >= 0 && value <= 1;
const texts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];

function check({ nodes, edges, hidden }: GraphScene): void {
  expect(nodes.length).toBeLessThanOrEqual(1_000);
  expect(edges.length).toBeLessThanOrEqual(5_000);
  expect(hidden.nodes).toBeGreaterThanOrEqual(0);
  expect(hidden.edges).toBeGreaterThanOrEqual(0);
  expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
  for (const { x, y, size, importance, fragility, likelihood } of nodes)
    expect([x, y, size, importance, fragility, likelihood ?? 0].every(isShare)).toBe(true);
  for (const { from, to, weight } of edges) {
    expect(from).not.toBe(to);
    expect([nodes[from], nodes[to]]).not.toContain(undefined);
    expect(isShare(weight)).toBe(true);
  }
  expect(new Set(edges.map(({ from, to, type }) => `${from} ${to} ${type}`)).size).toBe(edges.length);
}

describe('arbitrary graphs', () => {
  test('have scenes within bounds, equal for equal input', () => {
    fc.assert(
      fc.property(graphs, places, filters, (graph, place, filter) => {
        const scene = buildScene(new GraphModel(graph), place, filter);
        if (scene === null) return;
        check(scene);
        expect(JSON.stringify(buildScene(new GraphModel(structuredClone(graph)), place, filter))).toBe(JSON.stringify(scene));
      }),
      { numRuns: 60 },
    );
  });

  test('have details, impacts and search results with short texts and finite numbers', () => {
    fc.assert(
      fc.property(graphs, ids, (graph, id) => {
        const model = new GraphModel(graph);
        const said = [buildDetail(model, id), findBlast(model, id), find(model, id, ALL)];
        for (const text of texts(said)) expect(text.length).toBeLessThanOrEqual(300);
        expect(JSON.parse(JSON.stringify(said))).toEqual(said);
        expect(said[0] === null).toBe(model.placeOf(id) === null && !graph.clusters.some((each) => each.id === id));
      }),
      { numRuns: 60 },
    );
  });
});

// A quadratic algorithm would time out.
describe('a very large graph', () => {
  const COUNT = 30_000;

  test('may have tens of thousands of clusters', () => {
    const edges = Array.from({ length: COUNT }, (_, n) => edgeOf(`f${n} > f${(n * 7) % COUNT}`));
    const clusters = Array.from({ length: COUNT }, (_, n) => cluster(`c${n}`, `f${n}`, 'f0', 'nowhere'));
    const model = modelOf(edges, {}, clusters);
    expect(buildScene(model, { kind: 'clusters' }, ALL)).toMatchObject({ nodes: { length: 1_000 }, hidden: { nodes: COUNT - 1_000 } });
    expect(buildDetail(model, 'cluster:c7')).toMatchObject({ leansOn: { total: 1 }, leanedOnBy: { total: 1 } });
  });

  test('may have tens of thousands of nodes around one', () => {
    const model = modelOf(
      Array.from({ length: COUNT }, (_, n) => edgeOf(`f${n} > it`)),
      {},
      [],
    );
    const hidden = { nodes: COUNT + 1 - 1_000, edges: COUNT - 999 };
    expect(buildScene(model, { kind: 'around', node: 'it' }, ALL)).toMatchObject({
      nodes: { length: 1_000 },
      edges: { length: 999 },
      hidden,
    });
    expect(find(model, 'f9', ALL)).toHaveLength(50);
  });
});
