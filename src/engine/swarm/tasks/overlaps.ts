import type { Dependents } from '../../crtx/graph/graph-digest.ts';
import { type OrderGraph, sortTopologically } from './dependencies/order-graph.ts';

/** Maximum number of tasks that are compared for one file, the likeliest first. A file that all tasks touch is not worth reporting. */
const MAX_TASKS_OF_FILE = 200;
/** Maximum number of pairs of tasks. Files that two tasks are likeliest to change come first. */
const MAX_PAIRS = 100_000;
/** Maximum number of files that are named for a pair. */
const MAX_FILES = 3;

/** A task with the files that it names. */
export interface TaskWithFiles {
  /** Place in document order. */
  readonly place: number;
  readonly agent: string | null;
  /** Places in the digest. */
  readonly files: readonly number[];
}

/** A file that two tasks may change. */
export interface SharedFile {
  readonly path: string;
  /** The likelihood, from 0 to 1, that each of the two tasks changes the file. 1: the task names the file. */
  readonly likelihoods: readonly [number, number];
}

/** Two tasks that may change the same files. */
export interface Overlap {
  /** Places of the tasks, the earlier one first. */
  readonly tasks: readonly [number, number];
  /** The likelihood that both tasks change the same file, for at least one file; from 0 to 1. */
  readonly weight: number;
  /** The likeliest first, at most three. */
  readonly files: readonly SharedFile[];
  /** Number of all files that both may change. */
  readonly shared: number;
}

/** The part of the graph that this module needs. */
export interface DependentFiles {
  readonly paths: readonly string[];
  dependentsOf(place: number): Dependents;
}

interface Touch {
  readonly task: TaskWithFiles;
  readonly likelihood: number;
}

interface Pair {
  readonly one: TaskWithFiles;
  readonly other: TaskWithFiles;
  /** The likelihood that no file is changed by both. */
  neither: number;
  readonly files: SharedFile[];
  shared: number;
}

const NO_PAIRS: ReadonlySet<Pair> = new Set();

export interface Overlaps {
  /** The heaviest first. */
  readonly pairs: readonly Overlap[];
  /** False when there were too many tasks or pairs to compare all of them. */
  readonly isComplete: boolean;
}

/**
 * Returns pairs of tasks that may change the same file, because they name it or because files that they name may break it. Leaves out
 * pairs of the same agent, and pairs where one task waits for the other.
 * @param order of all tasks, without a cycle; `null` if no task waits for another
 * @param only only pairs with this task; default: all pairs
 */
export function findOverlaps(
  tasks: readonly TaskWithFiles[],
  graph: DependentFiles,
  order: OrderGraph | null,
  only: TaskWithFiles | null = null,
): Overlaps {
  const touches = [...touchesByFile(tasks, graph)].filter(([, all]) => all.length > 1);
  for (const [, all] of touches) all.sort((one, other) => other.likelihood - one.likelihood || one.task.place - other.task.place);
  const most = ([, [first, second]]: readonly [string, readonly Touch[]]) => (first?.likelihood ?? 0) * (second?.likelihood ?? 0);
  touches.sort((one, other) => most(other) - most(one) || (one[0] < other[0] ? -1 : 1));
  const { pairs, isComplete } = pairsIn(touches, only);
  const inOrder = order === null ? NO_PAIRS : orderedPairs(pairs.values(), order);
  const found = [...pairs.values()].filter((pair) => !inOrder.has(pair)).map(overlapOf);
  return { pairs: found.sort(byWeight), isComplete };
}

function byWeight({ tasks: [a, b], ...one }: Overlap, { tasks: [c, d], ...other }: Overlap): number {
  return other.weight - one.weight || a - c || b - d;
}

function overlapOf({ one, other, neither, files, shared }: Pair): Overlap {
  return { tasks: [one.place, other.place], weight: Math.round((1 - neither) * 1_000) / 1_000, files, shared };
}

/** Returns, for the path of each file, the tasks that may change it. */
function touchesByFile(tasks: readonly TaskWithFiles[], graph: DependentFiles): Map<string, Touch[]> {
  const followers = new Map<number, Dependents>();
  const followersOf = (place: number): Dependents => {
    const known = followers.get(place) ?? graph.dependentsOf(place);
    followers.set(place, known);
    return known;
  };
  const byFile = new Map<string, Touch[]>();
  for (const task of tasks) {
    for (const [file, likelihood] of likelihoodsOf(task, graph.paths, followersOf)) {
      const touches = byFile.get(file);
      if (touches === undefined) byFile.set(file, [{ task, likelihood }]);
      else touches.push({ task, likelihood });
    }
  }
  return byFile;
}

