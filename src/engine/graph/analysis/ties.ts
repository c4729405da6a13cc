import { type EdgeTable, inTypeOrder } from './edge-table.ts';
import { BREAKS, type FileEdges } from './file-level.ts';

/** How strongly an edge ties two files, by type: tests and configuration count less than dependencies and common changes. */
const HOLDS = inTypeOrder({ depends: 1, extends: 1, implements: 1, tests: 0.5, configures: 0.2, breaks_if_changed: 1 });

/** The highest weight from each file to each other, by `from * files + to`. Files are numbered from 0. */
export interface FileLinks {
  /** Number of files. */
  readonly files: number;
  /** Links by dependencies. */
  readonly dependencies: ReadonlyMap<number, number>;
  /** Links by common changes. */
  readonly together: ReadonlyMap<number, number>;
}

/** @param numberOf the number of each file, by its node index @param files number of files */
export function collectLinks({ from, to, edge }: FileEdges, table: EdgeTable, numberOf: Int32Array, files: number): FileLinks {
  const [dependencies, together] = [new Map<number, number>(), new Map<number, number>()];
  for (let n = 0; n < edge.length; n += 1) {
    const at = edge[n] ?? 0;
    const type = table.type[at] ?? 0;
    const into = type === BREAKS ? together : dependencies;
    const key = (numberOf[from[n] ?? 0] ?? 0) * files + (numberOf[to[n] ?? 0] ?? 0);
    const weight = (table.weight[at] ?? 0) * (HOLDS[type] ?? 0);
    const known = into.get(key);
    if (known === undefined || weight > known) into.set(key, weight);
  }
  return { files, dependencies, together };
}

function isSameMap(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): boolean {
  if (one.size !== other.size) return false;
  const others = other.entries();
  // The order must match too, because floating-point sums depend on it in their last bit.
  for (const [key, weight] of one) {
    const { value } = others.next();
    if (value?.[0] !== key || value[1] !== weight) return false;
  }
  return true;
}

/** Whether files are linked in the same way, regardless of their names. */
export const areSameLinks = (one: FileLinks, other: FileLinks): boolean =>
  one.files === other.files && isSameMap(one.dependencies, other.dependencies) && isSameMap(one.together, other.together);

/** The combined tie of two files; `one` is the lower number. */
export interface FilePair {
  readonly one: number;
  readonly other: number;
  readonly weight: number;
}

/** Returns the higher weight of both directions. */
function eitherWay(links: ReadonlyMap<number, number>, files: number): Map<number, number> {
  const most = new Map<number, number>();
  for (const [key, weight] of links) {
    const [from, to] = [Math.floor(key / files), key % files];
    const pair = Math.min(from, to) * files + Math.max(from, to);
    most.set(pair, Math.max(most.get(pair) ?? 0, weight));
  }
  return most;
}

/** Returns pairs of files, sorted by number. The weight is the sum of the highest structural and the highest historical link. */
export function toFilePairs({ files, ...links }: FileLinks): FilePair[] {
  const [dependencies, together] = [eitherWay(links.dependencies, files), eitherWay(links.together, files)];
  return [...new Set([...dependencies.keys(), ...together.keys()])]
    .sort((one, other) => one - other)
    .map((key) => ({
      one: Math.floor(key / files),
      other: key % files,
      weight: (dependencies.get(key) ?? 0) + (together.get(key) ?? 0),
    }))
    .filter(({ weight }) => weight > 0);
}

/** Weights of the ties within a cluster and out of it. */
export interface TieWeights {
  inside: number;
  /** To files outside, in either direction. */
  across: number;
  leansInside: number;
  leansOut: number;
}

type TiesAt = (file: number) => TieWeights | undefined;

function addPairs(pairs: readonly FilePair[], tiesAt: TiesAt): void {
  for (const { one, other, weight } of pairs) {
    const [here, there] = [tiesAt(one), tiesAt(other)];
    if (here !== undefined && here === there) here.inside += weight;
    else for (const each of [here, there]) if (each !== undefined) each.across += weight;
  }
}

function addDependencies({ files, dependencies }: FileLinks, tiesAt: TiesAt): void {
  for (const [key, weight] of dependencies) {
    const here = tiesAt(Math.floor(key / files));
    if (here === undefined) continue;
    if (here === tiesAt(key % files)) here.leansInside += weight;
    else here.leansOut += weight;
  }
}

/** Returns the ties of each group. @param groups file numbers, each in at most one group */
export function computeTies(groups: readonly (readonly number[])[], pairs: readonly FilePair[], links: FileLinks): TieWeights[] {
  const ties = groups.map((): TieWeights => ({ inside: 0, across: 0, leansInside: 0, leansOut: 0 }));
  const groupOf = new Map(groups.flatMap((members, group) => members.map((file) => [file, group] as const)));
  const tiesAt = (file: number): TieWeights | undefined => ties[groupOf.get(file) ?? -1];
  addPairs(pairs, tiesAt);
  addDependencies(links, tiesAt);
  return ties;
}
