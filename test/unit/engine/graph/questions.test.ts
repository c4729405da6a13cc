import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SemanticEdge, SemanticNode } from '../../../../src/engine/crtx/index.ts';
import { GraphModel } from '../../../../src/engine/graph/graph-model.ts';
import { computeBlastRadius } from '../../../../src/engine/graph/questions/blast-radius.ts';
import { findFileCycles } from '../../../../src/engine/graph/questions/cycles.ts';
import { findHiddenCouplings } from '../../../../src/engine/graph/questions/hidden-couplings.ts';
import { findHotspots } from '../../../../src/engine/graph/questions/hotspots.ts';
import { edgesOnPath, findLikeliestPaths } from '../../../../src/engine/graph/questions/likeliest-paths.ts';
import { findOwners } from '../../../../src/engine/graph/questions/owners.ts';
import { findPathBetween } from '../../../../src/engine/graph/questions/path-between.ts';
import { graphStats } from '../../../../src/engine/graph/questions/stats.ts';
import { findUnused } from '../../../../src/engine/graph/questions/unused.ts';
import { edgeOf, graphOf } from '../../../support/graphs.ts';

const modelOf = (edges: readonly SemanticEdge[], said: Readonly<Record<string, Partial<SemanticNode>>> = {}) =>
  new GraphModel(graphOf(edges, said));

/** Edges of a small graph of the files `a` to `h`, at most one for each ordered pair. */
const LETTERS = 'abcdefgh';
const smallGraphs = fc
  .uniqueArray(fc.tuple(fc.nat(7), fc.nat(7), fc.integer({ min: 1, max: 10 })), { selector: ([from, to]) => from * 8 + to, maxLength: 24 })
  .map((all) =>
    all
      .filter(([from, to]) => from !== to)
      .map(([from, to, weight]) => edgeOf(`${LETTERS[from]} > ${LETTERS[to]}`, 'depends', weight / 10)),
  );

/** Reports whether a path of one or more edges leads from one node to another. */
function reaches(edges: readonly SemanticEdge[], start: string, end: string): boolean {
  const reached = new Set([start]);
  for (const place of reached) for (const { from, to } of edges) if (from === place) reached.add(to);
  return edges.some(({ from, to }) => reached.has(from) && to === end);
}

describe('GraphModel', () => {
  test('omits edges without a node and duplicate nodes, and finds nodes by id and files by path', () => {
    const { nodes, edges, clusters } = graphOf([edgeOf('a > b'), edgeOf('a#f > b')]);
    const [first] = nodes;
    const model = new GraphModel({
      nodes: [...nodes, { ...nodes[0], name: 'twice' } as SemanticNode],
      edges: [...edges, edgeOf('a > nowhere')],
      clusters,
    });
    expect(model.nodes).toHaveLength(3);
    expect(model.nodes[0]).toEqual(first);
    expect(model.edges).toHaveLength(2);
    expect([model.placeOf('b'), model.placeOf('a#f'), model.placeOf('nowhere')]).toEqual([1, 2, null]);
    expect([...model.into(1)].map((edge) => model.edges[edge]?.from)).toEqual(['a', 'a#f']);
  });

  test('accepts a graph of another program, whose node ids are not paths', () => {
    const model = new GraphModel({
      nodes: graphOf([edgeOf('x > y')]).nodes.map((node) => ({ ...node, path: `src/${node.path}` })),
      edges: [edgeOf('x > y')],
      clusters: [],
    });
    expect(computeBlastRadius(model, ['src/y']).files).toMatchObject([{ path: 'src/x', likelihood: 0.6 }]);
  });
});

