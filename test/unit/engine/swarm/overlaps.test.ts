import { describe, expect, test } from 'vitest';
import type { SwarmLock, TaskNode } from '../../../../src/engine/crtx/schema.ts';
import { buildOrderGraph } from '../../../../src/engine/swarm/tasks/dependencies/order-graph.ts';
import { createOutline } from '../../../../src/engine/swarm/tasks/outline.ts';
import { findOverlaps } from '../../../../src/engine/swarm/tasks/overlaps.ts';
import { findTaskFiles, mayNameFiles, ProjectFiles } from '../../../../src/engine/swarm/tasks/task-files.ts';
import { processorMs } from '../../../support/processor-time.ts';
import { root, task } from './make.ts';

/** Likelihoods by which a change of a file breaks others, such as `b: 0.5`. */
type Follows = Readonly<Record<string, Readonly<Record<string, number>>>>;

function graphOf(paths: readonly string[], follows: Follows = {}) {
  const dependentsOf = (place: number) => {
    const files = Object.entries(follows[paths[place] ?? ''] ?? {}).map(([path, likelihood]) => ({ path, likelihood, because: [] }));
    return { files, tests: [] };
  };
  return { paths, dependentsOf };
}

const doing = (id: string, ...files: string[]) => task(id, { description: `Change ${files.join(' and ')}` });

/** Returns the overlaps of the leaves of a tree, as `one other weight: file file`. */
function found(tree: TaskNode, graph: ReturnType<typeof graphOf>): string[] {
  const list = createOutline(tree);
  const known = new ProjectFiles(graph.paths, { foldCase: false });
  const tasks = list.nodes.flatMap((node, place) =>
    node.children.length > 0 ? [] : [{ place, agent: node.assignedTo ?? null, files: findTaskFiles(node, [], known) }],
  );
  const { pairs } = findOverlaps(tasks, graph, buildOrderGraph(list));
  return pairs.map(({ tasks: [one, other], weight, files }) => {
    return `${list.nodes[one]?.id} ${list.nodes[other]?.id} ${weight}: ${files.map(({ path }) => path).join(' ')}`;
  });
}

