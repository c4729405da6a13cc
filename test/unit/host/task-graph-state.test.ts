import { expect, test } from 'vitest';
import { taskGraphState } from '../../../src/host/model/swarm/task-graph-state.ts';
import { TaskIndex } from '../../../src/host/model/swarm/task-index.ts';
import { manifest, task } from './view-models.ts';

const tree = task('root', {
  children: [
    task('a', { children: [task('a1', { status: 'done', estimatedTokens: 9 }), task('a2', { status: 'skipped' })] }),
    task('b', { dependencies: ['a'], description: 'x'.repeat(1_000) }),
  ],
});
const shown = (of = tree, folded: readonly string[] = []) => {
  const swarm = manifest(of);
  return taskGraphState(swarm, new TaskIndex(swarm), new Set(folded));
};

test('each task has its row in the tree, and a hidden task has the row of its folded parent', () => {
  const rows = (folded: readonly string[]) => shown(tree, folded).tasks.map(({ id, rows: { from, to } }) => [id, from, to]);
  expect(rows([])).toEqual([
    ['a1', 2, 3],
    ['a2', 3, 4],
    ['b', 4, 5],
  ]);
  expect(rows(['a'])).toEqual([
    ['a1', 1, 2],
    ['a2', 1, 2],
    ['b', 2, 3],
  ]);
});

test('a graph has at most 200 nodes, and a folded node gives its number of tasks and of completed tasks', () => {
  const parts = (of: string) => Array.from({ length: 100 }, (_, part) => task(`${of}-${part}`, { status: part < 40 ? 'done' : 'pending' }));
  const { tasks, edges, critical } = shown(
    task('root', {
      children: Array.from({ length: 100 }, (_, group) =>
        task(`g${group}`, { children: parts(`${group}`), dependencies: group > 0 ? [`g${group - 1}`] : [] }),
      ),
    }),
  );
  expect(tasks.length).toBeLessThanOrEqual(200);
  expect(tasks.reduce((sum, { leaves }) => sum + leaves, 0)).toBe(10_000);
  expect(tasks.at(-1)).toMatchObject({ id: 'g99', leaves: 100, done: 40, isRest: false, rows: { from: 100 + 99 * 100, to: 10_101 } });
  expect(edges.length).toBeLessThanOrEqual(1_000);
  expect(critical.tasks).toBe(100);
  const flat = shown(task('root', { children: Array.from({ length: 300 }, (_, part) => task(`t${part}`)) }));
  expect(flat.tasks.at(-1)).toMatchObject({ id: 't199', leaves: 101, isRest: true, rows: { from: 200, to: 301 } });
});

test('the layout is computed again when tasks or dependencies change, and states are always current', () => {
  const two = (more: object) => shown(task('root', { children: [task('a'), task('b', more)] }));
  expect(two({}).columns).toBe(1);
  expect(two({ status: 'done' }).tasks[1]).toMatchObject({ status: 'done', done: 1, column: 0 });
  expect(two({ dependencies: ['a'] })).toMatchObject({ columns: 2, edges: [{ from: 0, to: 1 }] });
  expect(two({ estimatedTokens: 7 }).critical).toEqual({ tasks: 1, tokens: 7 });
  expect(shown(task('root', { children: [task('a', { children: [task('b')] })] })).tasks).toHaveLength(1);
  expect(shown(task('root', { children: [task('a'), task('c')] })).tasks[1]?.id).toBe('c');
});

test('descriptions of tasks are cut', () => {
  expect(shown().tasks.at(-1)?.description.length).toBeLessThanOrEqual(300);
});