describe('computeBlastRadius', () => {
  const model = modelOf(
    [
      edgeOf('login > session', 'depends', 0.8),
      edgeOf('page > login', 'depends', 1),
      edgeOf('page > page2', 'depends', 1),
      edgeOf('session.test.ts > session', 'tests', 1),
      edgeOf('login.test.ts > login', 'tests', 0.6),
      edgeOf('session > store', 'depends', 1),
      edgeOf('session > config', 'breaks_if_changed', 0.5),
      edgeOf('session > login', 'breaks_if_changed', 0.5),
      edgeOf('admin#show > session#Session', 'depends', 0.5),
      edgeOf('tsconfig.json > session', 'configures', 1),
      edgeOf('feature:x > session', 'depends', 1),
    ].concat(edgeOf('far > page', 'depends', 0.01)),
    { admin: {}, 'feature:x': { path: 'login' } },
  );

  test('returns dependents and coupled files, likeliest first, with reasons and tests', () => {
    expect(computeBlastRadius(model, ['session'])).toEqual({
      files: [
        {
          path: 'login',
          likelihood: 0.74,
          because: ['login depends session', 'session breaks_if_changed login'],
          tests: ['login.test.ts'],
        },
        { path: 'config', likelihood: 0.5, because: ['session breaks_if_changed config'], tests: [] },
        { path: 'admin', likelihood: 0.3, because: ['admin#show depends session#Session'], tests: [] },
        { path: 'page', likelihood: 0.288, because: ['login depends session', 'page depends login'], tests: [] },
        { path: 'far', likelihood: 0.002, because: ['login depends session', 'page depends login', 'far depends page'], tests: [] },
      ],
      tests: [
        { path: 'session.test.ts', likelihood: 0.7, because: ['session.test.ts tests session'] },
        {
          path: 'login.test.ts',
          likelihood: 0.202,
          because: ['login depends session', 'login.test.ts tests login'],
        },
      ],
      alongside: [{ path: 'store', because: ['session depends store'], together: 0 }],
      more: { files: 0, tests: 0 },
      unknown: [],
    });
  });

  test('orders equally likely tests by common commits, then by similar names, then by path', () => {
    const tests = ['base.test.ts', 'retryTiming.test.ts', 'timing.test.ts', 'z.test.ts', 'all.test.ts'];
    const equal = modelOf([
      edgeOf('retry-timing.ts > x', 'depends', 1),
      ...tests.map((test) => edgeOf(`${test} > retry-timing.ts`, 'tests', 0.6)),
      edgeOf('sure.test.ts > retry-timing.ts', 'tests', 1),
    ]);
    const asked: (readonly string[])[] = [];
    const together = (changed: readonly string[]) => {
      asked.push(changed);
      return new Map([
        ['z.test.ts', 2],
        ['all.test.ts', 1],
      ]);
    };
    expect(computeBlastRadius(equal, ['retry-timing.ts'], { together }).tests.map(({ path }) => path)).toEqual([
      'sure.test.ts',
      'z.test.ts',
      'all.test.ts',
      'retryTiming.test.ts',
      'timing.test.ts',
      'base.test.ts',
    ]);
    expect(asked).toEqual([['retry-timing.ts']]);
  });

  test('follows configures edges, resolves symbols to their file, and returns unknown names', () => {
    expect(computeBlastRadius(model, ['tsconfig.json']).files.map(({ path }) => path)).toEqual([
      ...['session', 'login', 'admin', 'page', 'far'],
    ]);
    expect(computeBlastRadius(model, ['session#Session'])).toEqual(computeBlastRadius(model, ['session']));
    expect(computeBlastRadius(model, ['nowhere', '../x', '__proto__'])).toEqual({
      files: [],
      tests: [],
      alongside: [],
      more: { files: 0, tests: 0 },
      unknown: ['nowhere', '../x', '__proto__'],
    });
  });

  test('excludes the given files or folder, and counts results beyond the limit', () => {
    const both = computeBlastRadius(model, ['session', 'login', 'config'], { limit: 1 });
    expect(both).toMatchObject({
      files: [{ path: 'page', likelihood: 0.6 }],
      tests: [{ path: 'session.test.ts' }],
      more: { files: 2, tests: 1 },
    });
    const folders = modelOf([edgeOf('out > in/a'), edgeOf('in/b > in/a'), edgeOf('inner/c > in/b')]);
    for (const folder of ['in', 'in/'])
      expect(computeBlastRadius(folders, [folder]).files.map(({ path }) => path)).toEqual(['inner/c', 'out']);
  });

  test('excludes dependencies of the file, and lists them separately, heaviest first', () => {
    const places = modelOf([
      edgeOf('x > light', 'depends', 0.5),
      edgeOf('x > heavy', 'depends', 0.9),
      edgeOf('x > x2', 'depends', 1),
      edgeOf('x > base', 'extends', 0.7),
      edgeOf('both > x', 'depends', 1),
      edgeOf('x > both', 'depends', 1),
      edgeOf('x.test.ts > x', 'tests', 1),
    ]);
    const { files, alongside } = computeBlastRadius(places, ['x', 'x2']);
    expect(files.map(({ path }) => path)).toEqual(['both']);
    expect(alongside).toEqual([
      { path: 'heavy', because: ['x depends heavy'], together: 0 },
      { path: 'base', because: ['x extends base'], together: 0 },
      { path: 'light', because: ['x depends light'], together: 0 },
    ]);
  });

  test('includes a given test among the tests', () => {
    const places = modelOf([edgeOf('x.test.ts > x', 'tests', 1), edgeOf('y.test.ts > x.test.ts', 'depends', 1)]);
    const { files, tests, alongside } = computeBlastRadius(places, ['x.test.ts']);
    expect(files).toEqual([]);
    expect(tests).toEqual([
      { path: 'x.test.ts', likelihood: 1, because: ['x.test.ts is one of the changed files'] },
      { path: 'y.test.ts', likelihood: 0.6, because: ['y.test.ts depends x.test.ts'] },
    ]);
    expect(alongside.map(({ path }) => path)).toEqual(['x']);
    expect(computeBlastRadius(places, ['x.test.ts'], { limit: 1 })).toMatchObject({
      tests: [{ likelihood: 1 }],
      more: { files: 0, tests: 1 },
    });
  });

  test('does not depend on the folders of files', () => {
    const places = modelOf([edgeOf('a/b/near > a/b/x'), edgeOf('far > a/b/x')]);
    expect(computeBlastRadius(places, ['a/b/x']).files.map(({ likelihood }) => likelihood)).toEqual([0.6, 0.6]);
  });

  test('lists all dependents, also the distant ones, which are never unlikely to 0', () => {
    const chain = Array.from({ length: 30 }, (_, n) => edgeOf(`m${n + 1} > m${n}`));
    const model = modelOf([...chain, edgeOf('test > m30', 'tests')], { test: { type: 'test' } });
    const { files, tests, more } = computeBlastRadius(model, ['m0']);
    expect(files.map(({ path }) => path)).toHaveLength(30);
    expect(tests.map(({ path }) => path)).toEqual(['test']);
    expect([...files, ...tests].every(({ likelihood }) => likelihood >= 0.001)).toBe(true);
    expect(more).toEqual({ files: 0, tests: 0 });
  });

  test('uses the likeliest path to each file', () => {
    fc.assert(
      fc.property(smallGraphs, (edges) => {
        const steps = (place: number) =>
          edges.flatMap(({ from, to, weight }, edge) =>
            from === LETTERS[place] ? [{ to: LETTERS.indexOf(to), passes: weight, edge }] : [],
          );
        const ways = findLikeliestPaths([0], steps, 0);
        // Relaxes all edges once for each node, like Bellman-Ford.
        const best = [1, 0, 0, 0, 0, 0, 0, 0];
        for (const _ of LETTERS) {
          for (const { from, to, weight } of edges) {
            const [start, end] = [LETTERS.indexOf(from), LETTERS.indexOf(to)];
            best[end] = Math.max(best[end] ?? 0, (best[start] ?? 0) * weight);
          }
        }
        best.forEach((likelihood, place) => {
          expect(ways.get(place)?.likelihood ?? 0).toBeCloseTo(likelihood, 12);
          const product = edgesOnPath(ways, place).reduce((product, edge) => product * (edges[edge]?.weight ?? 0), 1);
          if (ways.has(place)) expect(product).toBeCloseTo(likelihood, 12);
        });
      }),
    );
  });
});

