import type { SemanticEdge } from '../../crtx/index.ts';
import { compareCodePoints } from '../../text/code-point-order.ts';
import { countingSort } from './counting-sort.ts';
import { EDGE_TYPES, type EdgeTable, edgeTable, TYPE_PLACES } from './edge-table.ts';
import { rounded } from './rounded.ts';

/** Edges, and the same edges as columns of numbers. */
export interface EdgeRows {
  readonly edges: SemanticEdge[];
  readonly table: EdgeTable;
}

/** Rounds the weight to three decimals. Returns the same object if nothing changes. */
function withRoundedWeight(edge: SemanticEdge): SemanticEdge {
  const { from, to, type, description } = edge;
  const weight = rounded(edge.weight);
  return weight === edge.weight ? edge : { from, to, type, weight, description };
}

/**
 * Returns the edges between different existing nodes, and those of files that test themselves, in the same order.
 * @param places index of each node, by id
 */
export function edgeRows(all: readonly SemanticEdge[], places: ReadonlyMap<string, number>): EdgeRows {
  const isAny = ({ from, to, type }: SemanticEdge): boolean => from !== to || type === 'tests';
  const there = all.filter((edge) => isAny(edge) && TYPE_PLACES.has(edge.type) && places.has(edge.from) && places.has(edge.to));
  const edges = there.map(withRoundedWeight);
  return { edges, table: edgeTable(places, edges) };
}

/**
 * Returns the same rows with new node indexes; `null` if one of their nodes is gone.
 * @param moved the new index for each old one, or -1
 * @param nodes number of nodes
 */
export function movedRows({ edges, table }: EdgeRows, moved: Int32Array, nodes: number): EdgeRows | null {
  const [from, to] = [movedColumn(table.from, moved), movedColumn(table.to, moved)];
  return from === null || to === null ? null : { edges, table: { ...table, nodes, from, to } };
}

function movedColumn(column: Uint32Array, moved: Int32Array): Uint32Array | null {
  const made = new Uint32Array(column.length);
  for (let at = 0; at < made.length; at += 1) {
    const place = moved[column[at] ?? 0] ?? -1;
    if (place < 0) return null;
    made[at] = place;
  }
  return made;
}

/** Returns a column, reordered. */
function inOrderOf(order: Uint32Array, column: Uint32Array | Uint8Array): Uint32Array {
  const made = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at += 1) made[at] = column[order[at] ?? 0] ?? 0;
  return made;
}

/** Sorts rows by `from`, then `to`, then type, with three stable sorts. */
function sortedRows({ nodes, from, to, type }: EdgeTable): Uint32Array {
  const sorted = (order: Uint32Array, groups: number, groupOf: Uint32Array): Uint32Array =>
    inOrderOf(countingSort(groups, inOrderOf(order, groupOf)).order, order);
  const byType = countingSort(EDGE_TYPES.length, new Uint32Array(type)).order;
  return sorted(sorted(byType, nodes, to), nodes, from);
}

/** Returns the edge with the higher weight, of two with the same type and ends. Ties: the first by description. */
function heavier(one: SemanticEdge, other: SemanticEdge): SemanticEdge {
  const order = other.weight - one.weight || compareCodePoints(one.description, other.description);
  return order <= 0 ? one : other;
}

/** Concatenates rows. @param nodes number of nodes */
function joined(parts: readonly EdgeRows[], nodes: number): EdgeRows {
  const count = parts.reduce((sum, { edges }) => sum + edges.length, 0);
  const [from, to, type, weight] = [new Uint32Array(count), new Uint32Array(count), new Uint8Array(count), new Float64Array(count)];
  const edges: SemanticEdge[] = [];
  for (const { edges: own, table } of parts) {
    const at = edges.length;
    from.set(table.from, at);
    to.set(table.to, at);
    type.set(table.type, at);
    weight.set(table.weight, at);
    for (const edge of own) edges.push(edge);
  }
  return { edges, table: { nodes, from, to, type, weight } };
}

/**
 * Returns the edges of all parts, sorted by their nodes and types. Of several edges of one type between the same nodes only the one with
 * the highest weight is kept.
 * @param nodes number of nodes
 */
export function sortedEdges(parts: readonly EdgeRows[], nodes: number): EdgeRows {
  const { edges: all, table } = joined(parts, nodes);
  const kept = new Uint32Array(all.length);
  const edges: SemanticEdge[] = [];
  let last = -1;
  for (const at of sortedRows(table)) {
    const edge = all[at];
    if (edge === undefined) continue;
    const isRepeated = table.from[at] === table.from[last] && table.to[at] === table.to[last] && table.type[at] === table.type[last];
    const before = isRepeated ? edges.pop() : undefined;
    if (before === undefined) {
      kept[edges.length] = at;
      last = at;
    }
    edges.push(before === undefined ? edge : heavier(before, edge));
  }
  return { edges, table: columnsOf(table, kept.subarray(0, edges.length), edges) };
}

/** Returns some rows of a table, with the weights of these edges. */
function columnsOf({ nodes, from, to, type }: EdgeTable, rows: Uint32Array, edges: readonly SemanticEdge[]): EdgeTable {
  const weight = new Float64Array(edges.length);
  for (let at = 0; at < weight.length; at += 1) weight[at] = edges[at]?.weight ?? 0;
  return { nodes, from: inOrderOf(rows, from), to: inOrderOf(rows, to), type: new Uint8Array(inOrderOf(rows, type)), weight };
}
