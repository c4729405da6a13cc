import type { GraphModel } from '../graph-model.ts';
import { getBaseLayout, type IndexedFilter, isSymbol } from './base-layout.ts';
import { byText } from './draft.ts';
import type { Candidate } from './node-scene.ts';
import { toShare } from './shown-values.ts';

/** If a node has fewer neighbors than this, their neighbors are shown too. */
const FEW = 25;
const MAX_AROUND_FEW = 100;

const inTier =
  (tier: number) =>
  (place: number): Candidate => ({ place, tier, likelihood: null });

/** Returns the nodes of a cluster except symbols, which are inside its files. */
export function clusterCandidates(model: GraphModel, cluster: number, shown: IndexedFilter): Candidate[] {
  const { clusterOf } = getBaseLayout(model);
  const places = [...model.nodes.keys()].filter((place) => clusterOf[place] === cluster);
  return places.flatMap((place) => {
    const node = model.nodes[place];
    return node !== undefined && shown.isNode(node) && !isSymbol(node) ? [inTier(0)(place)] : [];
  });
}

/** Returns the node itself, or its file for a hidden symbol; -1 if both are hidden. */
function shownFor(model: GraphModel, place: number, shown: IndexedFilter): number {
  const node = model.nodes[place];
  if (node === undefined || shown.isNode(node)) return place;
  const file = isSymbol(node) ? (model.fileOf[place] ?? -1) : -1;
  return shown.isNode(model.nodes[file]) ? file : -1;
}

/** Returns the visible neighbors of nodes, except those in `there`. */
function neighbours(model: GraphModel, places: readonly number[], there: ReadonlySet<number>, shown: IndexedFilter): number[] {
  const { table } = model;
  const found = new Set<number>();
  const meet = (edge: number, other = -1) => {
    if (shown.isEdge(table.type[edge])) found.add(shownFor(model, other, shown));
  };
  for (const place of places) {
    for (const edge of model.outOf(place)) meet(edge, table.to[edge]);
    for (const edge of model.into(place)) meet(edge, table.from[edge]);
  }
  return [...found].filter((place) => place !== -1 && !there.has(place));
}

/** Returns a file, its symbols, and the neighbors of both. */
export function fileCandidates(model: GraphModel, file: number, shown: IndexedFilter): Candidate[] {
  const isWithin = (place: number): boolean => model.fileOf[place] === file && place !== file && model.nodes[place]?.type !== 'feature';
  const within = [...model.nodes.keys()].filter(isWithin);
  const outside = neighbours(model, [file, ...within], new Set([file, ...within]), shown);
  const own = within.filter((place) => shown.isNode(model.nodes[place]));
  return [inTier(0)(file), ...own.map(inTier(1)), ...outside.map(inTier(2))];
}

/** Returns a node and its neighbors. If there are few, adds the most important of their neighbors. */
export function neighbourCandidates(model: GraphModel, node: number, shown: IndexedFilter): Candidate[] {
  const first = neighbours(model, [node], new Set([node]), shown);
  const candidates = [inTier(0)(node), ...first.map(inTier(1))];
  if (first.length >= FEW) return candidates;
  const importance = (place: number): number => toShare(model.nodes[place]?.importance ?? 0);
  const idOf = (place: number): string => model.nodes[place]?.id ?? '';
  const second = neighbours(model, first, new Set([node, ...first]), shown)
    .sort((one, other) => importance(other) - importance(one) || byText(idOf(one), idOf(other)))
    .slice(0, MAX_AROUND_FEW - candidates.length);
  return [...candidates, ...second.map(inTier(2))];
}
