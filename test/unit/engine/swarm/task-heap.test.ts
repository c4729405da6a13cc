import { expect, test } from 'vitest';
import { compareTasks, Task } from '../../../../src/engine/swarm/tasks/task.ts';
import { TaskHeap } from '../../../../src/engine/swarm/tasks/task-heap.ts';
import { task } from './make.ts';

test('returns the same order as a sorted list after any additions and deletions', () => {
  const heap = new TaskHeap(compareTasks);
  const tasks = Array.from(
    { length: 40 },
    (_, order) => new Task(task(`t${order}`, { priority: (order * 7) % 11 }), null, order, (order * 5) % 3),
  );
  const inside = new Set<Task>();
  let number = 1;
  for (let step = 0; step < 1500; step += 1) {
    number = (number * 48_271) % 2_147_483_647;
    const chosen = tasks[number % tasks.length];
    if (chosen === undefined) continue;
    if (inside.delete(chosen)) heap.delete(chosen);
    else {
      inside.add(chosen);
      heap.add(chosen);
    }
    const sorted = [...inside].sort(compareTasks);
    expect(heap.first).toBe(sorted[0]);
    expect(heap.peek(5).map(({ id }) => id)).toEqual(sorted.slice(0, 5).map(({ id }) => id));
  }
});

test('ignores the deletion of a task that it does not contain', () => {
  const heap = new TaskHeap(compareTasks);
  const [one, other] = ['one', 'other'].map((id, order) => new Task(task(id), null, order, 0));
  if (one === undefined || other === undefined) throw new Error('two tasks');
  heap.add(one);
  heap.delete(other);
  expect(heap.peek(3)).toEqual([one]);
  heap.delete(one);
  expect(heap.first).toBeUndefined();
});
