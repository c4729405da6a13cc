import type { SwarmManifest, TaskNode } from '../../../engine/crtx/index.ts';

export type TaskStatus = TaskNode['status'];
export type StatusCounts = Readonly<Record<TaskStatus, number>>;

/** A task and its position in the tree. */
export interface TaskEntry {
  readonly node: TaskNode;
  readonly parent: TaskEntry | null;
  /** 0 for the root. */
  readonly depth: number;
  /** Position among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
  /** In document order. Entries refer to each other directly, because a hand-edited file may contain an id twice. */
  readonly children: TaskEntry[];
  /** Number of entries in its subtree, including itself. */
  size: number;
  /** Number of leaves in its subtree (1 for a leaf), and of those that are done, failed or skipped. */
  leaves: number;
  done: number;
  failed: number;
  skipped: number;
}

/** The tasks of a manifest in document order, with values derived from their positions. Computed once per manifest. */
export class TaskIndex {
  readonly entries: readonly TaskEntry[];
  readonly counts: StatusCounts;
  readonly #byId = new Map<string, TaskEntry>();
  readonly #workOf = new Map<string, TaskNode>();

  constructor({ decomposition }: Pick<SwarmManifest, 'decomposition'>) {
    this.entries = inOrder(decomposition);
    const counts = { pending: 0, active: 0, done: 0, failed: 0, skipped: 0 };
    for (const entry of this.entries) {
      const { node } = entry;
      if (!this.#byId.has(node.id)) this.#byId.set(node.id, entry);
      if (node.children.length > 0) continue;
      counts[node.status] += 1;
      if (node.assignedTo === undefined) continue;
      if (node.status === 'active' || (node.status === 'pending' && !this.#workOf.has(node.assignedTo))) {
        this.#workOf.set(node.assignedTo, node);
      }
    }
    this.counts = counts;
    computeSums(this.entries);
  }

  get(id: string): TaskEntry | undefined {
    return this.#byId.get(id);
  }

  /** Returns the task that an agent works on, or the first one that is assigned to it. */
  workOf(agent: string): TaskNode | undefined {
    return this.#workOf.get(agent);
  }

  /** Percentage of leaves that are done, rounded down. Failed and skipped ones are no progress. */
  get percent(): number {
    const [root] = this.entries;
    return root === undefined ? 0 : Math.floor((100 * root.done) / root.leaves);
  }

  /** Returns the unfinished dependencies of a pending task and of its ancestors. */
  waitsFor(entry: TaskEntry): string[] {
    return entry.node.status === 'pending' ? this.#dependencies(entry, (status) => status !== 'done') : [];
  }

  /** Returns the failed and skipped dependencies. */
  lostFor(entry: TaskEntry): string[] {
    return this.#dependencies(entry, (status) => status === 'failed' || status === 'skipped');
  }

  #dependencies(entry: TaskEntry, fits: (status: TaskStatus | undefined) => boolean): string[] {
    const found = new Set<string>();
    for (let at: TaskEntry | null = entry; at !== null; at = at.parent) {
      for (const id of at.node.dependencies) if (fits(this.#byId.get(id)?.node.status)) found.add(id);
    }
    return [...found];
  }
}

const UNCOUNTED = { size: 1, leaves: 0, done: 0, failed: 0, skipped: 0 };

/** Returns the entries in document order. Iterative, because a tree may be a thousand levels deep. */
function inOrder(root: TaskNode): TaskEntry[] {
  const entries: TaskEntry[] = [];
  const stack: TaskEntry[] = [{ node: root, parent: null, depth: 0, position: 1, siblings: 1, children: [], ...UNCOUNTED }];
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    entries.push(entry);
    const parent = entry;
    const { length: siblings } = parent.node.children;
    for (const [index, node] of parent.node.children.entries()) {
      parent.children.push({ node, parent, depth: parent.depth + 1, position: index + 1, siblings, children: [], ...UNCOUNTED });
    }
    for (const child of parent.children.toReversed()) stack.push(child);
  }
  return entries;
}

/** Computes the sums from the last entry to the first, since children follow their parents. */
function computeSums(entries: readonly TaskEntry[]): void {
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    if (entry === undefined) continue;
    const { node, parent } = entry;
    if (node.children.length === 0) {
      entry.leaves = 1;
      for (const status of ['done', 'failed', 'skipped'] as const) entry[status] = node.status === status ? 1 : 0;
    }
    if (parent === null) continue;
    parent.size += entry.size;
    parent.leaves += entry.leaves;
    parent.done += entry.done;
    parent.failed += entry.failed;
    parent.skipped += entry.skipped;
  }
}

const indexes = new WeakMap<SwarmManifest, TaskIndex>();

/** Returns the index of a manifest. Memoized. */
export function getTaskIndex(manifest: SwarmManifest): TaskIndex {
  const known = indexes.get(manifest);
  if (known !== undefined) return known;
  const index = new TaskIndex(manifest);
  indexes.set(manifest, index);
  return index;
}
