import type { SemanticEdge, SemanticNode } from '../../crtx/index.ts';

/** All types of edges. Tables store the index in this list. */
export const EDGE_TYPES = [
  'depends',
  'tests',
  'implements',
  'extends',
  'configures',
  'breaks_if_changed',
] as const satisfies readonly SemanticEdge['type'][];

/** Edges as columns of numbers: `from` and `to` are indexes into a list of nodes, `type` into `EDGE_TYPES`. */
export interface EdgeTable {
  /** Number of nodes. */
  readonly nodes: number;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly type: Uint8Array;
  readonly weight: Float64Array;
}

/** Index of each type in `EDGE_TYPES`. */
export const TYPE_PLACES: ReadonlyMap<string, number> = new Map(EDGE_TYPES.map((type, place) => [type, place]));

/** Returns the columns of edges. The caller must have removed edges to unknown nodes. @param places index of each node, by id */
export function edgeTable(places: ReadonlyMap<string, number>, edges: readonly SemanticEdge[]): EdgeTable {
  const count = edges.length;
  const [from, to, type, weight] = [new Uint32Array(count), new Uint32Array(count), new Uint8Array(count), new Float64Array(count)];
  edges.forEach((edge, at) => {
    from[at] = places.get(edge.from) ?? 0;
    to[at] = places.get(edge.to) ?? 0;
    type[at] = TYPE_PLACES.get(edge.type) ?? 0;
    weight[at] = edge.weight;
  });
  return { nodes: places.size, from, to, type, weight };
}

/** A number for each edge type, such as a factor for weights. */
export type PerType = Readonly<Record<SemanticEdge['type'], number>>;

/** Returns the numbers in the order of `EDGE_TYPES`. */
export const inTypeOrder = (numbers: PerType): Float64Array => Float64Array.from(EDGE_TYPES, (type) => numbers[type]);

/** Whether a node is a file of the project; test files count. */
export const isFileNode = ({ type }: Pick<SemanticNode, 'type'>): boolean => type === 'file' || type === 'test';

/**
 * Returns for each node the index of its file; -1 for modules, and for paths without a file node. A symbol belongs to the file that
 * declares it, an API to the file that handles it, a feature to the file that it touches most.
 */
export function fileOfEachNode(nodes: readonly Pick<SemanticNode, 'type' | 'path'>[]): Int32Array {
  const files = new Map<string, number>();
  nodes.forEach((node, place) => {
    if (isFileNode(node) && !files.has(node.path)) files.set(node.path, place);
  });
  return Int32Array.from(nodes, ({ type, path }) => (type === 'module' ? -1 : (files.get(path) ?? -1)));
}
