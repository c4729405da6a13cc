import { EDGE_TYPES, inTypeOrder } from '../analysis/edge-table.ts';
import { rounded } from '../analysis/rounded.ts';
import type { GraphModel } from '../graph-model.ts';
import type { AffectedFile } from '../schemas/graph-answer.ts';
import { type Alongside, listAlongside, separateCoupled } from './alongside.ts';
import { findNamedFiles } from './files-named.ts';
import { edgesOnPath, findLikeliestPaths, type LikeliestPath, type PathStep } from './likeliest-paths.ts';
import { ownDependencies } from './own-dependencies.ts';
import { nearerFirst, type Together } from './tied-tests.ts';

/** Factor by which a break passes along an edge to a dependent, by edge type. */
const PASSES = inTypeOrder({ depends: 0.6, extends: 0.8, implements: 0.8, tests: 0.7, configures: 0, breaks_if_changed: 0 });
/** Factor by which a break of a configuration file passes to the files that it configures. */
const PASSES_CONFIGURED = 0.3;
const CONFIGURES = EDGE_TYPES.indexOf('configures');
const TESTS = EDGE_TYPES.indexOf('tests');
/** Below this, a coupling over several files is left out: in a long history, every file is coupled with every other. */
const LEAST_COUPLING = 0.01;
/** Of any dependent: the rounded likelihood of a distant one would be 0, as if it could not break. */
const LEAST_LIKELIHOOD = 0.001;
const DEFAULT_LIMIT = 50;

export interface BlastRadius {
  /** Likeliest first, without tests. */
  readonly files: readonly AffectedFile[];
  /** Tests to run, likeliest to fail first; of equally likely ones, the nearest first (`tied-tests.ts`). */
  readonly tests: readonly Omit<AffectedFile, 'tests'>[];
  /**
   * Dependencies of the changed files that do not depend on them in turn. They cannot break, but may change with them. Those that often did
   * come first, also indirect ones.
   */
  readonly alongside: readonly Alongside[];
  /** Number of further, less likely files and tests. */
  readonly more: { readonly files: number; readonly tests: number };
  /** Queried paths that the graph does not know. */
  readonly unknown: readonly string[];
}

/** Yields the dependents of a file, and the files that it configures. */
function* structuralSteps(model: GraphModel, file: number, worth: number): Iterable<PathStep> {
  const { files, table } = model;
  for (const at of model.intoFile(file)) {
    const edge = files.edge[at] ?? 0;
    const passes = (table.weight[edge] ?? 0) * (PASSES[table.type[edge] ?? 0] ?? 0);
    if (passes > 0 && passes >= worth) yield { edge, to: files.from[at] ?? 0, passes };
  }
  for (const at of model.outOfFile(file)) {
    const edge = files.edge[at] ?? 0;
    if (table.type[edge] === CONFIGURES) yield { edge, to: files.to[at] ?? 0, passes: (table.weight[edge] ?? 0) * PASSES_CONFIGURED };
  }
}

/** Yields the files that usually change when a file does, without its own dependencies. */
function* historicalSteps(model: GraphModel, file: number): Iterable<PathStep> {
  const { files, table } = model;
  for (const at of ownDependencies(model).couplingsOf(file).others) {
    const edge = files.edge[at] ?? 0;
    yield { edge, passes: table.weight[edge] ?? 0, to: files.to[at] ?? 0 };
  }
}

/** Returns the edge by which a file tests itself; `null` if it contains no tests of its own. */
function ownTests(model: GraphModel, file: number): number | null {
  const { table } = model;
  return model.outOf(file).find((edge) => table.to[edge] === file && table.type[edge] === TESTS) ?? null;
}

/** Returns the tests of a file, closest first. */
function testsOf(model: GraphModel, file: number): string[] {
  const { files, table } = model;
  const inside = ownTests(model, file);
  const weights = new Map<string, number>(inside === null ? [] : [[model.nodes[file]?.path ?? '', 1]]);
  for (const at of model.intoFile(file)) {
    const edge = files.edge[at] ?? 0;
    const path = model.nodes[files.from[at] ?? 0]?.path ?? '';
    if (table.type[edge] === TESTS) weights.set(path, Math.max(weights.get(path) ?? 0, table.weight[edge] ?? 0));
  }
  return [...weights].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([path]) => path);
}

/** Returns the probability that at least one of two independent events happens. */
const either = (one: number, other: number): number => 1 - (1 - one) * (1 - other);

interface Found {
  readonly place: number;
  readonly path: string;
  readonly likelihood: number;
}

