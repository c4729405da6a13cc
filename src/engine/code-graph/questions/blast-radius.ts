import { EDGE_TYPES, inTypeOrder } from '../analysis/edge-table.ts';
import { BREAKS } from '../analysis/file-level.ts';
import { rounded } from '../analysis/rounded.ts';
import type { GraphModel } from '../graph-model.ts';
import { edgesOnWay, likeliestWays, type Step, type Way } from './likeliest.ts';

/** How much of an edge's weight a break passes on to whoever leans on what broke. */
const PASSES = inTypeOrder({ depends: 0.6, extends: 0.8, implements: 0.8, tests: 0.7, configures: 0, breaks_if_changed: 0 });
/** How much of it passes on to what is configured by what broke. */
const PASSES_CONFIGURED = 0.3;
/** How much of an edge's weight a change passes on to what the changed file leans on itself. */
const PASSES_BACK = 0.4;
/** What of it passes between files that have no folder in common; between those of one folder all of it does. */
const FAR = 0.5;
const CONFIGURES = EDGE_TYPES.indexOf('configures');
const TESTS = EDGE_TYPES.indexOf('tests');
const LEAST_LIKELIHOOD = 0.01;
const DEFAULT_LIMIT = 50;

/** A file that a change may break. */
export interface AffectedFile {
  /** Relative to the project's root. */
  readonly path: string;
  /** That it has to change, too, from 0 to 1. */
  readonly likelihood: number;
  /** The way from what changes to this file, a sentence for each step: first what leans on what, then what changed together. */
  readonly because: readonly string[];
  /** Tests of this file, the closest first. */
  readonly tests: readonly string[];
}

export interface BlastRadius {
  /** The likeliest first; tests are none of them. */
  readonly files: readonly AffectedFile[];
  /** Tests to run, the likeliest to fail first. */
  readonly tests: readonly Omit<AffectedFile, 'tests'>[];
  /** How many files and tests more may break, less likely. */
  readonly more: number;
  /** Paths of the question that the graph does not know. */
  readonly unknown: readonly string[];
}

/** The files that a path names: itself, or all below it where it is a folder; a symbol's id names its file. */
function filesNamed(model: GraphModel, path: string): number[] {
  const place = model.placeOf(path);
  const file = place === null ? -1 : (model.fileOf[place] ?? -1);
  if (file >= 0) return [file];
  const folder = path === '' || path === '.' ? '' : `${path.replace(/\/$/, '')}/`;
  return model.nodes.flatMap((node, at) => (model.fileOf[at] === at && node.path.startsWith(folder) ? [at] : []));
}

/** How many folders a path lies in, up to one of its characters. */
function foldersIn(path: string, end: number): number {
  let count = 0;
  for (let at = path.indexOf('/'); at !== -1 && at < end; at = path.indexOf('/', at + 1)) count += 1;
  return count;
}

/** The share of their folders that two files have in common, of those of the one that lies deeper. */
function nearness(one: string, other: string): number {
  const most = Math.max(foldersIn(one, one.length), foldersIn(other, other.length));
  let same = 0;
  while (same < one.length && one.charCodeAt(same) === other.charCodeAt(same)) same += 1;
  return most === 0 ? 1 : foldersIn(one, same) / most;
}

/** What leans on a file, and what it configures; and, of a file that changes, what it leans on itself: that may have to change with it. */
function* structuralSteps(model: GraphModel, file: number, { isChanged, worth }: Stepping): Iterable<Step> {
  for (const [edge, to, share] of neighbours(model, file, isChanged)) {
    const most = (model.table.weight[edge] ?? 0) * share;
    // Much leans on some files, and to compare names takes the longest.
    if (most === 0 || most < worth) continue;
    const near = nearness(model.nodes[file]?.path ?? '', model.nodes[to]?.path ?? '');
    yield { edge, to, passes: most * (FAR + (1 - FAR) * near) };
  }
}

interface Stepping {
  readonly isChanged: boolean;
  /** What passes on less than this leads nowhere. */
  readonly worth: number;
}

/** How much of the weight of an edge that begins at a file passes along it. */
function passesFrom(type: number, isChanged: boolean): number {
  if (type === CONFIGURES) return PASSES_CONFIGURED;
  return isChanged && type !== BREAKS ? PASSES_BACK : 0;
}

