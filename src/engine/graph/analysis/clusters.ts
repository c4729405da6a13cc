import { UndirectedGraph } from 'graphology';
import imported from 'graphology-communities-louvain';
import type { SemanticCluster, SemanticNode } from '../../crtx/index.ts';
import { nameClusters } from './cluster-names.ts';
import { type EdgeTable, isFileNode } from './edge-table.ts';
import { fileEdges } from './file-level.ts';
import { nearestFolder } from './node-history.ts';
import { rounded } from './rounded.ts';
import { areSameLinks, collectLinks, computeTies, type FileLinks, type FilePair, type TieWeights, toFilePairs } from './ties.ts';

type Louvain = typeof imported.default;

/** The typings declare a default export, but in Node the module itself is the function. */
const isLouvain = (value: unknown): value is Louvain => typeof value === 'function';
const louvain: Louvain = isLouvain(imported) ? imported : imported.default;

/** Returns groups of closely connected files, with more than one file each. */
function communities(pairs: readonly FilePair[]): number[][] {
  const graph = new UndirectedGraph();
  for (const file of [...new Set(pairs.flatMap(({ one, other }) => [one, other]))].sort((one, other) => one - other)) graph.addNode(file);
  for (const { one, other, weight } of pairs) graph.addUndirectedEdge(one, other, { weight });
  const groups = new Map<number, number[]>();
  // Visiting nodes in order instead of randomly makes the result deterministic.
  for (const [file, group] of Object.entries(louvain(graph, { randomWalk: false }))) {
    const members = groups.get(group) ?? [];
    groups.set(group, members);
    members.push(Number(file));
  }
  return [...groups.values()].filter((members) => members.length > 1);
}

/** Returns the modules of each group. A module belongs to the group with most of its files; of several, to the first. */
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

/** The groups of files and their ties. */
interface Grouping {
  readonly links: FileLinks;
  /** File numbers, largest group first. */
  readonly groups: readonly (readonly number[])[];
  readonly ties: readonly TieWeights[];
}

function groupingOf(links: FileLinks): Grouping {
  const pairs = toFilePairs(links);
  const groups = communities(pairs).sort((one, other) => other.length - one.length || (one[0] ?? 0) - (other[0] ?? 0));
  return { links, groups, ties: computeTies(groups, pairs, links) };
}

/** Finds clusters. Reuses the last grouping as long as the links between files are the same. */
export class Clustering {
  #last: Grouping | undefined;

  /**
   * Returns clusters (seed 1, "SemanticCluster") of files, tests and modules, by Louvain's method, largest first. Symbols, APIs and
   * features belong to the cluster of their file; unconnected files are in none.
   * @param nodes sorted by id
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
    const links = collectLinks(edges, table, numberOf, files.length);
    const last = this.#last;
    const { groups, ties } = last !== undefined && areSameLinks(last.links, links) ? last : groupingOf(links);
    this.#last = { links, groups, ties };
    const members = groups.map((group) => group.flatMap((each) => files[each] ?? []));
    return named(members, ties, modulesOf(nodes, members));
  }
}

function named(
  groups: readonly (readonly SemanticNode[])[],
  ties: readonly TieWeights[],
  modules: readonly (readonly string[])[],
): SemanticCluster[] {
  const names = nameClusters(groups);
  return groups.map((members, group) => {
    const { inside = 0, across = 0, leansInside = 0, leansOut = 0 } = ties[group] ?? {};
    const name = names[group] ?? '';
    const ids = [...members.map(({ id }) => id), ...(modules[group] ?? [])].sort();
    // An inner edge counts at both ends.
    return { id: `cluster:${name}`, name, nodes: ids, cohesion: share(2 * inside, across), coupling: share(leansOut, leansInside) };
  });
}