describe('two tasks overlap', () => {
  const graph = graphOf(['a.ts', 'b.ts', 'c.ts', 'd.ts'], { 'a.ts': { 'c.ts': 0.5 }, 'b.ts': { 'a.ts': 0.4, 'c.ts': 0.5 } });

  test('if both name a file, if one may break a file of the other, and if both may break a third file', () => {
    expect(found(root(doing('x', 'd.ts'), doing('y', 'd.ts')), graph)).toEqual(['x y 1: d.ts']);
    expect(found(root(doing('x', 'c.ts'), doing('y', 'a.ts')), graph)).toEqual(['x y 0.5: c.ts']);
    // 1 − (1 − 0.4)(1 − 0.5 × 0.5)
    expect(found(root(doing('x', 'a.ts'), doing('y', 'b.ts')), graph)).toEqual(['x y 0.55: a.ts c.ts']);
    expect(found(root(doing('x', 'a.ts'), doing('y', 'd.ts')), graph)).toEqual([]);
  });

  test('unless one depends on the other, directly or not, or both have the same agent', () => {
    const chain = root(
      doing('x', 'd.ts'),
      task('between', { dependencies: ['x'], children: [task('inner')] }),
      { ...doing('y', 'd.ts'), dependencies: ['between'] },
      doing('z', 'd.ts'),
    );
    expect(found(chain, graph)).toEqual(['x z 1: d.ts', 'y z 1: d.ts']);
    const children = root(
      task('first', { children: [doing('x', 'd.ts')] }),
      task('then', { dependencies: ['first'], children: [doing('y', 'd.ts')] }),
    );
    expect(found(children, graph)).toEqual([]);
    const of = (agent: string, id: string) => ({ ...doing(id, 'd.ts'), assignedTo: agent });
    expect(found(root(of('ann', 'x'), of('ann', 'y'), of('bob', 'z')), graph)).toEqual(['x z 1: d.ts', 'y z 1: d.ts']);
  });

  test('heaviest pair first, then in document order, with three files named', () => {
    const many = graphOf(
      ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.ts`),
      { 'e.ts': { 'a.ts': 0.5 } },
    );
    const all = ['a.ts', 'b.ts', 'c.ts', 'd.ts'];
    expect(found(root(doing('w', 'e.ts'), doing('x', ...all), doing('y', ...all)), many)).toEqual([
      'x y 1: a.ts b.ts c.ts',
      'w x 0.5: a.ts',
      'w y 0.5: a.ts',
    ]);
  });

  test('limits the pairs of ten thousand tasks in time, and reports that there are more', () => {
    const all = Array.from({ length: 10_000 }, (_, n) => ({
      ...doing(`t${n}`, 'd.ts', `own-${n % 5_000}.ts`),
      dependencies: n % 10 === 0 && n > 0 ? [`t${n - 10}`] : [],
    }));
    const large = graphOf(['d.ts', ...Array.from({ length: 5_000 }, (_, n) => `own-${n}.ts`).sort()]);
    const list = createOutline(root(...all));
    const known = new ProjectFiles(large.paths, { foldCase: false });
    const tasks = list.nodes.slice(1).map((node, n) => ({ place: n + 1, agent: null, files: findTaskFiles(node, [], known) }));
    const order = buildOrderGraph(list);
    expect(
      processorMs(() => findOverlaps(tasks, large, order)),
      'all 50 million pairs would take minutes',
    ).toBeLessThan(20_000);
    const { pairs, isComplete } = findOverlaps(tasks, large, order);
    expect(isComplete).toBe(false);
    // 200 tasks of one file, of which 20 depend on each other, and 5,000 pairs with their own file, of which 500 are dependent.
    expect(pairs).toHaveLength((200 * 199) / 2 - (20 * 19) / 2 + 5_000 - 500);
  });
});

describe('a task names files', () => {
  const paths = ['README.md', 'app/[id].ts', 'été.ts'.normalize('NFD'), 'src/a.ts', 'src/lib/b.ts', 'src/lib/c.ts'];
  const known = new ProjectFiles(paths, { foldCase: false });
  const named = (more: Partial<TaskNode>, locks: readonly SwarmLock[] = []) => {
    return findTaskFiles(task('x', more), locks, known).map((place) => paths[place]?.normalize('NFC'));
  };
  const lock = (path: string): SwarmLock => ({ path, agentId: 'ann', type: 'exclusive', acquiredAt: 0, expiresAt: 1, reason: '' });

  test.each([
    ['Rewrite src/a.ts.', ['src/a.ts']],
    ['Is `src/lib/b.ts`, ("./src/a.ts") or README.md: wrong?', ['src/lib/b.ts', 'src/a.ts', 'README.md']],
    ['Tidy src/lib/', ['src/lib/b.ts', 'src/lib/c.ts']],
    ['Tidy src/lib', []],
    ['src a.ts b c', []],
    ['été.ts', ['été.ts']],
  ])('in its description: %s', (description, files) => {
    expect(named({ description })).toEqual(files);
  });

  test('in the key files, and ignores invalid entries', () => {
    expect(named(JSON.parse('{"files": ["src/lib", "README.md", 7, null, "../x"]}'))).toEqual([
      'src/lib/b.ts',
      'src/lib/c.ts',
      'README.md',
    ]);
    expect(named(JSON.parse('{"files": "src/a.ts"}'))).toEqual([]);
  });

  test('through the locks of its agent', () => {
    expect(named({}, [lock('src/lib/*.ts'), lock('src/'), lock('app/[[]id].ts'), lock('gone.ts')])).toEqual([
      ...['src/lib/b.ts', 'src/lib/c.ts', 'src/a.ts', 'app/[id].ts'],
    ]);
  });

  test('regardless of case on a case-insensitive file system', () => {
    const folded = new ProjectFiles(['src/App.tsx'], { foldCase: true });
    expect(findTaskFiles(task('x'), [lock('src/app.tsx')], folded)).toEqual([0]);
    expect(findTaskFiles(task('x', { description: 'Tidy SRC/' }), [], folded)).toEqual([0]);
  });

  test('up to a maximum of sixty-four', () => {
    const many = new ProjectFiles(Array.from({ length: 100 }, (_, n) => `src/${n}.ts`).sort(), { foldCase: false });
    expect(findTaskFiles(task('x', { description: 'src/' }), [lock('src/9*.ts')], many)).toHaveLength(64);
  });

  test('and mayNameFiles is false if the text cannot name any', () => {
    expect([mayNameFiles(task('x', { description: 'Do it' }), []), mayNameFiles(task('x', { description: 'Do a.ts' }), [])]).toEqual([
      false,
      true,
    ]);
  });
});