describe('findPathBetween', () => {
  const model = modelOf([edgeOf('a > b'), edgeOf('b > c'), edgeOf('d > b'), edgeOf('a > x'), edgeOf('x > y'), edgeOf('y > c')], {
    alone: {},
  });

  test('returns the shortest path along the edges, else against them, else in any direction', () => {
    expect(findPathBetween(model, 'a', 'c')).toEqual({
      direction: 'depends on',
      nodes: ['a', 'b', 'c'],
      edges: [edgeOf('a > b'), edgeOf('b > c')],
    });
    expect(findPathBetween(model, 'c', 'a')).toMatchObject({
      direction: 'is a dependency of',
      nodes: ['c', 'b', 'a'],
      edges: [edgeOf('b > c'), edgeOf('a > b')],
    });
    expect(findPathBetween(model, 'a', 'd')).toMatchObject({ direction: 'connected', nodes: ['a', 'b', 'd'] });
    expect(findPathBetween(model, 'a', 'a')).toEqual({ direction: 'depends on', nodes: ['a'], edges: [] });
    expect(findPathBetween(model, 'a', 'alone')).toBeNull();
    expect(findPathBetween(model, 'a', 'nowhere')).toBeNull();
  });

  test('prefers dependencies of any length to couplings and configurations', () => {
    const edges = [
      edgeOf('ref > spec.ts', 'breaks_if_changed'),
      edgeOf('spec.ts > vue', 'tests'),
      edgeOf('ci.yml > vue', 'configures'),
      edgeOf('ci.yml > ref', 'configures'),
      edgeOf('feature:x > vue'),
      edgeOf('feature:x > ref'),
      edgeOf('vue > dom', 'depends'),
      edgeOf('dom > core', 'extends'),
      edgeOf('core > ref', 'implements'),
    ];
    const project = modelOf(edges);
    expect(findPathBetween(project, 'ref', 'vue')).toMatchObject({ direction: 'is a dependency of', nodes: ['ref', 'core', 'dom', 'vue'] });
    expect(findPathBetween(project, 'vue', 'ref')).toMatchObject({ direction: 'depends on', nodes: ['vue', 'dom', 'core', 'ref'] });
    expect(findPathBetween(project, 'ci.yml', 'ref')?.direction).toBe('connected');
    const loose = modelOf(edges.slice(0, 6));
    expect(findPathBetween(loose, 'ref', 'vue')).toMatchObject({ direction: 'connected', nodes: ['ref', 'ci.yml', 'vue'] });
    const history = modelOf([edgeOf('a > b', 'breaks_if_changed'), edgeOf('feature:x > a'), edgeOf('feature:x > c')]);
    for (const [one, other] of ['ab', 'ba', 'ac']) {
      expect(findPathBetween(history, one ?? '', other ?? '')?.direction).toBe('changes together');
    }
  });

  test('prefers dependencies of the file of a symbol to couplings', () => {
    const project = modelOf([edgeOf('b > a'), edgeOf('a > b', 'breaks_if_changed'), edgeOf('a#f > x'), edgeOf('b > x')]);
    expect(findPathBetween(project, 'a#f', 'b')).toMatchObject({ direction: 'is a dependency of', nodes: ['a', 'b'] });
  });

  test('finds a dependency path exactly if one exists', () => {
    fc.assert(
      fc.property(smallGraphs, (edges) => {
        const small = modelOf(edges, { a: {}, b: {} });
        const found = findPathBetween(small, 'a', 'b');
        expect(found?.direction === 'depends on').toBe(reaches(edges, 'a', 'b'));
        found?.edges.forEach(({ from, to }, step) => {
          expect([from, to].sort()).toEqual([found.nodes[step], found.nodes[step + 1]].sort());
        });
      }),
    );
  });
});

