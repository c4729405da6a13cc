import type { SceneNode } from '../../src/host/dashboards/graph/protocol.ts';
import type { Sorting } from './saved-graph.ts';

const byName = new Intl.Collator('en', { numeric: true });

const ORDERS: Readonly<Record<Sorting, (one: SceneNode, other: SceneNode) => number>> = {
  importance: (one, other) => other.importance - one.importance,
  fragility: (one, other) => other.fragility - one.fragility,
  name: (one, other) => byName.compare(one.name, other.name),
};

/** Cached last result, because the same list is requested repeatedly. */
let last: { readonly nodes: readonly SceneNode[]; readonly sorting: Sorting; readonly sorted: readonly SceneNode[] } | null = null;

/** Returns the nodes of a scene in the order of the list. */
export function sortedNodes(nodes: readonly SceneNode[], sorting: Sorting): readonly SceneNode[] {
  if (last?.nodes !== nodes || last.sorting !== sorting) last = { nodes, sorting, sorted: nodes.toSorted(ORDERS[sorting]) };
  return last.sorted;
}
