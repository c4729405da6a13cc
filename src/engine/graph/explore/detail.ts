import { counted } from '../../text/amounts.ts';
import { EDGE_TYPES } from '../analysis/edge-table.ts';
import { BREAKS } from '../analysis/file-level.ts';
import type { GraphModel } from '../graph-model.ts';
import type { GraphDetail, GraphLink, GraphLinks } from '../schemas/graph-answer.ts';
import { getBaseLayout, indexFilter } from './base-layout.ts';
import { clusterNode, crossEdges } from './cluster-scene.ts';
import { findClusterByShownId, findNodeByShownId, shortenText, toCount, toShare, toTime } from './shown-values.ts';

const MAX_LINKS = 50;
const ALL = indexFilter({ nodes: ['file', 'test'], edges: EDGE_TYPES });

/** The combined edges from a node or cluster to another one. */
interface Tie {
  /** Index of the other node or cluster. */
  readonly other: number;
  readonly weight: number;
  /** The edge with the highest weight in the graph, that weight, and the number of edges. */
  readonly edge: number;
  readonly heaviest: number;
  readonly edges: number;
}

/** Ties in one direction, by key. */
type DirectedTies = Map<number, Tie>;

/** Adds an edge to the tie with the same other end. @param add whether weights add up; otherwise the maximum counts */
function put(ties: DirectedTies, key: number, { other, edge, weight }: Pick<Tie, 'other' | 'edge' | 'weight'>, add: boolean): void {
  const before = ties.get(key) ?? { other, weight: 0, edge, heaviest: 0, edges: 0 };
  const heavier = weight > before.heaviest;
  ties.set(key, {
    other,
    weight: add ? before.weight + weight : Math.max(before.weight, weight),
    edge: heavier ? edge : before.edge,
    heaviest: heavier ? weight : before.heaviest,
    edges: before.edges + 1,
  });
}

function linksOf(ties: DirectedTies, linkOf: (tie: Tie) => GraphLink): GraphLinks {
  const inOrder = [...ties.values()].sort((one, other) => other.weight - one.weight || one.other - other.other || one.edge - other.edge);
  return { first: inOrder.slice(0, MAX_LINKS).map(linkOf), total: ties.size };
}

/** Returns the dependencies and dependents of a node: one link of each type for each other node. */
function tiesOfNode(model: GraphModel, place: number): { on: DirectedTies; by: DirectedTies } {
  const { table } = model;
  const [on, by]: [DirectedTies, DirectedTies] = [new Map(), new Map()];
  const tie = (ties: DirectedTies, edge: number, other: number) => {
    const type = table.type[edge] ?? 0;
    if (other !== place) put(ties, other * EDGE_TYPES.length + type, { other, edge, weight: toShare(table.weight[edge] ?? 0) }, false);
  };
  // Files that change when another file changes count as its dependents.
  for (const edge of model.outOf(place)) tie(table.type[edge] === BREAKS ? by : on, edge, table.to[edge] ?? 0);
  for (const edge of model.into(place)) tie(table.type[edge] === BREAKS ? on : by, edge, table.from[edge] ?? 0);
  return { on, by };
}

function nodeDetail(model: GraphModel, place: number): GraphDetail | null {
  const node = model.nodes[place];
  if (node === undefined) return null;
  const { on, by } = tiesOfNode(model, place);
  const linkOf = ({ other, edge, weight }: Tie): GraphLink => {
    const { id = '', name = '', path = '', type: nodeType = 'file' } = model.nodes[other] ?? {};
    const { type = 'depends', description = '' } = model.edges[edge] ?? {};
    return { id: shortenText(id), name: shortenText(name), path: shortenText(path), nodeType, type, weight, why: shortenText(description) };
  };
  const cluster = model.clusters[getBaseLayout(model).clusterOf[place] ?? -1];
  return {
    id: shortenText(node.id),
    type: node.type,
    name: shortenText(node.name),
    path: shortenText(node.path),
    importance: toShare(node.importance),
    fragility: toShare(node.fragility),
    touchCount: toCount(node.touchCount),
    lastTouched: toTime(node.lastTouched),
    cluster: cluster === undefined ? null : shortenText(cluster.name),
    cohesion: null,
    coupling: null,
    leansOn: linksOf(on, linkOf),
    leanedOnBy: linksOf(by, linkOf),
  };
}

function tiesOfCluster(model: GraphModel, cluster: number): { on: DirectedTies; by: DirectedTies } {
  const [on, by]: [DirectedTies, DirectedTies] = [new Map(), new Map()];
  for (const { from, to, edge, weight } of crossEdges(model, ALL)) {
    if (from === cluster) put(on, to, { other: to, edge, weight }, true);
    else if (to === cluster) put(by, from, { other: from, edge, weight }, true);
  }
  return { on, by };
}

function clusterDetail(model: GraphModel, cluster: number): GraphDetail {
  const { on, by } = tiesOfCluster(model, cluster);
  const heaviest = [...on.values(), ...by.values()].reduce((most, { weight }) => Math.max(most, weight), 0);
  const linkOf = ({ other, edge, edges, weight }: Tie): GraphLink => {
    const { id, name, path } = clusterNode(model, other);
    const why = shortenText(`${counted(edges, 'edge')}; the heaviest: ${model.edges[edge]?.description ?? ''}`);
    return { id, name, path, nodeType: 'cluster', type: 'mixed', weight: heaviest === 0 ? 0 : toShare(weight / heaviest), why };
  };
  const { id, type, name, path, importance, fragility } = clusterNode(model, cluster);
  const { touches = 0, lastTouched = 0 } = getBaseLayout(model).sums[cluster] ?? {};
  const { cohesion = 0, coupling = 0 } = model.clusters[cluster] ?? {};
  return {
    id,
    type,
    name,
    path,
    importance,
    fragility,
    touchCount: toCount(touches),
    lastTouched,
    cluster: null,
    cohesion: toShare(cohesion),
    coupling: toShare(coupling),
    leansOn: linksOf(on, linkOf),
    leanedOnBy: linksOf(by, linkOf),
  };
}

/** Returns the details of a node or a cluster, with the 50 links of highest weight in each direction; `null` if it is unknown. */
export function buildDetail(model: GraphModel, id: string): GraphDetail | null {
  const place = findNodeByShownId(model, id);
  if (place !== null) return nodeDetail(model, place);
  const cluster = findClusterByShownId(model, id);
  return cluster === null ? null : clusterDetail(model, cluster);
}
