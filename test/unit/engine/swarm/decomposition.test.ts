import { describe, expect, test } from 'vitest';
import type { TaskNode } from '../../../../src/engine/crtx/schema.ts';
import { CortexError } from '../../../../src/engine/platform/errors.ts';
import { readDecomposition } from '../../../../src/engine/swarm/tasks/decomposition.ts';
import { decompositionProblems, MAX_TASKS } from '../../../../src/engine/swarm/tasks/task-problems.ts';
import { root, task } from './make.ts';

function refusal(value: unknown): string {
  try {
    readDecomposition(value);
  } catch (error) {
    if (error instanceof CortexError && error.code === 'invalid-input')
      return error.message.replace('the decomposition cannot be used: ', '');
    throw error;
  }
  return 'accepted';
}

describe('optional fields', () => {
  test('are set to defaults, and nothing else is added', () => {
    const typed = {
      id: 'root',
      description: 'all',
      children: [
        { id: 'a', description: 'one', priority: 1, dependencies: ['b'] },
        { id: 'b', description: 'two' },
      ],
    };
    expect(readDecomposition(typed)).toEqual({
      id: 'root',
      description: 'all',
      status: 'pending',
      priority: 3,
      estimatedTokens: 0,
      dependencies: [],
      children: [
        { id: 'a', description: 'one', status: 'pending', priority: 1, estimatedTokens: 0, dependencies: ['b'], children: [] },
        { id: 'b', description: 'two', status: 'pending', priority: 3, estimatedTokens: 0, dependencies: [], children: [] },
      ],
    });
  });

  test('are kept if present, with unknown keys, in the order of the seed', () => {
    const typed = {
      note: 'mine',
      output: { a: 1 },
      ...task('root', { assignedTo: 'x', status: 'done', actualTokens: 7, estimatedTokens: 9 }),
    };
    const read = readDecomposition(typed);
    expect(read).toEqual(typed);
    expect(Object.keys(read)).toEqual([
      'id',
      'description',
      'assignedTo',
      'status',
      'priority',
      'estimatedTokens',
      'actualTokens',
      'dependencies',
      'children',
      'output',
      'note',
    ]);
  });
});

describe('rejected decompositions', () => {
  test('invalid shapes', () => {
    expect(refusal('nonsense')).toBe('task number 1 is not an allowed value (got "nonsense"; allowed: an object)');
    const value = {
      id: 'root',
      description: 'all',
      children: [{ id: 'a' }, { description: 'b' }, { id: 'c', description: 'c', status: 'ready' }],
    };
    expect(refusal(value)).toBe(
      'task "a": description is missing (allowed: a string); task number 3: id is missing (allowed: a string); ' +
        'task "c": status is not an allowed value (got "ready"; allowed: "pending", "active", "done", "failed", "skipped")',
    );
    expect(refusal({ ...task('root'), estimatedTokens: -1 })).toBe(
      'task "root": estimatedTokens is not an allowed value (got -1; allowed: at least 0)',
    );
  });

  test('empty ids', () =>
    expect(refusal(root(task(''), task(' ')))).toBe('task number 2 ("do ") has an empty id; task number 3 ("do  ") has an empty id'));

  test('duplicate ids', () => {
    expect(refusal(root(task('a'), task('b', { children: [task('a'), task('root')] }), task('a')))).toBe(
      'more than one task has the id "a", "root"',
    );
  });

  test('unknown dependencies', () => {
    expect(refusal(root(task('a', { dependencies: ['x', 'y'] }), task('b', { dependencies: ['a', 'z'] })))).toBe(
      '"a" depends on "x", which is not a task; "a" depends on "y", which is not a task; "b" depends on "z", which is not a task',
    );
  });

  test('dependencies on itself, an ancestor or a descendant', () => {
    const tree = root(task('p', { dependencies: ['c'], children: [task('c', { dependencies: ['root', 'c'] })] }));
    expect(refusal(tree)).toBe(
      '"p" depends on "c", which is a part of it; "c" depends on "root", which it is a part of; "c" depends on itself: c → c',
    );
  });

  test('cycles', () => {
    expect(refusal(root(task('a', { dependencies: ['b'] }), task('b', { dependencies: ['a'] })))).toBe(
      'tasks wait for each other: a → b → a',
    );
    const three = root(
      task('a', { dependencies: ['b'] }),
      task('b', { dependencies: ['c'] }),
      task('c', { dependencies: ['a'] }),
      task('d', { dependencies: ['a'] }),
    );
    expect(refusal(three)).toBe('tasks wait for each other: a → b → c → a');
  });

  test('a cycle through parents that no dependency shows alone', () => {
    const tree = root(
      task('a', { dependencies: ['b1'], children: [task('a1')] }),
      task('b', { dependencies: ['a1'], children: [task('b1')] }),
    );
    expect(refusal(tree)).toBe('tasks wait for each other: a → b1 → b → a1 → a');
  });

  test('names a task of every cycle', () => {
    const tree = root(
      task('a', { dependencies: ['b'] }),
      task('b', { dependencies: ['a', 'c'] }),
      task('c', { dependencies: ['b'] }),
      task('bridge', { dependencies: ['a'] }),
      task('x', { dependencies: ['y', 'bridge'] }),
      task('y', { dependencies: ['x'] }),
    );
    expect(refusal(tree)).toBe(
      'tasks wait for each other: x → y → x; tasks wait for each other: a → b → a; tasks wait for each other: c → b → c',
    );
  });

  test('names two hundred cycles, and shows the path of a hundred', () => {
    const pairs = Array.from({ length: 200 }, (_, index) => [
      task(`a${index}`, { dependencies: [`b${index}`] }),
      task(`b${index}`, { dependencies: [`a${index}`] }),
    ]);
    const message = refusal(root(...pairs.flat()));
    expect(message.match(/→/g)).toHaveLength(200);
    for (let index = 0; index < 200; index += 1) expect(message).toMatch(new RegExp(`\\ba${index}\\b.*\\bb${index}\\b`));
  });

  test('accepts dependencies between two branches that form no cycle', () => {
    const tree = root(
      task('a', { children: [task('a1', { dependencies: ['b1'] }), task('a2')] }),
      task('b', { children: [task('b1'), task('b2', { dependencies: ['a2'] })] }),
    );
    expect(refusal(tree)).toBe('accepted');
  });
});

describe('size', () => {
  function nested(levels: number): TaskNode {
    let node = task(`t${levels}`);
    for (let level = levels - 1; level > 0; level -= 1) node = task(`t${level}`, { children: [node] });
    return node;
  }

  test('accepts a thousand levels, and rejects one more', () => {
    expect(refusal(nested(1000))).toBe('accepted');
    expect(refusal(nested(1001))).toBe('it has 1001 or more levels of tasks (allowed: 1000)');
    expect(decompositionProblems(nested(50_000))).toEqual([expect.stringContaining('50000 or more levels')]);
  });

  test('accepts a hundred thousand tasks in a chain, and rejects one more', () => {
    const chain = Array.from({ length: MAX_TASKS - 1 }, (_, index) =>
      task(`t${index}`, { dependencies: index > 0 ? [`t${index - 1}`] : [] }),
    );
    expect(decompositionProblems(root(...chain))).toEqual([]);
    expect(decompositionProblems(root(...chain, task('one-more')))).toEqual(['it has 100001 or more tasks (allowed: 100000)']);
    expect(refusal(root(...chain, task('one-more')))).toBe('it has 100001 or more tasks (allowed: 100000)');
  });
});
