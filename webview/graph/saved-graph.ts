import type { GraphFilter, GraphPlace } from '../../src/host/dashboards/graph/protocol.ts';
import { isKey, keyOrFallback, readField, type SavedLists, savedLists, textOrNull } from '../saved.ts';

/** Lists beside the drawing. */
const LISTS = ['nodes', 'leansOn', 'leanedOnBy', 'affected', 'tests'] as const;
export type GraphList = (typeof LISTS)[number];

/** What the colours of the drawing show. */
export const COLOURINGS = { importance: 'Importance', fragility: 'Fragility', cluster: 'Cluster', lock: 'Lock' } as const;
export type Colouring = keyof typeof COLOURINGS;
export const isColouring = isKey(COLOURINGS);

/** Sort orders of the list. */
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

export const NO_FILTER: GraphFilter = {
  nodes: Object.keys(NODE_TYPES).filter(isNodeType),
  edges: Object.keys(EDGE_TYPES).filter(isEdgeType),
};

/** Returns the number of types that a filter hides. */
export const countHiddenTypes = ({ nodes, edges }: GraphFilter): number =>
  NO_FILTER.nodes.length - nodes.length + NO_FILTER.edges.length - edges.length;

export const ALL_CLUSTERS: GraphPlace = { kind: 'clusters' };

/** A visited place, with the node that was selected there. */
export interface VisitedPlace {
  readonly place: GraphPlace;
  readonly chosen: string | null;
}

/** State saved over reloads of the dashboard: ids and filters, and no content of the graph. */
export interface SavedGraph extends SavedLists<GraphList>, VisitedPlace {
  readonly filter: GraphFilter;
  readonly follow: boolean;
  readonly colouring: Colouring;
  readonly sorting: Sorting;
  /** History for Back and Forward; the nearest stop is the last of each list. */
  readonly past: readonly VisitedPlace[];
  readonly future: readonly VisitedPlace[];
  /** Present search text; not saved. */
  readonly words: string;
}

/** Largest number of stops in the history. */
export const MAX_STOPS = 50;

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
  const [kind, cluster, file, node] = ['kind', 'cluster', 'file', 'node'].map((name) => readField(value, name));
  if (kind === 'clusters') return ALL_CLUSTERS;
  if (kind === 'cluster' && typeof cluster === 'string') return { kind, cluster };
  if (kind === 'file' && typeof file === 'string') return { kind, file };
  return (kind === 'around' || kind === 'blast') && typeof node === 'string' ? { kind, node } : null;
}

function asStops(value: unknown): readonly VisitedPlace[] {
  if (!Array.isArray(value)) return [];
  const stops = value.flatMap((each: unknown) => {
    const place = asPlace(readField(each, 'place'));
    return place === null ? [] : [{ place, chosen: textOrNull(readField(each, 'chosen')) }];
  });
  return stops.slice(-MAX_STOPS);
}

/** An invalid filter shows everything. */
function asFilter(value: unknown): GraphFilter {
  const [nodes, edges] = [readField(value, 'nodes'), readField(value, 'edges')];
  return {
    nodes: Array.isArray(nodes) ? nodes.filter(isNodeType) : NO_FILTER.nodes,
    edges: Array.isArray(edges) ? edges.filter(isEdgeType) : NO_FILTER.edges,
  };
}

/** Parses saved state, perhaps of another version of the dashboard. Invalid parts are ignored. */
export function readSavedGraph(saved: unknown): SavedGraph {
  return {
    place: asPlace(readField(saved, 'place')) ?? ALL_CLUSTERS,
    chosen: textOrNull(readField(saved, 'chosen')),
    filter: asFilter(readField(saved, 'filter')),
    follow: readField(saved, 'follow') === true,
    colouring: keyOrFallback(readField(saved, 'colouring'), COLOURINGS, 'importance'),
    sorting: keyOrFallback(readField(saved, 'sorting'), SORTINGS, 'importance'),
    past: asStops(readField(saved, 'past')),
    future: asStops(readField(saved, 'future')),
    words: '',
    ...savedLists(saved, ofLists),
  };
}
