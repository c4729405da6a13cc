import { UndirectedGraph } from 'graphology';
import imported from 'graphology-communities-louvain';
import type { SemanticCluster, SemanticNode } from '../../crtx/index.ts';
import { nameClusters } from './cluster-names.ts';
import { type EdgeTable, isFileNode } from './edge-table.ts';
import { fileEdges } from './file-level.ts';
import { nearestFolder } from './node-history.ts';
import { rounded } from './rounded.ts';
import { type Pair, pairsOf, tiesOf } from './ties.ts';

type Louvain = typeof imported.default;

/** Its types say that it is the default of a module; to Node it is the module. */
const isLouvain = (value: unknown): value is Louvain => typeof value === 'function';
const louvain: Louvain = isLouvain(imported) ? imported : imported.default;

/** The files of each group that belongs together, more than one. */
function communities(pairs: readonly Pair[]): number[][] {
  const graph = new UndirectedGraph();
  for (const place of [...new Set(pairs.flatMap(({ one, other }) => [one, other]))].sort((one, other) => one - other)) graph.addNode(place);
  for (const { one, other, weight } of pairs) graph.addUndirectedEdge(one, other, { weight });
  const groups = new Map<number, number[]>();
  // In the order of the nodes and not at random: the same project has the same clusters.
  for (const [place, group] of Object.entries(louvain(graph, { randomWalk: false }))) {
    const members = groups.get(group) ?? [];
    groups.set(group, members);
    members.push(Number(place));
  }
  return [...groups.values()].filter((members) => members.length > 1);
}

/** The modules of each group: each belongs to the one that has most of its files; of several the first. */
function modulesOf(nodes: readonly SemanticNode[], groups: readonly number[][]): string[][] {
  const modules = new Map(nodes.filter(({ type }) => type === 'module').map(({ path, id }) => [path, id]));
  const folders = new Set(modules.keys());
  const most = new Map<string, { group: number; count: number }>();
  groups.forEach((members, group) => {
    const counts = new Map<string, number>();
    for (const place of members) {
      const folder = nearestFolder(nodes[place]?.path ?? '', folders);
      if (folder !== null) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    for (const [folder, count] of counts) if (count > (most.get(folder)?.count ?? 0)) most.set(folder, { group, count });
  });
  const found = groups.map((): string[] => []);
  for (const [folder, { group }] of most) found[group]?.push(modules.get(folder) ?? '');
  return found;
}

const share = (part: number, rest: number): number => (part + rest === 0 ? 0 : rounded(part / (part + rest)));

/**
 * Seed 1, "SemanticCluster": files, tests and modules that belong together, by Louvain's method. Symbols, APIs and features are where
 * their file is, and what stands alone is in none. The largest first.
 * @param nodes in the order of their ids
 * @param table of these nodes
 */
export function clustersOf(nodes: readonly SemanticNode[], table: EdgeTable): SemanticCluster[] {
  const edges = fileEdges(nodes, table);
  const pairs = pairsOf(edges, table);
  const groups = communities(pairs).sort((one, other) => other.length - one.length || (one[0] ?? 0) - (other[0] ?? 0));
  const ties = tiesOf(groups, pairs, edges, table);
  const modules = modulesOf(nodes, groups);
  const names = nameClusters(groups.map((members) => members.flatMap((place) => nodes[place] ?? []).filter(isFileNode)));
  return groups.map((members, group) => {
    const { inside = 0, across = 0, leansInside = 0, leansOut = 0 } = ties[group] ?? {};
    const name = names[group] ?? '';
    const ids = [...members.flatMap((place) => nodes[place]?.id ?? []), ...(modules[group] ?? [])].sort();
    // An edge inside counts at both of its ends.
    return { id: `cluster:${name}`, name, nodes: ids, cohesion: share(2 * inside, across), coupling: share(leansOut, leansInside) };
  });
}
