import type { GraphFilter, GraphPlace } from '../../src/host/dashboards/graph/protocol.ts';
import { asKey, fieldOf, isKey, type SavedLists, savedLists, textOrNull } from '../saved.ts';

/** The lists beside the picture. */
const LISTS = ['nodes', 'leansOn', 'leanedOnBy', 'affected', 'tests'] as const;
export type GraphList = (typeof LISTS)[number];

/** What the colours of the picture tell. */
export const COLOURINGS = { importance: 'Importance', fragility: 'Fragility', cluster: 'Cluster', lock: 'Lock' } as const;
export type Colouring = keyof typeof COLOURINGS;
export const isColouring = isKey(COLOURINGS);

/** By what the list is sorted. */
export const SORTINGS = { importance: 'Importance', fragility: 'Fragility', name: 'Name' } as const;
export type Sorting = keyof typeof SORTINGS;
export const isSorting = isKey(SORTINGS);

type FilteredNode = GraphFilter['nodes'][number];
type FilteredEdge = GraphFilter['edges'][number];

export const NODE_TYPES: Readonly<Record<FilteredNode, string>> = {
  file: 'Files',
  test: 'Tests',
  function: 'Functions',
  type: 'Types',
  module: 'Packages',
  api: 'Routes and programs',
  feature: 'Features',
};

export const EDGE_TYPES: Readonly<Record<FilteredEdge, string>> = {
  depends: 'Depends on',
  tests: 'Tests',
  implements: 'Implements',
  extends: 'Extends',
  configures: 'Configures',
  breaks_if_changed: 'Changes together',
};

const isNodeType = isKey(NODE_TYPES);
const isEdgeType = isKey(EDGE_TYPES);

export const EVERYTHING: GraphFilter = {
  nodes: Object.keys(NODE_TYPES).filter(isNodeType),
  edges: Object.keys(EDGE_TYPES).filter(isEdgeType),
};

/** How many types a filter leaves out. */
export const leftOut = ({ nodes, edges }: GraphFilter): number =>
  EVERYTHING.nodes.length - nodes.length + EVERYTHING.edges.length - edges.length;

export const ALL_CLUSTERS: GraphPlace = { kind: 'clusters' };

/** A place where one was, and what was chosen there. */
export interface Stop {
  readonly place: GraphPlace;
  readonly chosen: string | null;
}

/** What outlives a reload of the dashboard: ids and filters, nothing of what the graph says. */
export interface SavedGraph extends SavedLists<GraphList>, Stop {
  readonly filter: GraphFilter;
  readonly follow: boolean;
  readonly colouring: Colouring;
  readonly sorting: Sorting;
  /** Where one can go back to, the last one last, and forward to, the next one last. */
  readonly past: readonly Stop[];
  readonly future: readonly Stop[];
  /** Looked for just now; not kept. */
  readonly words: string;
}

/** So far back one can go. */
export const MOST_STOPS = 50;

export function ofLists<Value>(of: (list: GraphList) => Value): Record<GraphList, Value> {
  return {
    nodes: of('nodes'),
    leansOn: of('leansOn'),
    leanedOnBy: of('leanedOnBy'),
    affected: of('affected'),
    tests: of('tests'),
  };
}

function asPlace(value: unknown): GraphPlace | null {
  const [kind, cluster, file, node] = ['kind', 'cluster', 'file', 'node'].map((name) => fieldOf(value, name));
  if (kind === 'clusters') return ALL_CLUSTERS;
  if (kind === 'cluster' && typeof cluster === 'string') return { kind, cluster };
  if (kind === 'file' && typeof file === 'string') return { kind, file };
  return (kind === 'around' || kind === 'blast') && typeof node === 'string' ? { kind, node } : null;
}

function asStops(value: unknown): readonly Stop[] {
  if (!Array.isArray(value)) return [];
  const stops = value.flatMap((each: unknown) => {
    const place = asPlace(fieldOf(each, 'place'));
    return place === null ? [] : [{ place, chosen: textOrNull(fieldOf(each, 'chosen')) }];
  });
  return stops.slice(-MOST_STOPS);
}

/** A filter that lets nothing through was hardly meant. */
function asFilter(value: unknown): GraphFilter {
  const [nodes, edges] = [fieldOf(value, 'nodes'), fieldOf(value, 'edges')];
  return {
    nodes: Array.isArray(nodes) ? nodes.filter(isNodeType) : EVERYTHING.nodes,
    edges: Array.isArray(edges) ? edges.filter(isEdgeType) : EVERYTHING.edges,
  };
}

/** Reads what was saved, perhaps by another version of the dashboard; what makes no sense counts as not saved. */
export function readSavedGraph(saved: unknown): SavedGraph {
  return {
    place: asPlace(fieldOf(saved, 'place')) ?? ALL_CLUSTERS,
    chosen: textOrNull(fieldOf(saved, 'chosen')),
    filter: asFilter(fieldOf(saved, 'filter')),
    follow: fieldOf(saved, 'follow') === true,
    colouring: asKey(fieldOf(saved, 'colouring'), COLOURINGS, 'importance'),
    sorting: asKey(fieldOf(saved, 'sorting'), SORTINGS, 'importance'),
    past: asStops(fieldOf(saved, 'past')),
    future: asStops(fieldOf(saved, 'future')),
    words: '',
    ...savedLists(saved, ofLists),
  };
}
