import type { SceneNode } from '../../src/host/dashboards/graph/protocol.ts';
import type { Sorting } from './saved-graph.ts';

const byName = new Intl.Collator('en', { numeric: true });

const ORDERS: Readonly<Record<Sorting, (one: SceneNode, other: SceneNode) => number>> = {
  importance: (one, other) => other.importance - one.importance,
  fragility: (one, other) => other.fragility - one.fragility,
  name: (one, other) => byName.compare(one.name, other.name),
};

/** The last list that was sorted, which is asked for again and again. */
let last: { readonly nodes: readonly SceneNode[]; readonly sorting: Sorting; readonly sorted: readonly SceneNode[] } | null = null;

/** The nodes of a scene in the order of the list. */
export function sortedNodes(nodes: readonly SceneNode[], sorting: Sorting): readonly SceneNode[] {
  if (last?.nodes !== nodes || last.sorting !== sorting) last = { nodes, sorting, sorted: nodes.toSorted(ORDERS[sorting]) };
  return last.sorted;
}
