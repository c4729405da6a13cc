import type { SemanticEdge } from '../../crtx/index.ts';
import { compareCodePoints } from '../../kernel/code-point-order.ts';
import { countingSort } from './counting-sort.ts';
import { EDGE_TYPES, type EdgeTable, edgeTable, TYPE_PLACES } from './edge-table.ts';
import { rounded } from './rounded.ts';

/** Edges in their order, and the same as numbers. */
export interface SortedEdges {
  readonly edges: SemanticEdge[];
  readonly table: EdgeTable;
}

/** With a weight of three decimals: as it is where it has no more. */
function withRoundedWeight(edge: SemanticEdge): SemanticEdge {
  const { from, to, type, description } = edge;
  const weight = rounded(edge.weight);
  return weight === edge.weight ? edge : { from, to, type, weight, description };
}

/** Places in a list of edges, by where they begin, then where they end, then their types: three sorts, each of which keeps the order before it. */
function inOrder({ nodes, from, to, type }: EdgeTable): Uint32Array {
  const sorted = (order: Uint32Array, groups: number, groupOf: Uint32Array | Uint8Array): Uint32Array =>
    countingSort(
      groups,
      order.map((at) => groupOf[at] ?? 0),
    ).order.map((at) => order[at] ?? 0);
  const byType = countingSort(EDGE_TYPES.length, Uint32Array.from(type)).order;
  return sorted(sorted(byType, nodes, to), nodes, from);
}

/** The heavier of two edges of one type between the same ends; of two as heavy the one whose description comes first. */
function heavier(one: SemanticEdge, other: SemanticEdge): SemanticEdge {
  const order = other.weight - one.weight || compareCodePoints(one.description, other.description);
  return order <= 0 ? one : other;
}

/**
 * Edges between nodes that are there, in the order of their places and types; of several of one type between the same two the heaviest.
 * @param places of the nodes, by id
 */
export function sortedEdges(all: readonly SemanticEdge[], places: ReadonlyMap<string, number>): SortedEdges {
  const there = all.filter(({ from, to, type }) => from !== to && TYPE_PLACES.has(type) && places.has(from) && places.has(to));
  const table = edgeTable(places, there);
  const kept: number[] = [];
  const edges: SemanticEdge[] = [];
  for (const at of inOrder(table)) {
    const edge = there[at];
    if (edge === undefined) continue;
    const found = withRoundedWeight(edge);
    const last = kept.at(-1) ?? -1;
    const isRepeated = table.from[at] === table.from[last] && table.to[at] === table.to[last] && table.type[at] === table.type[last];
    const before = isRepeated ? edges.pop() : undefined;
    edges.push(before === undefined ? found : heavier(before, found));
    if (!isRepeated) kept.push(at);
  }
  return { edges, table: columnsOf(table, kept, edges) };
}

/** Some rows of a table, with the weights of these edges. */
function columnsOf({ nodes, from, to, type }: EdgeTable, rows: readonly number[], edges: readonly SemanticEdge[]): EdgeTable {
  const weight = new Float64Array(edges.length);
  edges.forEach((edge, at) => {
    weight[at] = edge.weight;
  });
  const column = <T extends Uint32Array | Uint8Array>(made: T, whole: T): T => {
    rows.forEach((row, at) => {
      made[at] = whole[row] ?? 0;
    });
    return made;
  };
  const count = rows.length;
  return {
    nodes,
    from: column(new Uint32Array(count), from),
    to: column(new Uint32Array(count), to),
    type: column(new Uint8Array(count), type),
    weight,
  };
}
