import type { SemanticEdge, SemanticNode } from '../../crtx/index.ts';

/** All types of edges; an edge's type is its place here. */
export const EDGE_TYPES = [
  'depends',
  'tests',
  'implements',
  'extends',
  'configures',
  'breaks_if_changed',
] as const satisfies readonly SemanticEdge['type'][];

/** Edges as numbers, in columns: `from` and `to` are places in a list of nodes, `type` one in `EDGE_TYPES`. */
export interface EdgeTable {
  /** How many nodes there are. */
  readonly nodes: number;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly type: Uint8Array;
  readonly weight: Float64Array;
}

/** Where each type stands in `EDGE_TYPES`. */
export const TYPE_PLACES: ReadonlyMap<string, number> = new Map(EDGE_TYPES.map((type, place) => [type, place]));

/** The columns of edges between nodes of these places. @throws nothing: an edge that names no node is the caller's to leave out */
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

/** A number of columns' rows for each type, such as how much of an edge's weight counts. */
export type PerType = Readonly<Record<SemanticEdge['type'], number>>;

/** The numbers in the order of `EDGE_TYPES`. */
export const inTypeOrder = (numbers: PerType): Float64Array => Float64Array.from(EDGE_TYPES, (type) => numbers[type]);

/** Whether a node is a file of the project, with tests or without. */
export const isFileNode = ({ type }: Pick<SemanticNode, 'type'>): boolean => type === 'file' || type === 'test';

/**
 * The file that each node belongs to, as its place; -1 for modules, which are many, and for what names a file that is none.
 * A symbol belongs to the file where it is declared, an API to the one that answers, a feature to the one that it touches most.
 */
export function fileOfEach(nodes: readonly Pick<SemanticNode, 'type' | 'path'>[]): Int32Array {
  const files = new Map<string, number>();
  nodes.forEach((node, place) => {
    if (isFileNode(node) && !files.has(node.path)) files.set(node.path, place);
  });
  return Int32Array.from(nodes, ({ type, path }) => (type === 'module' ? -1 : (files.get(path) ?? -1)));
}
