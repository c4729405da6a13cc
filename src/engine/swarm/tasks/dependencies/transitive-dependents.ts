import type { TaskNode } from '../../../crtx/schema.ts';
import { createOutline, type Outline } from '../outline.ts';

/** Counts the tasks that cannot be done before another one, directly or through others. */
export class TransitiveDependents {
  readonly #tree: Outline;
  /** Places of the tasks that name each id as a dependency. */
  readonly #direct = new Map<string, number[]>();

  constructor(root: TaskNode) {
    this.#tree = createOutline(root);
    for (const [place, { dependencies }] of this.#tree.nodes.entries()) {
      for (const name of dependencies) {
        const known = this.#direct.get(name);
        if (known === undefined) this.#direct.set(name, [place]);
        else known.push(place);
      }
    }
  }

  /** Returns the number of tasks without subtasks that depend on a task and have this status. */
  count(id: string, status: TaskNode['status']): number {
    const { nodes } = this.#tree;
    const waiting = this.#waitingFor(id);
    return [...waiting].filter((place) => nodes[place]?.children.length === 0 && nodes[place].status === status).length;
  }

  /** A parent is done after its subtasks, so its dependents wait, too. Subtasks have the dependencies of their parents. */
  #waitingFor(id: string): ReadonlySet<number> {
    const { places, parents, ends } = this.#tree;
    const waiting = new Set<number>();
    const late = new Set([places.get(id) ?? -1]);
    // The set grows during iteration.
    for (const place of late) {
      const parent = parents[place] ?? -1;
      if (parent >= 0) late.add(parent);
      for (const dependent of this.#direct.get(this.#tree.nodes[place]?.id ?? '') ?? []) {
        for (let below = dependent; below < (ends[dependent] ?? 0); below += 1) {
          late.add(below);
          waiting.add(below);
        }
      }
    }
    return waiting;
  }
}
