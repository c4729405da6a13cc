// Own code, because libraries take seconds for a thousand tasks: docs/decisions/0049-custom-code.md
import type { TaskNode } from '../../crtx/schema.ts';
import { buildOrderGraph, computeLevels, findCriticalPath, type OrderGraph, unique } from './dependencies/order-graph.ts';
import { createOutline, isWithin, type Outline } from './outline.ts';

/** A node of the layout: one task, or a group of tasks that are not shown one by one. */
export interface TaskLayoutNode {
  /** Place of the task in document order; for a group, of its first task. */
  readonly place: number;
  /** Number of siblings in the node, starting with that task, each with its whole subtree. */
  readonly siblings: number;
  /** Number of leaves in the node; 1 for a task without children. */
  readonly leaves: number;
  /** Column, counted from 0. A task is in a later column than the tasks that it waits for. */
  readonly column: number;
  readonly row: number;
  readonly isCritical: boolean;
}

/** An edge between two nodes, by their indexes: `from` comes before `to`. */
export interface TaskLayoutEdge {
  readonly from: number;
  readonly to: number;
  readonly isCritical: boolean;
}

/** A layout of tasks from left to right, in the order of their dependencies. */
export interface TaskLayout {
  readonly nodes: readonly TaskLayoutNode[];
  readonly edges: readonly TaskLayoutEdge[];
  readonly columns: number;
  readonly rows: number;
  /** The number of leaves of the critical path, and the sum of their estimated tokens. */
  readonly critical: { readonly tasks: number; readonly tokens: number };
}

/** Maximum number of edges: more could not be read. */
const MAX_EDGES = 1_000;

/** Adjacent siblings that are drawn as one node. */
interface Group {
  readonly place: number;
  readonly siblings: number;
  /** Place after the last task in the group. */
  readonly end: number;
}

/**
 * Returns the layout of a task tree: its leaves, or subtrees folded into one node where there are more than `most`. Upper tasks are
 * unfolded first. Edges are dependencies; those on or of a task with children start at its last parts or end at its first ones.
 */
export function computeTaskLayout(root: TaskNode, most: number): TaskLayout {
  const tree = createOutline(root);
  const order = buildOrderGraph(tree);
  const groups = groupsOf(tree, most);
  const owners = ownersOf(tree, groups);
  const path = findCriticalPath(tree, order);
  const columns = columnsOf(tree, order, groups);
  const isCritical = new Set(path.map((place) => owners[place]));
  const rows = new Map<number, number>();
  const nodes = groups.map(({ place, siblings, end }, index): TaskLayoutNode => {
    const column = columns[index] ?? 0;
    const row = rows.get(column) ?? 0;
    rows.set(column, row + 1);
    return { place, siblings, leaves: leavesIn(tree, place, end), column, row, isCritical: isCritical.has(index) };
  });
  return {
    nodes,
    edges: edgesOf(tree, owners, path),
    columns: rows.size,
    rows: Math.max(0, ...rows.values()),
    critical: { tasks: path.length, tokens: path.reduce((sum, place) => sum + (tree.nodes[place]?.estimatedTokens ?? 0), 0) },
  };
}

const endOf = ({ ends }: Outline, place: number): number => ends[place] ?? place + 1;

function childrenOf(tree: Outline, place: number): number[] {
  const found: number[] = [];
  for (let at = place + 1; at < endOf(tree, place); at = endOf(tree, at)) found.push(at);
  return found;
}

function leavesIn({ nodes }: Outline, from: number, end: number): number {
  let leaves = 0;
  for (let place = from; place < end; place += 1) if (nodes[place]?.children.length === 0) leaves += 1;
  return leaves;
}

/** Unfolds upper tasks first while there is room. When a task has more children than there is room for, the last ones form one group. */
function groupsOf(tree: Outline, most: number): Group[] {
  const single = (place: number): Group => ({ place, siblings: 1, end: endOf(tree, place) });
  const done: Group[] = [];
  let waiting = [0];
  while (waiting.length > 0) {
    const next: number[] = [];
    for (const [index, place] of waiting.entries()) {
      const children = childrenOf(tree, place);
      // Each task that still waits behind this one needs one node.
      const room = most - done.length - next.length - (waiting.length - index - 1);
      if (children.length === 0 || room < 2) {
        done.push(single(place));
        continue;
      }
      const shown = children.length <= room ? children : children.slice(0, room - 1);
      const rest = children[shown.length];
      next.push(...shown);
      if (rest !== undefined) done.push({ place: rest, siblings: children.length - shown.length, end: endOf(tree, place) });
    }
    waiting = next;
  }
  return done.sort((one, other) => one.place - other.place);
}

