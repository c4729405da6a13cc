import type { SemanticNode } from '../../crtx/index.ts';
import { countingSort } from './counting-sort.ts';
import { type EdgeTable, inTypeOrder } from './edge-table.ts';

/** Share of a node's rank that it passes on in each step. */
const DAMPING = 0.85;
const MAX_STEPS = 100;
/** Share that passes along an edge, by type: tests make little important, and common changes are no reason at all. */
const SHARES = inTypeOrder({ depends: 1, extends: 1, implements: 1, tests: 0.2, configures: 0.5, breaks_if_changed: 0 });
/** The iteration stops when all ranks together change by less than this. */
const SETTLED = 1e-9;

export interface RankedEdges extends Pick<EdgeTable, 'nodes' | 'from' | 'to' | 'weight'> {
  /** For each edge, from 0 to 1: the share of the passed rank that arrives. The rest is spread over all nodes. */
  readonly share: Float64Array;
}

/** Edges that pass on rank, grouped by target: those to node `n` are from `starts[n]` up to but excluding `starts[n + 1]`. */
interface Passing {
  readonly starts: Uint32Array;
  readonly from: Uint32Array;
  /** Probability of taking the edge and arriving. */
  readonly passes: Float64Array;
}

function passing({ nodes, from, to, weight, share }: RankedEdges): Passing {
  const leaving = new Float64Array(nodes);
  for (let edge = 0; edge < weight.length; edge += 1) {
    const node = from[edge] ?? 0;
    leaving[node] = (leaving[node] ?? 0) + (weight[edge] ?? 0);
  }
  const { starts, order } = countingSort(nodes, to);
  const [sorted, passes] = [new Uint32Array(order.length), new Float64Array(order.length)];
  for (let at = 0; at < order.length; at += 1) {
    const edge = order[at] ?? 0;
    const [node, each] = [from[edge] ?? 0, weight[edge] ?? 0];
    sorted[at] = node;
    passes[at] = each === 0 ? 0 : (each * (share[edge] ?? 0)) / (leaving[node] ?? 1);
  }
  return { starts, from: sorted, passes };
}

/**
 * Computes one iteration from `ranks` into `next`. Plain loops for speed, because up to a hundred iterations visit every edge.
 * @returns the total change
 */
function step({ starts, from, passes }: Passing, ranks: Float64Array, next: Float64Array): number {
  const nodes = ranks.length;
  let arrived = 0;
  for (let node = 0; node < nodes; node += 1) {
    const end = starts[node + 1] ?? 0;
    let sum = 0;
    for (let at = starts[node] ?? 0; at < end; at += 1) sum += DAMPING * (passes[at] ?? 0) * (ranks[from[at] ?? 0] ?? 0);
    next[node] = sum;
    arrived += sum;
  }
  // Rank that did not arrive along an edge is spread evenly.
  const anywhere = (1 - arrived) / nodes;
  let change = 0;
  for (let node = 0; node < nodes; node += 1) {
    const rank = (next[node] ?? 0) + anywhere;
    next[node] = rank;
    change += Math.abs(rank - (ranks[node] ?? 0));
  }
  return change;
}

/**
 * Computes PageRank: the share of time that a random walk spends at each node. It follows edges in proportion to their weight, and jumps to
 * any node now and then, or if there is no outgoing edge. The ranks add up to 1.
 */
export function pageRank(edges: RankedEdges): Float64Array {
  const passes = passing(edges);
  let [ranks, next] = [new Float64Array(edges.nodes).fill(1 / edges.nodes), new Float64Array(edges.nodes)];
  for (let steps = 0, change = 1; steps < MAX_STEPS && change >= SETTLED; steps += 1) {
    change = step(passes, ranks, next);
    [ranks, next] = [next, ranks];
  }
  return ranks;
}

/** Returns the group of nodes that a node is compared with: symbols depend on symbols, modules on modules, everything else on files. */
function layerOf({ type }: Pick<SemanticNode, 'type'>): 'symbols' | 'modules' | 'files' {
  if (type === 'function' || type === 'type') return 'symbols';
  return type === 'module' ? 'modules' : 'files';
}

/**
 * Returns the importance of each node, from 0 (no dependents) to 1 (the most important node of its layer).
 * @param table of these nodes
 */
export function computeImportance(nodes: readonly Pick<SemanticNode, 'type'>[], table: EdgeTable): Float64Array {
  const [share, weight] = [new Float64Array(table.type.length), new Float64Array(table.type.length)];
  const leanedOn = new Uint8Array(nodes.length);
  for (let edge = 0; edge < share.length; edge += 1) {
    share[edge] = SHARES[table.type[edge] ?? 0] ?? 0;
    // A file's tests of itself do not make it important.
    weight[edge] = share[edge] === 0 || table.from[edge] === table.to[edge] ? 0 : (table.weight[edge] ?? 0);
    if ((weight[edge] ?? 0) > 0) leanedOn[table.to[edge] ?? 0] = 1;
  }
  const ranks = pageRank({ ...table, weight, share });
  const least = ranks.reduce((smallest, rank) => Math.min(smallest, rank), 1);
  const most = { symbols: 0, modules: 0, files: 0 };
  const above = ranks.map((rank, node) => (leanedOn[node] === 1 ? rank - least : 0));
  nodes.forEach((node, place) => {
    most[layerOf(node)] = Math.max(most[layerOf(node)], above[place] ?? 0);
  });
  return above.map((rank, place) => {
    const node = nodes[place];
    return node === undefined || rank <= 0 ? 0 : rank / most[layerOf(node)];
  });
}
