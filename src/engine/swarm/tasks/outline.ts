import type { TaskNode } from '../../crtx/schema.ts';

/** A tree of tasks as a list in document order. A place is an index into the list. */
export interface Outline {
  readonly nodes: readonly TaskNode[];
  /** Place of the parent; -1 for the root. */
  readonly parents: readonly number[];
  /** Number of ancestors. */
  readonly levels: readonly number[];
  /** Place after the last descendant. */
  readonly ends: readonly number[];
  /** Number of levels. */
  readonly depth: number;
  /** The first place of each id. */
  readonly places: ReadonlyMap<string, number>;
}

/** Lists a tree without recursion, so that a deep tree does not exhaust the stack. */
export function createOutline(root: TaskNode): Outline {
  const nodes: TaskNode[] = [];
  const parents: number[] = [];
  const levels: number[] = [];
  const places = new Map<string, number>();
  let depth = 0;
  const stack = [{ node: root, parent: -1 }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, parent } = top;
    const place = nodes.push(node) - 1;
    parents.push(parent);
    const level = parent < 0 ? 0 : (levels[parent] ?? 0) + 1;
    levels.push(level);
    depth = Math.max(depth, level + 1);
    if (!places.has(node.id)) places.set(node.id, place);
    for (let index = node.children.length - 1; index >= 0; index -= 1) {
      const child = node.children[index];
      if (child !== undefined) stack.push({ node: child, parent: place });
    }
  }
  return { nodes, parents, levels, ends: ends(parents), depth, places };
}

function ends(parents: readonly number[]): number[] {
  const after = parents.map((_, place) => place + 1);
  for (let place = parents.length - 1; place > 0; place -= 1) {
    const parent = parents[place] ?? 0;
    after[parent] = Math.max(after[parent] ?? 0, after[place] ?? 0);
  }
  return after;
}

/** Returns true when the task at `place` is `other` or one of its descendants. */
export function isWithin({ ends }: Outline, place: number, other: number): boolean {
  return other <= place && place < (ends[other] ?? 0);
}

/** Returns all tasks without subtasks, in document order. */
export function listLeaves<Node extends { readonly children: readonly Node[] }>(root: Node): Node[] {
  const open = [root];
  const leaves: Node[] = [];
  for (let task = open.pop(); task !== undefined; task = open.pop()) {
    if (task.children.length === 0) leaves.push(task);
    else for (const child of task.children) open.push(child);
  }
  return leaves.reverse();
}
