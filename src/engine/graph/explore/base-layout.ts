import type { SemanticNode } from '../../crtx/index.ts';
import { EDGE_TYPES, isFileNode } from '../analysis/edge-table.ts';
import type { GraphModel } from '../graph-model.ts';
import type { GraphFilter } from '../schemas/graph-answer.ts';
import { toCount, toShare, toTime } from './shown-values.ts';

/** Totals over the nodes of a cluster. */
export interface ClusterSum {
  files: number;
  /** Importance of its most important node. */
  importance: number;
  /** Number of commits that changed its files, and how many of them were fixes. */
  touches: number;
  fixed: number;
  /** Milliseconds since 1970 UTC; 0 for never. */
  lastTouched: number;
}

/** Data that all scenes of a graph share. */
export interface BaseLayout {
  /** For each node, the index of its cluster; -1 for none. */
  readonly clusterOf: Int32Array;
  /** For each file node, its number of symbols. */
  readonly symbols: Uint32Array;
  /** For each cluster. */
  readonly sums: readonly ClusterSum[];
}

const grounds = new WeakMap<GraphModel, BaseLayout>();

/** Whether a node is declared in a file. If it is hidden, its file represents it. */
export const isSymbol = ({ type }: Pick<SemanticNode, 'type'>): boolean => type === 'function' || type === 'type';

/** A node listed in several clusters belongs to the first. A node in no cluster belongs to the cluster of its file. */
function clusterOfEach(model: GraphModel): Int32Array {
  const clusterOf = new Int32Array(model.nodes.length).fill(-1);
  model.clusters.forEach(({ nodes }, at) => {
    for (const id of nodes) {
      const place = model.placeOf(id) ?? -1;
      if (clusterOf[place] === -1) clusterOf[place] = at;
    }
  });
  return clusterOf.map((cluster, place) => (cluster === -1 ? (clusterOf[model.fileOf[place] ?? -1] ?? -1) : cluster));
}

function symbolsOfEach({ nodes, fileOf }: GraphModel): Uint32Array {
  const symbols = new Uint32Array(nodes.length);
  nodes.forEach((node, place) => {
    const file = fileOf[place] ?? -1;
    if (isSymbol(node) && file >= 0) symbols[file] = (symbols[file] ?? 0) + 1;
  });
  return symbols;
}

function sumOfEach({ nodes, clusters }: GraphModel, clusterOf: Int32Array): ClusterSum[] {
  const sums = clusters.map((): ClusterSum => ({ files: 0, importance: 0, touches: 0, fixed: 0, lastTouched: 0 }));
  nodes.forEach((node, place) => {
    const sum = sums[clusterOf[place] ?? -1];
    if (sum === undefined || !isFileNode(node)) return;
    sum.files += 1;
    sum.importance = Math.max(sum.importance, toShare(node.importance));
    sum.touches += toCount(node.touchCount);
    sum.fixed += toCount(node.touchCount) * toShare(node.fragility);
    sum.lastTouched = Math.max(sum.lastTouched, toTime(node.lastTouched));
  });
  return sums;
}

/** Returns the shared data of a graph's scenes, computed on first use. */
export function getBaseLayout(model: GraphModel): BaseLayout {
  const known = grounds.get(model);
  if (known !== undefined) return known;
  const clusterOf = clusterOfEach(model);
  const ground = { clusterOf, symbols: symbolsOfEach(model), sums: sumOfEach(model, clusterOf) };
  grounds.set(model, ground);
  return ground;
}

/** A filter with fast lookups. */
export interface IndexedFilter {
  isNode(node: SemanticNode | undefined): boolean;
  /** @param type an index into `EDGE_TYPES` */
  isEdge(type: number | undefined): boolean;
}

export function indexFilter({ nodes, edges }: GraphFilter): IndexedFilter {
  const nodeTypes = new Set<string>(nodes);
  const isShown = EDGE_TYPES.map((type) => edges.includes(type));
  return {
    isNode: (node) => node !== undefined && nodeTypes.has(node.type),
    isEdge: (type) => isShown[type ?? -1] === true,
  };
}