/** Returns, for each place, the index of its group; -1 for tasks above the groups. */
function ownersOf({ nodes }: Outline, groups: readonly Group[]): Int32Array {
  const owners = new Int32Array(nodes.length).fill(-1);
  for (const [index, { place, end }] of groups.entries()) owners.fill(index, place, end);
  return owners;
}

/** Returns, for each group, the first column that one of its tasks belongs to. Empty columns are left out. */
function columnsOf(tree: Outline, order: OrderGraph, groups: readonly Group[]): number[] {
  const level = computeLevels(tree, order);
  const found = groups.map(({ place, end }) => {
    let least = Number.POSITIVE_INFINITY;
    for (let at = place; at < end; at += 1) if (tree.nodes[at]?.children.length === 0) least = Math.min(least, level[at] ?? 0);
    return least;
  });
  const used = new Map([...new Set(found)].sort((one, other) => one - other).map((each, index) => [each, index]));
  return found.map((each) => used.get(each) ?? 0);
}

/** The edges between groups, without duplicates. Critical edges are added first, so that `MAX_EDGES` does not drop them. */
class Pairs {
  readonly edges: TaskLayoutEdge[] = [];
  readonly #known = new Set<string>();

  add(from: number | undefined, to: number | undefined, isCritical: boolean): void {
    if (from === undefined || to === undefined || from < 0 || to < 0 || from === to || this.edges.length >= MAX_EDGES) return;
    const key = `${from} ${to}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.edges.push({ from, to, isCritical });
  }
}

function edgesOf(tree: Outline, owners: Int32Array, path: readonly number[]): TaskLayoutEdge[] {
  const pairs = new Pairs();
  for (const [index, place] of path.entries()) if (index > 0) pairs.add(owners[path[index - 1] ?? -1], owners[place], true);
  const joined = dependenciesIn(tree, owners);
  // The first parts of a divided task wait for none of its other parts; no other part waits for the last ones.
  const hasBefore = new Set<number>();
  const hasAfter = new Set<number>();
  for (const [from, to] of joined) {
    const [one = -1, other = -1] = [owners[from], owners[to]];
    if (one < 0 || other < 0 || one === other) continue;
    hasAfter.add(one);
    hasBefore.add(other);
    pairs.add(one, other, false);
  }
  for (const [from, to] of joined) {
    const sources = endsWithin(tree, owners, to, hasBefore);
    for (const one of endsWithin(tree, owners, from, hasAfter)) for (const other of sources) pairs.add(one, other, false);
  }
  return pairs.edges;
}

/** Returns the nodes of a task without an edge inside the task (`has`), or all of its nodes. A task inside a node has only that node. */
function endsWithin(tree: Outline, owners: Int32Array, place: number, has: ReadonlySet<number>): readonly number[] {
  const own = owners[place] ?? -1;
  if (own >= 0) return [own];
  const all = [...new Set(owners.subarray(place, endOf(tree, place)))].filter((owner) => owner >= 0);
  const ends = all.filter((owner) => !has.has(owner));
  return ends.length === 0 ? all : ends;
}

/** Returns pairs of places where `from` comes before `to`, once for each pair of nodes or divided tasks. */
function dependenciesIn(tree: Outline, owners: Int32Array): readonly (readonly [from: number, to: number])[] {
  const found = new Map<string, readonly [number, number]>();
  const nameOf = (place: number): string => ((owners[place] ?? -1) < 0 ? `above ${place}` : `${owners[place]}`);
  for (const [to, { dependencies }] of tree.nodes.entries()) {
    for (const id of unique(dependencies)) {
      const from = tree.places.get(id);
      if (from === undefined || isWithin(tree, from, to) || isWithin(tree, to, from)) continue;
      const key = `${nameOf(from)} ${nameOf(to)}`;
      if (!found.has(key)) found.set(key, [from, to]);
    }
  }
  return [...found.values()];
}
