import type { SemanticNode } from '../../crtx/index.ts';
import { countingSort } from './counting-sort.ts';
import { type EdgeTable, inTypeOrder } from './edge-table.ts';

/** How much of its importance a node passes on, at each step. */
const DAMPING = 0.85;
const MOST_STEPS = 100;
/** How much of it passes along an edge: tests make little important, and what changes together is no reason at all. */
const SHARES = inTypeOrder({ depends: 1, extends: 1, implements: 1, tests: 0.2, configures: 0.5, breaks_if_changed: 0 });
/** The change of all ranks together at which they count as settled. */
const SETTLED = 1e-9;

export interface RankedEdges extends Pick<EdgeTable, 'nodes' | 'from' | 'to' | 'weight'> {
  /** By edge, from 0 to 1: how many of those who take it arrive; the others go on anywhere. */
  readonly share: Float64Array;
}

/** The edges that pass something on, by where they end: those of node `n` stand from `starts[n]` to before `starts[n + 1]`. */
interface Passing {
  readonly starts: Uint32Array;
  readonly from: Uint32Array;
  /** How likely somebody takes the edge, and arrives. */
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

/** One step of everybody: from `ranks` to `next`. Plain loops, because this is a hundred times everything. @returns how much has changed */
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
  // Who has not arrived along an edge is anywhere.
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
 * PageRank: the share of time that somebody spends at each node who goes along an edge, likelier along a heavy one, and now and then, or
 * where no edge leads on, to any node. The ranks add up to 1.
 */
export function pageRank(edges: RankedEdges): Float64Array {
  const passes = passing(edges);
  let [ranks, next] = [new Float64Array(edges.nodes).fill(1 / edges.nodes), new Float64Array(edges.nodes)];
  for (let steps = 0, change = 1; steps < MOST_STEPS && change >= SETTLED; steps += 1) {
    change = step(passes, ranks, next);
    [ranks, next] = [next, ranks];
  }
  return ranks;
}

/** What is compared with each other: symbols depend on symbols, modules on modules, everything else on files. */
function layerOf({ type }: Pick<SemanticNode, 'type'>): 'symbols' | 'modules' | 'files' {
  if (type === 'function' || type === 'type') return 'symbols';
  return type === 'module' ? 'modules' : 'files';
}

/**
 * Each node's importance, from 0, that of a node without dependents, to 1, that of the most important one of its layer.
 * @param table of these nodes
 */
export function importanceOf(nodes: readonly Pick<SemanticNode, 'type'>[], table: EdgeTable): Float64Array {
  const [share, weight] = [new Float64Array(table.type.length), new Float64Array(table.type.length)];
  const leanedOn = new Uint8Array(nodes.length);
  for (let edge = 0; edge < share.length; edge += 1) {
    share[edge] = SHARES[table.type[edge] ?? 0] ?? 0;
    // That a file tests itself makes nothing important.
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