describe('cycles', () => {
  test('are files that depend on each other, with a shortest cycle', () => {
    const model = modelOf([
      ...['a > b', 'b > c', 'c > a', 'c > b', 'c > d', 'd > e', 'e#x > d#y'].map((ends) => edgeOf(ends)),
      edgeOf('d > a', 'tests'),
      edgeOf('d > c', 'breaks_if_changed'),
      edgeOf('p/x.go > p/y.go'),
      edgeOf('p/y.go > p/x.go'),
    ]);
    expect(findFileCycles(model)).toEqual([
      { files: ['a', 'b', 'c'], cycle: ['b', 'c', 'b'] },
      { files: ['d', 'e'], cycle: ['d', 'e', 'd'] },
    ]);
  });

  test('contain exactly the files that depend on themselves', () => {
    fc.assert(
      fc.property(smallGraphs, (edges) => {
        const found = findFileCycles(modelOf(edges));
        const inCycles = [...LETTERS].filter((letter) => reaches(edges, letter, letter));
        expect(found.flatMap(({ files }) => files).sort()).toEqual(inCycles);
        for (const { files } of found) {
          for (const one of files) for (const other of files) expect(reaches(edges, one, other)).toBe(true);
        }
        for (const { cycle } of found) {
          cycle.slice(1).forEach((to, step) => {
            expect(edges).toContainEqual(expect.objectContaining({ from: cycle[step], to }));
          });
        }
      }),
    );
  });

  test('are found in a chain of ten thousand files', () => {
    const count = 10_000;
    const edges = Array.from({ length: count }, (_, n) => edgeOf(`${n} > ${(n + 1) % count}`));
    expect(findFileCycles(modelOf(edges))).toMatchObject([{ files: { length: count }, cycle: { length: count + 1 } }]);
  });
});

