import type { SemanticCluster, SemanticEdge, SemanticGraph, SemanticNode } from '../../crtx/index.ts';
import { compareCodePoints } from '../../kernel/code-point-order.ts';
import type { GraphHistory } from '../history/history.ts';
import type { Structure, StructureNode } from '../structure/structure.ts';
import { clustersOf } from './clusters.ts';
import type { EdgeTable } from './edge-table.ts';
import { importanceOf } from './importance.ts';
import { pastOfNodes } from './node-history.ts';
import { rounded } from './rounded.ts';
import { sortedEdges } from './sorted-edges.ts';

function featureNodes({ features }: GraphHistory): StructureNode[] {
  return features.map(({ name, files }) => ({ id: `feature:${name}`, type: 'feature', path: files[0]?.path ?? '', name }));
}

function featureEdges({ features }: GraphHistory): SemanticEdge[] {
  return features.flatMap(({ name, files, touchCount }) =>
    files.map(({ path, share, commits }): SemanticEdge => {
      const description = `${commits} of the ${touchCount} commits of the feature ${name} changed ${path}`;
      return { from: `feature:${name}`, to: path, type: 'depends', weight: share, description };
    }),
  );
}

/** Each id once, in the order of their code points. */
function sortedNodes(nodes: readonly StructureNode[]): StructureNode[] {
  const byId = new Map<string, StructureNode>();
  for (const node of nodes) if (!byId.has(node.id)) byId.set(node.id, node);
  return [...byId.values()].sort((one, other) => compareCodePoints(one.id, other.id));
}

/** What follows from how nodes are connected. */
interface Analysis {
  readonly known: readonly StructureNode[];
  readonly table: EdgeTable;
  readonly importance: Float64Array;
  readonly clusters: readonly SemanticCluster[];
}

const areSameNodes = (one: readonly StructureNode[], other: readonly StructureNode[]): boolean =>
  one.length === other.length &&
  one.every(({ id, type, path }, n) => other[n]?.id === id && other[n].type === type && other[n].path === path);

const isSameColumn = (one: Uint32Array | Uint8Array | Float64Array, other: Uint32Array | Uint8Array | Float64Array): boolean =>
  one.length === other.length && one.every((value, n) => value === other[n]);

const areSameEdges = (one: EdgeTable, other: EdgeTable): boolean =>
  isSameColumn(one.from, other.from) &&
  isSameColumn(one.to, other.to) &&
  isSameColumn(one.type, other.type) &&
  isSameColumn(one.weight, other.weight);

/** Seed 1, "SemanticGraph": the structure with what the history says of it, and what follows from both. */
export class GraphAssembly {
  #last: Analysis | undefined;

  /** What was found out the last time holds where the same nodes are connected in the same way. The order of what is given makes no difference. */
  assemble(structure: Pick<Structure, 'nodes' | 'edges'>, history: GraphHistory): SemanticGraph {
    const known = sortedNodes([...structure.nodes, ...featureNodes(history)]);
    const places = new Map(known.map(({ id }, place) => [id, place]));
    const { edges, table } = sortedEdges([...structure.edges, ...featureEdges(history), ...history.coupled], places);
    const last = this.#last;
    const same = last !== undefined && areSameNodes(last.known, known) && areSameEdges(last.table, table) ? last : undefined;
    const importance = same?.importance ?? importanceOf(known, table);
    const past = pastOfNodes(known, history);
    const nodes = known.map(({ id, type, path, name }, place): SemanticNode => {
      const { fragility, lastTouched, touchCount } = past(place);
      return { id, type, path, name, importance: rounded(importance[place] ?? 0), fragility: rounded(fragility), lastTouched, touchCount };
    });
    const clusters = same?.clusters ?? clustersOf(nodes, table);
    this.#last = { known, table, importance, clusters };
    return { nodes, edges, clusters: [...clusters] };
  }
}

/** Puts a graph together, once. */
export const assembleGraph = (structure: Pick<Structure, 'nodes' | 'edges'>, history: GraphHistory): SemanticGraph =>
  new GraphAssembly().assemble(structure, history);
