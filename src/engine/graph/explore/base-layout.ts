import type { SemanticNode } from '../../crtx/index.ts';
import { EDGE_TYPES, isFileNode } from '../analysis/edge-table.ts';
import type { GraphModel } from '../graph-model.ts';
import type { GraphFilter } from '../schemas/graph-answer.ts';
import { countOf, shareOf, timeOf } from './shown.ts';

/** What its nodes say of a cluster. */
export interface ClusterSum {
  files: number;
  /** That of its most important node. */
  importance: number;
  /** Commits that changed its files, and how many of them were repairs. */
  touches: number;
  mended: number;
  /** Milliseconds since 1970 UTC; 0: never. */
  lastTouched: number;
}

/** What all scenes of a graph have in common. */
export interface BaseLayout {
  /** By node the place of its cluster; -1: it is in none. */
  readonly clusterOf: Int32Array;
  /** By node how many symbols a file has. */
  readonly symbols: Uint32Array;
  /** By cluster. */
  readonly sums: readonly ClusterSum[];
}

const grounds = new WeakMap<GraphModel, BaseLayout>();

/** Whether a node is declared in a file: where it is not shown, its file stands for it. */
export const isSymbol = ({ type }: Pick<SemanticNode, 'type'>): boolean => type === 'function' || type === 'type';

/** A node that several clusters name is in the first of them; what no cluster names is where its file is. */
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
  const sums = clusters.map((): ClusterSum => ({ files: 0, importance: 0, touches: 0, mended: 0, lastTouched: 0 }));
  nodes.forEach((node, place) => {
    const sum = sums[clusterOf[place] ?? -1];
    if (sum === undefined || !isFileNode(node)) return;
    sum.files += 1;
    sum.importance = Math.max(sum.importance, shareOf(node.importance));
    sum.touches += countOf(node.touchCount);
    sum.mended += countOf(node.touchCount) * shareOf(node.fragility);
    sum.lastTouched = Math.max(sum.lastTouched, timeOf(node.lastTouched));
  });
  return sums;
}

/** What scenes need of a graph, made when it is first asked for. */
export function baseLayoutOf(model: GraphModel): BaseLayout {
  const known = grounds.get(model);
  if (known !== undefined) return known;
  const clusterOf = clusterOfEach(model);
  const ground = { clusterOf, symbols: symbolsOfEach(model), sums: sumOfEach(model, clusterOf) };
  grounds.set(model, ground);
  return ground;
}

/** A filter that can be asked quickly. */
export interface Shown {
  isNode(node: SemanticNode | undefined): boolean;
  /** @param type a place in `EDGE_TYPES` */
  isEdge(type: number | undefined): boolean;
}

export function shownBy({ nodes, edges }: GraphFilter): Shown {
  const nodeTypes = new Set<string>(nodes);
  const isShown = EDGE_TYPES.map((type) => edges.includes(type));
  return {
    isNode: (node) => node !== undefined && nodeTypes.has(node.type),
    isEdge: (type) => isShown[type ?? -1] === true,
  };
}