function likelihoodsOf(
  { files }: TaskWithFiles,
  paths: readonly string[],
  followersOf: (place: number) => Dependents,
): Map<string, number> {
  const likelihoods = new Map<string, number>();
  for (const place of files) {
    likelihoods.set(paths[place] ?? '', 1);
    for (const { path, likelihood } of followersOf(place).files) {
      likelihoods.set(path, Math.max(likelihood, likelihoods.get(path) ?? 0));
    }
  }
  return likelihoods;
}

/** @param touches by file, the likeliest first */
function pairsIn(
  touches: readonly (readonly [string, readonly Touch[]])[],
  only: TaskWithFiles | null,
): { pairs: Map<string, Pair>; isComplete: boolean } {
  const pairs = new Map<string, Pair>();
  let isComplete = true;
  for (const [path, all] of touches) {
    const compared = all.slice(0, MAX_TASKS_OF_FILE);
    isComplete &&= compared.length === all.length;
    for (const [at, one] of compared.entries()) {
      for (const other of compared.slice(at + 1)) {
        const isWanted = only === null || one.task === only || other.task === only;
        if (isWanted) isComplete = note(pairs, path, one, other) && isComplete;
      }
    }
  }
  return { pairs, isComplete };
}

/** @returns false when there is no room for another pair */
function note(pairs: Map<string, Pair>, path: string, one: Touch, other: Touch): boolean {
  if (one.task.agent !== null && one.task.agent === other.task.agent) return true;
  const [first, second] = one.task.place < other.task.place ? [one, other] : [other, one];
  const key = `${first.task.place} ${second.task.place}`;
  let pair = pairs.get(key);
  if (pair === undefined) {
    if (pairs.size === MAX_PAIRS) return false;
    pair = { one: first.task, other: second.task, neither: 1, files: [], shared: 0 };
    pairs.set(key, pair);
  }
  pair.shared += 1;
  pair.neither *= 1 - first.likelihood * second.likelihood;
  pair.files.push({ path, likelihoods: [first.likelihood, second.likelihood] });
  pair.files.sort((a, b) => both(b) - both(a) || (a.path < b.path ? -1 : 1)).splice(MAX_FILES);
  return true;
}

/** Returns the likelihood that both tasks change the file. */
function both({ likelihoods: [one, other] }: SharedFile): number {
  return one * other;
}

/** Tasks in a block: one bit of a 32-bit integer each. */
const BITS = 32;

/** Returns the pairs of each task, by its place. */
function pairsByTask(pairs: Iterable<Pair>): Map<number, Pair[]> {
  const byTask = new Map<number, Pair[]>();
  for (const pair of pairs) {
    for (const { place } of [pair.one, pair.other]) {
      const known = byTask.get(place);
      if (known === undefined) byTask.set(place, [pair]);
      else known.push(pair);
    }
  }
  return byTask;
}

/** Returns the pairs where one task waits for the other, directly or indirectly. */
function orderedPairs(pairs: Iterable<Pair>, order: OrderGraph): Set<Pair> {
  const byTask = pairsByTask(pairs);
  const tasks = [...byTask.keys()];
  const points = sortTopologically(order);
  const comesAfter = new Int32Array(order.points);
  const found = new Set<Pair>();
  for (let at = 0; at < tasks.length; at += BITS) {
    const block = tasks.slice(at, at + BITS);
    spread(block, points, order, comesAfter);
    for (const [bit, place] of block.entries()) {
      const waits = ({ one, other }: Pair) => ((comesAfter[2 * (one.place === place ? other : one).place] ?? 0) >>> bit) & 1;
      for (const pair of byTask.get(place) ?? []) if (waits(pair) === 1) found.add(pair);
    }
  }
  return found;
}

/** Sets, for each point, the bits of the block's tasks that must end before it. */
function spread(block: readonly number[], points: readonly number[], { first, after }: OrderGraph, comesAfter: Int32Array): void {
  comesAfter.fill(0);
  for (const [bit, place] of block.entries()) comesAfter[2 * place + 1] = 1 << bit;
  for (const point of points) {
    const ended = comesAfter[point] ?? 0;
    if (ended === 0) continue;
    for (let edge = first[point] ?? 0; edge < (first[point + 1] ?? 0); edge += 1) {
      const next = after[edge] ?? 0;
      comesAfter[next] = (comesAfter[next] ?? 0) | ended;
    }
  }
}
