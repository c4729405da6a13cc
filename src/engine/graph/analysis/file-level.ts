import type { SemanticNode } from '../../crtx/index.ts';
import { EDGE_TYPES, type EdgeTable, fileOfEachNode } from './edge-table.ts';

/** Edges between different files, as columns. Edges of symbols count for their files. */
export interface FileEdges {
  /** Indexes of file nodes. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Index of the edge in the graph. */
  readonly edge: Uint32Array;
}

/** Index of `breaks_if_changed` in `EDGE_TYPES`. */
export const BREAKS = EDGE_TYPES.indexOf('breaks_if_changed');

/** Whether a node may depend on other files than the one that its path names. */
const isOfSeveral = (node: Pick<SemanticNode, 'type'> | undefined): boolean => node?.type === 'feature' || node?.type === 'api';

/**
 * Returns the edges between files. Skips edges of modules, and edges from features and APIs: a feature depends on the files of its commits,
 * and what a framework loads or a package offers does not depend on the first of these files. Where it does, imports show it.
 * @param table of these nodes
 */
export function fileEdges(nodes: readonly Pick<SemanticNode, 'type' | 'path'>[], table: EdgeTable): FileEdges {
  const fileOf = fileOfEachNode(nodes);
  const dependencies = fileOf.map((file, place) => (isOfSeveral(nodes[place]) ? -1 : file));
  const count = table.from.length;
  const [from, to, edge] = [new Uint32Array(count), new Uint32Array(count), new Uint32Array(count)];
  let found = 0;
  for (let at = 0; at < count; at += 1) {
    const [one, other] = [dependencies[table.from[at] ?? 0] ?? -1, fileOf[table.to[at] ?? 0] ?? -1];
    if (one < 0 || other < 0 || one === other) continue;
    from[found] = one;
    to[found] = other;
    edge[found] = at;
    found += 1;
  }
  return { from: from.slice(0, found), to: to.slice(0, found), edge: edge.slice(0, found) };
}
