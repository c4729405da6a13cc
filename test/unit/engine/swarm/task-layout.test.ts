import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TaskNode } from '../../../../src/engine/crtx/schema.ts';
import { createOutline } from '../../../../src/engine/swarm/tasks/outline.ts';
import { computeTaskLayout, type TaskLayout } from '../../../../src/engine/swarm/tasks/task-layout.ts';
import { root, task } from './make.ts';

const behind = (id: string, ...dependencies: string[]) => task(id, { dependencies });

/** Returns `id column.row` for each node, with `*` if it is critical. */
function shown(tree: TaskNode, { nodes }: TaskLayout): string[] {
  const { nodes: tasks } = createOutline(tree);
  return nodes.map(({ place, column, row, isCritical }) => `${tasks[place]?.id} ${column}.${row}${isCritical ? ' *' : ''}`);
}

function joined(tree: TaskNode, { nodes, edges }: TaskLayout): string[] {
  const { nodes: tasks } = createOutline(tree);
  const name = (index: number) => tasks[nodes[index]?.place ?? -1]?.id;
  return edges.map(({ from, to, isCritical }) => `${name(from)} ${isCritical ? '=>' : '->'} ${name(to)}`).sort();
}

describe('computeTaskLayout', () => {
  test('orders tasks from left to right by dependency, and marks the critical path', () => {
    const tree = root(
      task('a', { estimatedTokens: 5 }),
      task('b', { estimatedTokens: 90 }),
      behind('c', 'a', 'b'),
      behind('d', 'c'),
      task('e'),
    );
    const graph = computeTaskLayout(tree, 200);
    expect(shown(tree, graph)).toEqual(['a 0.0', 'b 0.1 *', 'c 1.0 *', 'd 2.0 *', 'e 0.2']);
    expect(joined(tree, graph)).toEqual(['a -> c', 'b => c', 'c => d']);
    expect(graph).toMatchObject({ columns: 3, rows: 3, critical: { tasks: 3, tokens: 90 } });
  });

  test('connects the last parts of a split dependency with the first parts of its dependent', () => {
    const tree = root(
      task('p', { children: [task('p1'), behind('p2', 'p1'), task('p3')] }),
      task('q', { dependencies: ['p'], children: [task('q1'), behind('q2', 'q1')] }),
    );
    expect(joined(tree, computeTaskLayout(tree, 200))).toEqual(['p1 => p2', 'p2 => q1', 'p3 -> q1', 'q1 => q2']);
  });

  test('collapses the deepest tasks beyond the limit, and counts the tasks in them', () => {
    const parts = (id: string) => Array.from({ length: 4 }, (_, part) => task(`${id}${part}`));
    const tree = root(task('a', { children: parts('a') }), task('b', { dependencies: ['a'], children: parts('b') }), task('c'));
    const { nodes } = computeTaskLayout(tree, 6);
    expect(nodes.map(({ leaves, siblings }) => [leaves, siblings])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 1],
      [4, 1],
      [1, 1],
    ]);
    const flat = root(...Array.from({ length: 1_000 }, (_, part) => task(`t${part}`)));
    expect(computeTaskLayout(flat, 3).nodes.map(({ leaves, siblings }) => [leaves, siblings])).toEqual([
      [1, 1],
      [1, 1],
      [998, 998],
    ]);
  });

  test('handles an unvalidated file with a cycle, a duplicate id and unknown tasks', () => {
    const tree = root(behind('a', 'b'), behind('b', 'a', 'nobody'), task('c'), task('c'));
    const { nodes } = computeTaskLayout(tree, 200);
    expect(nodes).toHaveLength(4);
  });

  test('respects the limit, contains every leaf once, and has edges to later columns only', () => {
    const leaf = (name: number, dependencies: number[]) => behind(`t${name}`, ...dependencies.map((each) => `t${each}`));
    const trees = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.array(fc.nat(60), { maxLength: 3 })), { minLength: 1, maxLength: 20 })
      .map((groups) => {
        let name = 0;
        return root(
          ...groups.map(([size, dependencies], group) => {
            const children = Array.from({ length: size }, () => {
              name += 1;
              return leaf(
                name,
                dependencies.filter((each) => each < name),
              );
            });
            return task(`g${group}`, { children });
          }),
        );
      });
    const holds = fc.property(trees, fc.integer({ min: 1, max: 50 }), (tree, most) => {
      const { nodes } = computeTaskLayout(tree, most);
      expect(nodes.length).toBeLessThanOrEqual(most);
      const leaves = createOutline(tree).nodes.filter(({ children }) => children.length === 0).length;
      expect(nodes.reduce((sum, each) => sum + each.leaves, 0)).toBe(leaves);
      const whole = computeTaskLayout(tree, 1_000);
      for (const { from, to } of whole.edges) expect(whole.nodes[from]?.column).toBeLessThan(whole.nodes[to]?.column ?? 0);
    });
    return fc.assert(holds);
  });
});
