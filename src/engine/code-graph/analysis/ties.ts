import { type EdgeTable, inTypeOrder } from './edge-table.ts';
import { BREAKS, type FileEdges } from './file-level.ts';

/** What holds files together: what leans on what, and what changes together; tests and configurations less. */
const HOLDS = inTypeOrder({ depends: 1, extends: 1, implements: 1, tests: 0.5, configures: 0.2, breaks_if_changed: 1 });

/** How closely two files are held together; the first has the lower place. */
export interface Pair {
  readonly one: number;
  readonly other: number;
  readonly weight: number;
}

/** The heaviest edge of each key; `keep` says which edges are meant. */
function heaviest(
  { from, to, edge }: FileEdges,
  table: EdgeTable,
  keyOf: (from: number, to: number) => number,
  isHistory: boolean,
): Map<number, number> {
  const most = new Map<number, number>();
  edge.forEach((at, n) => {
    const type = table.type[at] ?? 0;
    if ((type === BREAKS) !== isHistory) return;
    const key = keyOf(from[n] ?? 0, to[n] ?? 0);
    most.set(key, Math.max(most.get(key) ?? 0, (table.weight[at] ?? 0) * (HOLDS[type] ?? 0)));
  });
  return most;
}

/** Pairs of files with the heaviest structural and the heaviest historical edge between them, together; in the order of their places. */
export function pairsOf(edges: FileEdges, table: EdgeTable): Pair[] {
  const keyOf = (from: number, to: number): number => Math.min(from, to) * table.nodes + Math.max(from, to);
  const [leaning, history] = [heaviest(edges, table, keyOf, false), heaviest(edges, table, keyOf, true)];
  return [...new Set([...leaning.keys(), ...history.keys()])]
    .sort((one, other) => one - other)
    .map((key) => ({
      one: Math.floor(key / table.nodes),
      other: key % table.nodes,
      weight: (leaning.get(key) ?? 0) + (history.get(key) ?? 0),
    }))
    .filter(({ weight }) => weight > 0);
}

/** What a cluster is made of and what leads out of it. */
export interface Ties {
  inside: number;
  /** To files outside, in either direction. */
  across: number;
  leansInside: number;
  leansOut: number;
}

type TiesAt = (place: number) => Ties | undefined;

function addPairs(pairs: readonly Pair[], tiesAt: TiesAt): void {
  for (const { one, other, weight } of pairs) {
    const [here, there] = [tiesAt(one), tiesAt(other)];
    if (here !== undefined && here === there) here.inside += weight;
    else for (const each of [here, there]) if (each !== undefined) each.across += weight;
  }
}

function addLeanings(edges: FileEdges, table: EdgeTable, tiesAt: TiesAt): void {
  const keyOf = (from: number, to: number): number => from * table.nodes + to;
  for (const [key, weight] of heaviest(edges, table, keyOf, false)) {
    const here = tiesAt(Math.floor(key / table.nodes));
    if (here === undefined) continue;
    if (here === tiesAt(key % table.nodes)) here.leansInside += weight;
    else here.leansOut += weight;
  }
}

/** The ties of each group of files. @param groups places of files, each in at most one */
export function tiesOf(groups: readonly (readonly number[])[], pairs: readonly Pair[], edges: FileEdges, table: EdgeTable): Ties[] {
  const ties = groups.map((): Ties => ({ inside: 0, across: 0, leansInside: 0, leansOut: 0 }));
  const groupOf = new Map(groups.flatMap((members, group) => members.map((place) => [place, group] as const)));
  const tiesAt = (place: number): Ties | undefined => ties[groupOf.get(place) ?? -1];
  addPairs(pairs, tiesAt);
  addLeanings(edges, table, tiesAt);
  return ties;
}