describe('findHiddenCouplings', () => {
  test('returns files that change together without a dependency within two steps', () => {
    const together = (ends: string, weight: number) => edgeOf(ends, 'breaks_if_changed', weight);
    const model = modelOf([
      ...[together('a > b', 0.4), together('b > a', 0.6), together('c > d', 0.9), together('e > f', 0.9), together('g > h', 0.3)],
      ...[edgeOf('d > c'), edgeOf('e > between'), edgeOf('between > f'), edgeOf('g > g1'), edgeOf('g1 > g2'), edgeOf('g2 > h')],
      together('x.test.ts > x', 0.9),
      edgeOf('x.test.ts > x', 'tests'),
    ]);
    expect(findHiddenCouplings(model)).toEqual([
      { files: ['a', 'b'], weight: 0.6, description: 'b breaks_if_changed a' },
      { files: ['g', 'h'], weight: 0.3, description: 'g breaks_if_changed h' },
    ]);
    expect(findHiddenCouplings(model, { limit: 1 })).toHaveLength(1);
  });
});

describe('hotspots', () => {
  const now = Date.UTC(2026, 5, 1);
  const fresh = { importance: 0.5, fragility: 0.5, touchCount: 10, lastTouched: now };

  test('ranks files by fragility, importance, and number and age of changes', () => {
    const old = now - 180 * 24 * 60 * 60 * 1_000;
    const model = modelOf([], {
      fresh,
      old: { ...fresh, lastTouched: old },
      robust: { ...fresh, fragility: 0 },
      unused: { ...fresh, importance: 0 },
      quiet: { ...fresh, touchCount: 1 },
      new: { ...fresh, touchCount: 0, lastTouched: 0 },
      'fresh.test.ts': fresh,
      'fresh#f': fresh,
    });
    const found = findHotspots(model, now);
    expect(found.map(({ path, risk }) => [path, risk])).toEqual([
      ['fresh', 0.144],
      ['old', 0.072],
      ['quiet', 0.026],
      ['unused', 0.026],
      ['robust', 0.014],
    ]);
    expect(found[0]).toEqual({ path: 'fresh', risk: 0.144, ...fresh });
    expect(findHotspots(model, now, { limit: 2 })).toHaveLength(2);
  });
});