interface Ways {
  readonly structural: ReadonlyMap<number, LikeliestPath>;
  readonly historical: ReadonlyMap<number, LikeliestPath>;
  /** The files that may break according to `historical`, which may also lead to dependencies. */
  readonly coupled: ReadonlySet<number>;
}

function likelihoodOf({ structural, historical, coupled }: Ways, place: number): number {
  const inHistory = coupled.has(place) ? historical.get(place)?.likelihood : undefined;
  return Math.max(LEAST_LIKELIHOOD, rounded(either(structural.get(place)?.likelihood ?? 0, inHistory ?? 0)));
}

function described(model: GraphModel, ways: Ways, { place, path, likelihood }: Found): Omit<AffectedFile, 'tests'> {
  const inHistory = ways.coupled.has(place) ? edgesOnPath(ways.historical, place) : [];
  const edges = [...edgesOnPath(ways.structural, place), ...inHistory];
  return { path, likelihood, because: edges.map((edge) => model.edges[edge]?.description ?? '') };
}

/** Returns changed tests and changed files with tests inside, which must run in any case. */
function changedTests(model: GraphModel, changed: ReadonlySet<number>): BlastRadius['tests'] {
  const own = [...changed].flatMap((place) => {
    const { type, path = '' } = model.nodes[place] ?? {};
    const inside = ownTests(model, place);
    if (type === 'test') return [{ path, likelihood: 1, because: [`${path} is one of the changed files`] }];
    return inside === null ? [] : [{ path, likelihood: 1, because: [model.edges[inside]?.description ?? ''] }];
  });
  return own.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Returns the files that may break and contain their own tests, as tests. */
function testedInside(model: GraphModel, found: readonly Found[]): Found[] {
  return found.flatMap((each) => {
    if (ownTests(model, each.place) === null) return [];
    return [{ ...each, likelihood: rounded(each.likelihood * (PASSES[TESTS] ?? 0)) }];
  });
}

const likelierFirst = (one: Found, other: Found): number => other.likelihood - one.likelihood || (one.path < other.path ? -1 : 1);

interface BlastOptions {
  /** Maximum number of files, and of tests. */
  readonly limit?: number;
  /** Likelihood below which the search stops; by default it finds all dependents. */
  readonly least?: number;
  /** Counts the commits that changed files together with the given ones, to order equally likely tests. */
  together?(changed: readonly string[]): Together;
}

/**
 * Computes what may break when files change. A break spreads from a file to its dependents, and to files that changed together with it. For
 * each of the two kinds the likeliest path counts, and either kind is enough (docs/protocols/crtx.md, "The graph").
 * @param paths files, folders or ids of the graph
 */
export function computeBlastRadius(
  model: GraphModel,
  paths: readonly string[],
  { limit = DEFAULT_LIMIT, least = 0, together = () => new Map() }: BlastOptions = {},
): BlastRadius {
  const named = paths.map((path) => ({ path, places: findNamedFiles(model, path) }));
  const starts = named.flatMap(({ places }) => places);
  const changed = new Set(starts);
  const structural = findLikeliestPaths(starts, (place, worth) => structuralSteps(model, place, worth), least);
  const historical = findLikeliestPaths(starts, (place) => historicalSteps(model, place), Math.max(least, LEAST_COUPLING));
  const { own: dependencies, others: coupled } = separateCoupled(model, changed, historical);
  const ways: Ways = { structural, historical, coupled };
  const places = new Set([...structural.keys(), ...coupled]);
  const found = [...places]
    .filter((place) => !changed.has(place))
    .map((place): Found => ({ place, path: model.nodes[place]?.path ?? '', likelihood: likelihoodOf(ways, place) }))
    .sort(likelierFirst);
  const isTest = ({ place }: Found): boolean => model.nodes[place]?.type === 'test';
  const files = found.filter((each) => !isTest(each));
  const asked = starts.map((place) => model.nodes[place]?.path ?? '');
  const nearer = nearerFirst(asked, () => together(asked));
  const tests = [...found.filter(isTest), ...testedInside(model, files)].sort(
    (one, other) => other.likelihood - one.likelihood || nearer(one.path, other.path) || likelierFirst(one, other),
  );
  const own = changedTests(model, changed);
  const room = Math.max(0, limit - own.length);
  return {
    files: files.slice(0, limit).map((each) => ({ ...described(model, ways, each), tests: testsOf(model, each.place) })),
    tests: [...own.slice(0, limit), ...tests.slice(0, room).map((each) => described(model, ways, each))],
    alongside: listAlongside(model, changed, dependencies, places).slice(0, limit),
    more: { files: Math.max(0, files.length - limit), tests: Math.max(0, own.length + tests.length - limit) },
    unknown: named.flatMap(({ path, places: of }) => (of.length === 0 ? [path] : [])),
  };
}
