import type { SemanticEdge } from '../../crtx/index.ts';
import { compareCodePoints } from '../../text/code-point-order.ts';
import { countingSort } from './counting-sort.ts';
import { EDGE_TYPES, type EdgeTable, edgeTable, TYPE_PLACES } from './edge-table.ts';
import { rounded } from './rounded.ts';

/** Edges, and the same as numbers. */
export interface EdgeRows {
  readonly edges: SemanticEdge[];
  readonly table: EdgeTable;
}

/** With a weight of three decimals: as it is where it has no more. */
function withRoundedWeight(edge: SemanticEdge): SemanticEdge {
  const { from, to, type, description } = edge;
  const weight = rounded(edge.weight);
  return weight === edge.weight ? edge : { from, to, type, weight, description };
}

/** Those of some edges that lead from a node to another one, or from a file to itself, which it tests, in their own order. @param places of the nodes, by id */
export function edgeRows(all: readonly SemanticEdge[], places: ReadonlyMap<string, number>): EdgeRows {
  const isAny = ({ from, to, type }: SemanticEdge): boolean => from !== to || type === 'tests';
  const there = all.filter((edge) => isAny(edge) && TYPE_PLACES.has(edge.type) && places.has(edge.from) && places.has(edge.to));
  const edges = there.map(withRoundedWeight);
  return { edges, table: edgeTable(places, edges) };
}

/** The same rows where nodes have other places; `null` where one of their nodes is gone. @param moved by a node's place, the new one or -1 @param nodes how many there are */
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

/** What a number says of each row, in an order of the rows. */
function inOrderOf(order: Uint32Array, column: Uint32Array | Uint8Array): Uint32Array {
  const made = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at += 1) made[at] = column[order[at] ?? 0] ?? 0;
  return made;
}

/** Rows by where they begin, then where they end, then their types: three sorts, each of which keeps the order before it. */
function sortedRows({ nodes, from, to, type }: EdgeTable): Uint32Array {
  const sorted = (order: Uint32Array, groups: number, groupOf: Uint32Array): Uint32Array =>
    inOrderOf(countingSort(groups, inOrderOf(order, groupOf)).order, order);
  const byType = countingSort(EDGE_TYPES.length, new Uint32Array(type)).order;
  return sorted(sorted(byType, nodes, to), nodes, from);
}

/** The heavier of two edges of one type between the same ends; of two as heavy the one whose description comes first. */
function heavier(one: SemanticEdge, other: SemanticEdge): SemanticEdge {
  const order = other.weight - one.weight || compareCodePoints(one.description, other.description);
  return order <= 0 ? one : other;
}

/** All rows, one behind the other. @param nodes how many there are */
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
 * The edges of all parts in the order of their places and types; of several of one type between the same two the heaviest.
 * @param nodes how many there are
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

/** Some rows of a table, with the weights of these edges. */
function columnsOf({ nodes, from, to, type }: EdgeTable, rows: Uint32Array, edges: readonly SemanticEdge[]): EdgeTable {
  const weight = new Float64Array(edges.length);
  for (let at = 0; at < weight.length; at += 1) weight[at] = edges[at]?.weight ?? 0;
  return { nodes, from: inOrderOf(rows, from), to: inOrderOf(rows, to), type: new Uint8Array(inOrderOf(rows, type)), weight };
}
