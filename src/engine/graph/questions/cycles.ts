import { shortestCycle } from '../../text/shortest-cycle.ts';
import { countingSort } from '../analysis/counting-sort.ts';
import { EDGE_TYPES } from '../analysis/edge-table.ts';
import type { GraphModel } from '../graph-model.ts';
import { isLoaded } from '../loading.ts';
import { type After, findStrongGroups } from './strong-groups.ts';

/** Edge types that are followed when files are built or loaded. Only these form cycles. */
const LOADING: ReadonlySet<number> = new Set((['depends', 'extends', 'implements'] as const).map((type) => EDGE_TYPES.indexOf(type)));
/** Approximate maximum number of steps of the search for the shortest cycle of one group. */
const MAX_STEPS = 300_000;

/** A strongly connected component: each of its files depends on all others, directly or indirectly. */
export interface Cycle {
  /** All files, sorted by path. */
  readonly files: readonly string[];
  /** The shortest cycle that was found. The last file is the first again. */
  readonly cycle: readonly string[];
}

/** Whether an edge connects two files themselves, not symbols in them. */
const isOfFiles = ({ fileOf, table }: GraphModel, edge: number): boolean =>
  [table.from[edge] ?? 0, table.to[edge] ?? 0].every((place) => fileOf[place] === place);

/**
 * Returns a lookup of the files that each file loads. If a file has dependency edges of its own, the edges of its symbols are ignored.
 * Edges between Go files are ignored too: to the compiler, the files of a package are one unit.
 */
function loadedFiles(model: GraphModel): After {
  const { files, table, nodes, edges } = model;
  const isGo = nodes.map(({ path }) => path.endsWith('.go'));
  const leanings = files.edge.map((_, at) => at).filter((at) => LOADING.has(table.type[files.edge[at] ?? 0] ?? 0));
  const ofFiles = new Set(leanings.filter((at) => isOfFiles(model, files.edge[at] ?? 0)));
  const speaking = new Set(Array.from(ofFiles, (at) => files.from[at]));
  const isKept = (at: number): boolean => {
    const [from = 0, to = 0, edge] = [files.from[at], files.to[at], edges[files.edge[at] ?? 0]];
    if (edge === undefined || !isLoaded(edge) || (isGo[from] === true && isGo[to] === true)) return false;
    return ofFiles.has(at) || !speaking.has(from);
  };
  const kept = leanings.filter(isKept);
  const { starts, order } = countingSort(
    nodes.length,
    kept.map((at) => files.from[at] ?? 0),
  );
  const targets = order.map((at) => files.to[kept[at] ?? 0] ?? 0);
  return (place) => targets.subarray(starts[place], starts[place + 1]);
}

function shortestIn(group: readonly number[], after: After): number[] {
  const members = new Set(group);
  const inside = (place: number): number[] => [...after(place)].filter((next) => members.has(next));
  const steps = group.reduce((sum, place) => sum + inside(place).length, 0);
  const tried = group.slice(0, Math.max(1, Math.floor(MAX_STEPS / steps)));
  const cycles = tried.map((start) => shortestCycle(start, inside) ?? []);
  return cycles.reduce((best, cycle) => (cycle.length > 0 && cycle.length < best.length ? cycle : best), cycles[0] ?? []);
}

/** Returns the cycles of files that depend on each other, largest first. */
export function findFileCycles(model: GraphModel): Cycle[] {
  const after = loadedFiles(model);
  const pathOf = (place: number): string => model.nodes[place]?.path ?? '';
  return findStrongGroups(model.nodes.length, after)
    .map((group) => [...group].sort((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1)))
    .map((group) => ({ files: group.map(pathOf), cycle: shortestIn(group, after).map(pathOf) }))
    .sort((one, other) => other.files.length - one.files.length || ((one.files[0] ?? '') < (other.files[0] ?? '') ? -1 : 1));
}
