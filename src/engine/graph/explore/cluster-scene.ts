import { BREAKS } from '../analysis/file-level.ts';
import type { GraphModel } from '../graph-model.ts';
import { getBaseLayout, type IndexedFilter } from './base-layout.ts';
import { byText, type DraftNode, EdgeDraft, type SceneDraft, splitByRoom, withRelativeSizes } from './draft.ts';
import { shortenText, toShare } from './shown-values.ts';

/** An edge between files of different clusters. `from` depends on `to`. */
export interface CrossEdge {
  /** Indexes of the clusters. */
  readonly from: number;
  readonly to: number;
  /** Index of the edge in the graph. */
  readonly edge: number;
  readonly weight: number;
}

/** Yields the visible edges between files of different clusters. */
export function* crossEdges(model: GraphModel, shown: IndexedFilter): Iterable<CrossEdge> {
  const { clusterOf } = getBaseLayout(model);
  const { files, table, nodes } = model;
  for (const [at, edge] of files.edge.entries()) {
    const [one = 0, other = 0] = [files.from[at], files.to[at]];
    const [here = -1, there = -1] = [clusterOf[one], clusterOf[other]];
    if (here === there || here === -1 || there === -1) continue;
    if (!shown.isEdge(table.type[edge]) || !shown.isNode(nodes[one]) || !shown.isNode(nodes[other])) continue;
    const weight = toShare(table.weight[edge] ?? 0);
    // Files that change when another file changes count as its dependents.
    yield table.type[edge] === BREAKS ? { from: there, to: here, edge, weight } : { from: here, to: there, edge, weight };
  }
}

/** Returns a cluster as a node of a scene. */
export function clusterNode(model: GraphModel, cluster: number): DraftNode {
  const { id = '', name = '' } = model.clusters[cluster] ?? {};
  const { files = 0, importance = 0, touches = 0, fixed: mended = 0 } = getBaseLayout(model).sums[cluster] ?? {};
  return {
    id: shortenText(id),
    type: 'cluster',
    name: shortenText(name),
    path: '',
    size: files,
    importance,
    fragility: touches === 0 ? 0 : toShare(mended / touches),
    cluster,
    within: files,
    likelihood: null,
  };
}

/** Returns the scene of all clusters with visible nodes, largest first. */
export function clusterScene(model: GraphModel, shown: IndexedFilter): SceneDraft {
  const { clusterOf, sums } = getBaseLayout(model);
  const there = new Set(clusterOf.filter((cluster, place) => cluster >= 0 && shown.isNode(model.nodes[place])));
  const inOrder = Array.from(there, (cluster) => {
    const { files = 0, importance = 0 } = sums[cluster] ?? {};
    return { cluster, files, importance, id: model.clusters[cluster]?.id ?? '' };
  }).sort((one, other) => other.files - one.files || other.importance - one.importance || byText(one.id, other.id));
  const { first, rest } = splitByRoom(inOrder);
  const ends = new Map([...first, ...rest].map(({ cluster }, at) => [cluster, at]));
  const draft = new EdgeDraft(inOrder.length, ['mixed']);
  for (const { from, to, weight } of crossEdges(model, shown))
    draft.add(ends.get(from) ?? -1, ends.get(to) ?? -1, 0, (sum) => sum + weight);
  const { edges, heaviest, hidden } = draft.finish(first.length);
  return {
    nodes: withRelativeSizes(first.map(({ cluster }) => clusterNode(model, cluster))),
    edges: edges.map((edge) => ({ ...edge, weight: heaviest === 0 ? 0 : toShare(edge.weight / heaviest) })),
    hidden: { nodes: rest.length, edges: hidden },
  };
}