describe('deadEnds', () => {
  test('returns files and symbols without dependents that are not entry points', () => {
    const model = modelOf(
      [
        edgeOf('main > used'),
        edgeOf('api:main > main'),
        edgeOf('main#start > used#f'),
        edgeOf('x.test.ts > tested', 'tests'),
        edgeOf('used > changed with it', 'breaks_if_changed'),
        edgeOf('package.json > module:.', 'configures'),
        edgeOf('feature:x > dead'),
      ],
      { 'used#g': {}, 'dead#h': {}, 'x.test.ts#t': {}, 'api:main': { path: 'main' }, 'feature:x': { path: 'dead' } },
    );
    expect(findUnused(model)).toEqual({
      files: ['changed with it', 'dead'],
      symbols: [
        { path: 'main', name: 'start', type: 'function' },
        { path: 'used', name: 'g', type: 'function' },
      ],
    });
  });
});

test('a path does not pass through a file that an import only runs, if another one is as short', () => {
  const onWay = (ends: string) => ({ ...edgeOf(ends), description: `${ends} (line 1, indirectly)` });
  const model = modelOf([
    ...[onWay('main > init'), edgeOf('init > urls'), edgeOf('main > client'), edgeOf('client > urls')],
    ...[onWay('main > other'), onWay('other > far'), edgeOf('far > end'), edgeOf('urls > end')],
  ]);
  expect(findPathBetween(model, 'main', 'urls')?.nodes).toEqual(['main', 'client', 'urls']);
  expect(findPathBetween(model, 'main', 'end')?.nodes).toEqual(['main', 'client', 'urls', 'end']);
  expect(findPathBetween(model, 'main', 'init')?.nodes).toEqual(['main', 'init']);
});

describe('ownersOf', () => {
  const boundary = (name: string, ...paths: string[]) => ({ name, paths, owns: [`${name}'s`], exposesTo: [] });
  const boundaries = [boundary('engine', 'src/engine/'), boundary('graph', 'src/engine/graph/'), boundary('tests', '**/*.test.ts')];
  const model = modelOf([], {
    'src/engine/a.ts': {},
    'src/engine/b.ts': {},
    'src/engine/graph/c.ts': {},
    'src/x.test.ts': {},
    'main.ts': {},
  });
  const owners = (region: string) => findOwners(model, region, { boundaries }).map(({ boundary: name, files }) => [name, files]);

  test('returns the innermost boundary for each file', () => {
    expect(owners('src/')).toEqual([
      ['engine', ['src/engine/a.ts', 'src/engine/b.ts']],
      ['graph', ['src/engine/graph/c.ts']],
      ['tests', ['src/x.test.ts']],
    ]);
    expect(owners('src')).toEqual(owners('src/'));
    expect(owners('.').flatMap(([, files]) => files)).toContain('main.ts');
    expect(owners('src/engine/graph/c.ts')).toEqual([['graph', ['src/engine/graph/c.ts']]]);
    expect(owners('src/engine/new.ts')).toEqual([['engine', ['src/engine/new.ts']]]);
    expect(owners('main.ts')).toEqual([[null, ['main.ts']]]);
    expect(findOwners(model, 'src/engine/a.ts', { boundaries })).toMatchObject([
      { paths: ['src/engine/'], owns: ["engine's"], exposesTo: [] },
    ]);
  });
});

test('graphStats counts nodes, edges and clusters, and lists important files', () => {
  const graph = graphOf([edgeOf('a > b'), edgeOf('x.test.ts > b', 'tests')], { b: { importance: 1 }, alone: {}, 'b#f': {} });
  const clusters = [{ id: 'c', name: 'n', nodes: ['a', 'b'], cohesion: 1, coupling: 0 }];
  expect(graphStats(new GraphModel({ ...graph, clusters }))).toEqual({
    nodes: { file: 3, test: 1, function: 1 },
    edges: { depends: 1, tests: 1 },
    clusters: [{ id: 'c', name: 'n', size: 2, cohesion: 1, coupling: 0 }],
    important: [
      { path: 'b', importance: 1 },
      { path: 'a', importance: 0 },
      { path: 'alone', importance: 0 },
      { path: 'x.test.ts', importance: 0 },
    ],
    alone: 1,
  });
});
