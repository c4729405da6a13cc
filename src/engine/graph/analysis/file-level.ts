import type { SemanticNode } from '../../crtx/index.ts';
import { EDGE_TYPES, type EdgeTable, fileOfEach } from './edge-table.ts';

/** Edges between different files, in columns: symbols stand for their files. */
export interface FileEdges {
  /** Places of nodes that are files. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Which edge of the graph it is. */
  readonly edge: Uint32Array;
}

/** The place of `breaks_if_changed` in `EDGE_TYPES`. */
export const BREAKS = EDGE_TYPES.indexOf('breaks_if_changed');

/**
 * The edges between files. A feature depends on what its commits touched, which says nothing of the file that it is found at; and a module
 * is no file.
 * @param table of these nodes
 */
export function fileEdges(nodes: readonly Pick<SemanticNode, 'type' | 'path'>[], table: EdgeTable): FileEdges {
  const fileOf = fileOfEach(nodes);
  const dependencies = fileOf.map((file, place) => (nodes[place]?.type === 'feature' ? -1 : file));
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
