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
 * The edges between files. A feature leans on what its commits touched, which says nothing of the file that it is found at; and a module
 * is no file.
 * @param table of these nodes
 */
export function fileEdges(nodes: readonly Pick<SemanticNode, 'type' | 'path'>[], table: EdgeTable): FileEdges {
  const fileOf = fileOfEach(nodes);
  const ends = (edge: number): [number, number] => {
    const node = table.from[edge] ?? 0;
    return [nodes[node]?.type === 'feature' ? -1 : (fileOf[node] ?? -1), fileOf[table.to[edge] ?? 0] ?? -1];
  };
  const edge = table.from
    .map((_, at) => at)
    .filter((at) => {
      const [from, to] = ends(at);
      return from >= 0 && to >= 0 && from !== to;
    });
  return { from: edge.map((at) => ends(at)[0]), to: edge.map((at) => ends(at)[1]), edge };
}