/** The edges along which a change goes on, where they lead, and how much of their weight passes. */
function* neighbours(model: GraphModel, file: number, isChanged: boolean): Iterable<readonly [edge: number, to: number, share: number]> {
  const { files, table } = model;
  for (const at of model.intoFile(file)) {
    const edge = files.edge[at] ?? 0;
    yield [edge, files.from[at] ?? 0, PASSES[table.type[edge] ?? 0] ?? 0];
  }
  for (const at of model.outOfFile(file)) {
    const edge = files.edge[at] ?? 0;
    yield [edge, files.to[at] ?? 0, passesFrom(table.type[edge] ?? 0, isChanged)];
  }
}

/** What changes when a file does. */
function* historicalSteps(model: GraphModel, file: number): Iterable<Step> {
  const { files, table } = model;
  for (const at of model.outOfFile(file)) {
    const edge = files.edge[at] ?? 0;
    if (table.type[edge] === BREAKS) yield { edge, passes: table.weight[edge] ?? 0, to: files.to[at] ?? 0 };
  }
}

/** Tests of a file, the closest first. */
function testsOf(model: GraphModel, file: number): string[] {
  const { files, table } = model;
  const weights = new Map<string, number>();
  for (const at of model.intoFile(file)) {
    const edge = files.edge[at] ?? 0;
    const path = model.nodes[files.from[at] ?? 0]?.path ?? '';
    if (table.type[edge] === TESTS) weights.set(path, Math.max(weights.get(path) ?? 0, table.weight[edge] ?? 0));
  }
  return [...weights].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([path]) => path);
}

/** Two independent reasons, of which one is enough. */
const either = (one: number, other: number): number => 1 - (1 - one) * (1 - other);

interface Found {
  readonly place: number;
  readonly path: string;
  readonly likelihood: number;
}

interface Ways {
  readonly structural: ReadonlyMap<number, Way>;
  readonly historical: ReadonlyMap<number, Way>;
}

function likelihoodOf({ structural, historical }: Ways, place: number): number {
  return rounded(either(structural.get(place)?.likelihood ?? 0, historical.get(place)?.likelihood ?? 0));
}

function described(model: GraphModel, { structural, historical }: Ways, { place, path, likelihood }: Found): Omit<AffectedFile, 'tests'> {
  const edges = [...edgesOnWay(structural, place), ...edgesOnWay(historical, place)];
  return { path, likelihood, because: edges.map((edge) => model.edges[edge]?.description ?? '') };
}

/**
 * What may break, or may have to change, when files change. That goes from a file to what leans on it, to what a changed file leans on
 * itself, and to what has changed together with it; the likeliest way of each kind counts, and either is enough (docs/protocols/crtx.md,
 * "The graph").
 * @param paths files, folders or ids of the graph
 * @param options.limit how many files, and how many tests, are named
 * @param options.least what is less likely is not looked for
 */
export function blastRadius(
  model: GraphModel,
  paths: readonly string[],
  { limit = DEFAULT_LIMIT, least = LEAST_LIKELIHOOD }: { readonly limit?: number; readonly least?: number } = {},
): BlastRadius {
  const named = paths.map((path) => ({ path, places: filesNamed(model, path) }));
  const starts = named.flatMap(({ places }) => places);
  const changed = new Set(starts);
  const ways: Ways = {
    structural: likeliestWays(starts, (place, worth) => structuralSteps(model, place, { isChanged: changed.has(place), worth }), least),
    historical: likeliestWays(starts, (place) => historicalSteps(model, place), least),
  };
  const found = [...new Set([...ways.structural.keys(), ...ways.historical.keys()])]
    .filter((place) => !changed.has(place))
    .map((place): Found => ({ place, path: model.nodes[place]?.path ?? '', likelihood: likelihoodOf(ways, place) }))
    .sort((one, other) => other.likelihood - one.likelihood || (one.path < other.path ? -1 : 1));
  const isTest = ({ place }: Found): boolean => model.nodes[place]?.type === 'test';
  const [tests, files] = [found.filter(isTest), found.filter((each) => !isTest(each))];
  return {
    files: files.slice(0, limit).map((each) => ({ ...described(model, ways, each), tests: testsOf(model, each.place) })),
    tests: tests.slice(0, limit).map((each) => described(model, ways, each)),
    more: Math.max(0, files.length - limit) + Math.max(0, tests.length - limit),
    unknown: named.flatMap(({ path, places }) => (places.length === 0 ? [path] : [])),
  };
}
