import { UndirectedGraph } from 'graphology';
import imported from 'graphology-communities-louvain';
import type { SemanticCluster, SemanticNode } from '../../crtx/index.ts';
import { nameClusters } from './cluster-names.ts';
import { type EdgeTable, isFileNode } from './edge-table.ts';
import { fileEdges } from './file-level.ts';
import { nearestFolder } from './node-history.ts';
import { rounded } from './rounded.ts';
import { areSameLinks, type FileLinks, linksOf, type Pair, pairsOf, type Ties, tiesOf } from './ties.ts';

type Louvain = typeof imported.default;

/** Its types say that it is the default of a module; to Node it is the module. */
const isLouvain = (value: unknown): value is Louvain => typeof value === 'function';
const louvain: Louvain = isLouvain(imported) ? imported : imported.default;

/** The files of each group that belongs together, more than one. */
function communities(pairs: readonly Pair[]): number[][] {
  const graph = new UndirectedGraph();
  for (const file of [...new Set(pairs.flatMap(({ one, other }) => [one, other]))].sort((one, other) => one - other)) graph.addNode(file);
  for (const { one, other, weight } of pairs) graph.addUndirectedEdge(one, other, { weight });
  const groups = new Map<number, number[]>();
  // In the order of the nodes and not at random: the same project has the same clusters.
  for (const [file, group] of Object.entries(louvain(graph, { randomWalk: false }))) {
    const members = groups.get(group) ?? [];
    groups.set(group, members);
    members.push(Number(file));
  }
  return [...groups.values()].filter((members) => members.length > 1);
}

/** The modules of each group: each belongs to the one that has most of its files; of several the first. */
function modulesOf(nodes: readonly SemanticNode[], groups: readonly (readonly SemanticNode[])[]): string[][] {
  const modules = new Map(nodes.filter(({ type }) => type === 'module').map(({ path, id }) => [path, id]));
  const folders = new Set(modules.keys());
  const most = new Map<string, { group: number; count: number }>();
  groups.forEach((members, group) => {
    const counts = new Map<string, number>();
    for (const { path } of members) {
      const folder = nearestFolder(path, folders);
      if (folder !== null) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    for (const [folder, count] of counts) if (count > (most.get(folder)?.count ?? 0)) most.set(folder, { group, count });
  });
  const found = groups.map((): string[] => []);
  for (const [folder, { group }] of most) found[group]?.push(modules.get(folder) ?? '');
  return found;
}

const share = (part: number, rest: number): number => (part + rest === 0 ? 0 : rounded(part / (part + rest)));

/** Files that belong together, and how they are tied to others. */
interface Grouping {
  readonly links: FileLinks;
  /** Files by their numbers; the largest first. */
  readonly groups: readonly (readonly number[])[];
  readonly ties: readonly Ties[];
}

function groupingOf(links: FileLinks): Grouping {
  const pairs = pairsOf(links);
  const groups = communities(pairs).sort((one, other) => other.length - one.length || (one[0] ?? 0) - (other[0] ?? 0));
  return { links, groups, ties: tiesOf(groups, pairs, links) };
}

/** Finds clusters; while files stay linked in the same way, whatever else changes, they stay grouped as they were. */
export class Clustering {
  #last: Grouping | undefined;

  /**
   * Seed 1, "SemanticCluster": files, tests and modules that belong together, by Louvain's method. Symbols, APIs and features are where
   * their file is, and what stands alone is in none. The largest first.
   * @param nodes in the order of their ids
   * @param table of these nodes
   */
  clustersOf(nodes: readonly SemanticNode[], table: EdgeTable): SemanticCluster[] {
    const edges = fileEdges(nodes, table);
    const files = nodes.filter(isFileNode);
    const numberOf = new Int32Array(nodes.length);
    let number = 0;
    nodes.forEach((node, place) => {
      numberOf[place] = number;
      if (isFileNode(node)) number += 1;
    });
    const links = linksOf(edges, table, numberOf, files.length);
    const last = this.#last;
    const { groups, ties } = last !== undefined && areSameLinks(last.links, links) ? last : groupingOf(links);
    this.#last = { links, groups, ties };
    const members = groups.map((group) => group.flatMap((each) => files[each] ?? []));
    return named(members, ties, modulesOf(nodes, members));
  }
}

function named(
  groups: readonly (readonly SemanticNode[])[],
  ties: readonly Ties[],
  modules: readonly (readonly string[])[],
): SemanticCluster[] {
  const names = nameClusters(groups);
  return groups.map((members, group) => {
    const { inside = 0, across = 0, leansInside = 0, leansOut = 0 } = ties[group] ?? {};
    const name = names[group] ?? '';
    const ids = [...members.map(({ id }) => id), ...(modules[group] ?? [])].sort();
    // An edge inside counts at both of its ends.
    return { id: `cluster:${name}`, name, nodes: ids, cohesion: share(2 * inside, across), coupling: share(leansOut, leansInside) };
  });
}
