import type { Task } from './task.ts';

/** A binary heap of tasks that can remove any task. Adding and removing take O(log n). */
export class TaskHeap {
  readonly #compare: (one: Task, other: Task) => number;
  readonly #tasks: Task[] = [];
  readonly #places = new Map<Task, number>();

  /** @param compare a total order, so that the result does not depend on the order of insertion */
  constructor(compare: (one: Task, other: Task) => number) {
    this.#compare = compare;
  }

  get first(): Task | undefined {
    return this.#tasks[0];
  }

  add(task: Task): void {
    this.#put(task, this.#tasks.length);
    this.#rise(task);
  }

  /** Removes a task, even when its position in the order has changed since it was added. */
  delete(task: Task): void {
    const place = this.#places.get(task);
    const last = this.#tasks.at(-1);
    if (place === undefined || last === undefined) return;
    this.#tasks.pop();
    this.#places.delete(task);
    if (last === task) return;
    this.#put(last, place);
    this.#rise(last);
    this.#sink(last);
  }

  /** Returns the first `most` tasks in order. The cost depends on `most`, not on the size of the heap. */
  peek(most: number): Task[] {
    const found: Task[] = [];
    const next = this.#tasks.slice(0, 1);
    while (found.length < most) {
      next.sort(this.#compare);
      const task = next.shift();
      if (task === undefined) break;
      found.push(task);
      const place = this.#places.get(task) ?? 0;
      next.push(...this.#tasks.slice(2 * place + 1, 2 * place + 3));
    }
    return found;
  }

  #put(task: Task, place: number): void {
    this.#tasks[place] = task;
    this.#places.set(task, place);
  }

  #rise(task: Task): void {
    for (let place = this.#places.get(task) ?? 0; place > 0; ) {
      const above = (place - 1) >> 1;
      const parent = this.#tasks[above];
      if (parent === undefined || this.#compare(parent, task) <= 0) return;
      this.#put(parent, place);
      this.#put(task, above);
      place = above;
    }
  }

  #sink(task: Task): void {
    for (let place = this.#places.get(task) ?? 0; ; ) {
      const [left, right] = [this.#tasks[2 * place + 1], this.#tasks[2 * place + 2]];
      if (left === undefined) return;
      const [child, below] = right !== undefined && this.#compare(right, left) < 0 ? [right, 2 * place + 2] : [left, 2 * place + 1];
      if (this.#compare(task, child) <= 0) return;
      this.#put(child, place);
      this.#put(task, below);
      place = below;
    }
  }
}
