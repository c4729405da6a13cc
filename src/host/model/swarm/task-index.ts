import type { SwarmManifest, TaskNode } from '../../../engine/crtx/index.ts';

export type TaskStatus = TaskNode['status'];
export type StatusCounts = Readonly<Record<TaskStatus, number>>;

/** A task and its place among the others. */
export interface TaskEntry {
  readonly node: TaskNode;
  readonly parent: TaskEntry | null;
  /** 0 for the root. */
  readonly depth: number;
  /** Among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
  /** In order. An id may be there twice, in a file that nobody has checked: entries are led to by their place. */
  readonly children: TaskEntry[];
  /** How many entries it takes with everything below it, itself included. */
  size: number;
  /** Below it (a leaf counts itself), and how many of them are done or skipped. */
  leaves: number;
  ended: number;
}

/** The tasks of a manifest in the order of the document, with what follows from their places. Made once for each manifest. */
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
    sumUp(this.entries);
  }

  get(id: string): TaskEntry | undefined {
    return this.#byId.get(id);
  }

  /** What an agent works on, or has in hand to begin. */
  workOf(agent: string): TaskNode | undefined {
    return this.#workOf.get(agent);
  }

  /** Whole percents of the leaves that are done or skipped. */
  get percent(): number {
    const [root] = this.entries;
    return root === undefined ? 0 : Math.floor((100 * root.ended) / root.leaves);
  }

  /** Those of its dependencies, and of the tasks above it, that are not done. */
  waitsFor(entry: TaskEntry): string[] {
    return entry.node.status === 'pending' ? this.#dependencies(entry, (status) => status !== 'done') : [];
  }

  /** Those that came to nothing. */
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

const UNCOUNTED = { size: 1, leaves: 0, ended: 0 };

/** Without recursion: a tree may be a thousand levels deep. */
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

/** Children come after their parents, so from the end everything is known when it is needed. */
function sumUp(entries: readonly TaskEntry[]): void {
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    if (entry === undefined) continue;
    const { node, parent } = entry;
    if (node.children.length === 0) {
      entry.leaves = 1;
      entry.ended = node.status === 'done' || node.status === 'skipped' ? 1 : 0;
    }
    if (parent === null) continue;
    parent.size += entry.size;
    parent.leaves += entry.leaves;
    parent.ended += entry.ended;
  }
}

const indexes = new WeakMap<SwarmManifest, TaskIndex>();

/** The index of a manifest; the same one each time it is asked for. */
export function indexOf(manifest: SwarmManifest): TaskIndex {
  const known = indexes.get(manifest);
  if (known !== undefined) return known;
  const index = new TaskIndex(manifest);
  indexes.set(manifest, index);
  return index;
}
