import type { SemanticNode } from '../../crtx/index.ts';
import { EDGE_TYPES } from '../analysis/edge-table.ts';
import type { GraphModel } from '../graph-model.ts';
import { getBaseLayout, type IndexedFilter, isSymbol } from './base-layout.ts';
import { byText, type DraftNode, EdgeDraft, type SceneDraft, splitByRoom, withRelativeSizes } from './draft.ts';
import { shortenText, toShare } from './shown-values.ts';

/** A node to show in a scene. */
export interface Candidate {
  /** Index of the node in the graph. */
  readonly place: number;
  /** Lower tiers come first, regardless of importance. */
  readonly tier: number;
  /** Likelihood that it must change too; `null` if the scene shows no impact. */
  readonly likelihood: number | null;
}

interface Weighed extends Candidate {
  readonly node: SemanticNode;
  readonly id: string;
  readonly importance: number;
}

/** Sorts candidates by tier, then importance. */
function weighed(model: GraphModel, candidates: readonly Candidate[]): Weighed[] {
  return candidates
    .flatMap((candidate) => {
      const node = model.nodes[candidate.place];
      return node === undefined ? [] : [{ ...candidate, node, id: node.id, importance: toShare(node.importance) }];
    })
    .sort((one, other) => one.tier - other.tier || other.importance - one.importance || byText(one.id, other.id));
}

function drafted(model: GraphModel, { node, place, importance, likelihood }: Weighed): DraftNode {
  const { clusterOf, symbols } = getBaseLayout(model);
  const cluster = clusterOf[place] ?? -1;
  return {
    id: shortenText(node.id),
    type: node.type,
    name: shortenText(node.name),
    path: shortenText(node.path),
    size: importance,
    importance,
    fragility: toShare(node.fragility),
    cluster: cluster === -1 ? null : cluster,
    within: symbols[place] ?? 0,
    likelihood,
  };
}

/**
 * Returns for each node of the graph the index of the scene's node that represents it; -1 for none. A file represents its symbols that are
 * not in the scene.
 */
function standIns(model: GraphModel, inScene: readonly Candidate[]): Int32Array {
  const own = new Int32Array(model.nodes.length).fill(-1);
  inScene.forEach(({ place }, at) => {
    own[place] = at;
  });
  return own.map((at, place) => {
    const node = model.nodes[place];
    return at === -1 && node !== undefined && isSymbol(node) ? (own[model.fileOf[place] ?? -1] ?? -1) : at;
  });
}

/** Builds a scene from nodes of the graph and the edges between them. @param candidates at most one for each node */
export function nodeScene(model: GraphModel, candidates: readonly Candidate[], shown: IndexedFilter): SceneDraft {
  const { first, rest } = splitByRoom(weighed(model, candidates));
  const stand = standIns(model, [...first, ...rest]);
  const draft = new EdgeDraft(first.length + rest.length, EDGE_TYPES);
  const { from, to, type, weight } = model.table;
  type.forEach((kind, edge) => {
    if (!shown.isEdge(kind)) return;
    const own = toShare(weight[edge] ?? 0);
    draft.add(stand[from[edge] ?? 0] ?? -1, stand[to[edge] ?? 0] ?? -1, kind, (before) => Math.max(before, own));
  });
  const { edges, hidden } = draft.finish(first.length);
  const nodes = withRelativeSizes(first.map((each) => drafted(model, each)));
  return { nodes, edges, hidden: { nodes: rest.length, edges: hidden } };
}
