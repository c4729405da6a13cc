// Our own, because libraries take seconds for a thousand tasks: docs/decisions/0049-own-code.md
import type { TaskNode } from '../../crtx/schema.ts';
import { criticalPath, levels, type OrderGraph, orderGraph, unique } from './order-graph.ts';
import { isWithin, type Outline, outline } from './outline.ts';

/** A task of a graph, or all that a person does not see one by one. */
export interface TaskLayoutNode {
  /** The task, or the one below which they all are: its place in the order of the document. */
  readonly place: number;
  /** How many siblings from that one on are in it, with all that is below them. */
  readonly siblings: number;
  /** How many leaves are in it; 1 for a task that is not divided. */
  readonly leaves: number;
  /** Where it stands, counted from 0: what comes later stands in a later column. */
  readonly column: number;
  readonly row: number;
  readonly isCritical: boolean;
}

/** Which of two nodes, by their indexes, comes before the other. */
export interface TaskLayoutEdge {
  readonly from: number;
  readonly to: number;
  readonly isCritical: boolean;
}

/** What must come before what, from left to right. */
export interface TaskLayout {
  readonly nodes: readonly TaskLayoutNode[];
  readonly edges: readonly TaskLayoutEdge[];
  readonly columns: number;
  readonly rows: number;
  /** The leaves of the critical path, and what they are estimated at. */
  readonly critical: { readonly tasks: number; readonly tokens: number };
}

/** More than these nobody can follow. */
const MOST_EDGES = 1_000;

/** Some siblings that stand for one node. */
interface Group {
  readonly place: number;
  readonly siblings: number;
  /** Behind the last task in it. */
  readonly end: number;
}

/**
 * The graph of a tree of tasks: leaves, or subtrees folded into one node where there are more than `most` (the uppermost are unfolded first).
 * Edges are dependencies; those on or of a divided task lead from its last tasks or to its first ones.
 */
export function taskLayout(root: TaskNode, most: number): TaskLayout {
  const tree = outline(root);
  const order = orderGraph(tree);
  const groups = groupsOf(tree, most);
  const owners = ownersOf(tree, groups);
  const path = criticalPath(tree, order);
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

/** The uppermost are unfolded while there is room; of a task with more parts than there is room for, the last are one. */
function groupsOf(tree: Outline, most: number): Group[] {
  const single = (place: number): Group => ({ place, siblings: 1, end: endOf(tree, place) });
  const done: Group[] = [];
  let waiting = [0];
  while (waiting.length > 0) {
    const next: number[] = [];
    for (const [index, place] of waiting.entries()) {
      const children = childrenOf(tree, place);
      // What waits behind it needs a place each.
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

/** For each place the group that it is in; -1 for what stands above groups. */
function ownersOf({ nodes }: Outline, groups: readonly Group[]): Int32Array {
  const owners = new Int32Array(nodes.length).fill(-1);
  for (const [index, { place, end }] of groups.entries()) owners.fill(index, place, end);
  return owners;
}

/** The first column that a task of a group belongs to; columns that are empty are left out. */
function columnsOf(tree: Outline, order: OrderGraph, groups: readonly Group[]): number[] {
  const level = levels(tree, order);
  const found = groups.map(({ place, end }) => {
    let least = Number.POSITIVE_INFINITY;
    for (let at = place; at < end; at += 1) if (tree.nodes[at]?.children.length === 0) least = Math.min(least, level[at] ?? 0);
    return least;
  });
  const used = new Map([...new Set(found)].sort((one, other) => one - other).map((each, index) => [each, index]));
  return found.map((each) => used.get(each) ?? 0);
}

/** The pairs of groups that are joined, critical ones first. */
class Pairs {
  readonly edges: TaskLayoutEdge[] = [];
  readonly #known = new Set<string>();

  add(from: number | undefined, to: number | undefined, isCritical: boolean): void {
    if (from === undefined || to === undefined || from < 0 || to < 0 || from === to || this.edges.length >= MOST_EDGES) return;
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
  // Within a divided task those come first that wait for none of its parts, and those last that no part waits for.
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

/** The nodes of a task that have none before them, or behind them, within all; its own where it is in one. */
function endsWithin(tree: Outline, owners: Int32Array, place: number, has: ReadonlySet<number>): readonly number[] {
  const own = owners[place] ?? -1;
  if (own >= 0) return [own];
  const all = [...new Set(owners.subarray(place, endOf(tree, place)))].filter((owner) => owner >= 0);
  const ends = all.filter((owner) => !has.has(owner));
  return ends.length === 0 ? all : ends;
}

/** Pairs of places of which one comes before the other, each pair of nodes or divided tasks once. */
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
