import type { Task } from './task.ts';

/** Tasks of which the first is known; any of them can be taken out. Costs O(log n). */
export class TaskHeap {
  readonly #compare: (one: Task, other: Task) => number;
  readonly #tasks: Task[] = [];
  readonly #places = new Map<Task, number>();

  /** @param compare a total order, so that what comes first does not depend on how the tasks came in */
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

  /** Takes a task out, also one whose place in the order is no longer the one that it was added with. */
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

  /** The first few, in order; costs what it gives. */
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
