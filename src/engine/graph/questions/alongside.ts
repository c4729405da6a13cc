import { EDGE_TYPES } from '../analysis/edge-table.ts';
import { BREAKS } from '../analysis/file-level.ts';
import type { GraphModel } from '../graph-model.ts';
import { edgesOnPath, type LikeliestPath } from './likeliest-paths.ts';
import { ownDependencies } from './own-dependencies.ts';

const CONFIGURES = EDGE_TYPES.indexOf('configures');

/** A dependency of changed files. */
export interface Alongside {
  readonly path: string;
  /** The common changes; without them a dependent of it and the kind of dependency. */
  readonly because: readonly string[];
  /** How often it changed with the changed files, from 0 to 1; 0 if no more often than by chance. */
  readonly together: number;
}

/** A file with the edges that lead to it, and the weight of these. */
interface Reached {
  readonly weight: number;
  readonly edges: readonly number[];
}

type ReachedFiles = ReadonlyMap<number, Reached>;

/** Returns the files to which some edges lead, each with its heaviest edge. @param at indexes into the columns of `files` */
function heaviest({ files, table }: GraphModel, at: Iterable<number>): Map<number, Reached> {
  const found = new Map<number, Reached>();
  for (const each of at) {
    const [edge, to] = [files.edge[each] ?? 0, files.to[each] ?? 0];
    const weight = table.weight[edge] ?? 0;
    if (weight > (found.get(to)?.weight ?? -1)) found.set(to, { weight, edges: [edge] });
  }
  return found;
}

/** Returns the direct dependencies of files. */
function directDependencies(model: GraphModel, changed: ReadonlySet<number>): ReachedFiles {
  const { files, table } = model;
  const isDependency = (at: number): boolean => {
    const type = table.type[files.edge[at] ?? 0];
    return type !== BREAKS && type !== CONFIGURES;
  };
  return heaviest(
    model,
    [...changed].flatMap((file) => [...model.outOfFile(file)].filter(isDependency)),
  );
}

/** The files that common changes lead to. */
export interface Coupled {
  /** Direct and indirect dependencies of the changed files. */
  readonly own: ReachedFiles;
  readonly others: ReadonlySet<number>;
}

/**
 * Separates what common changes lead to.
 * @param historical the likeliest paths of common changes, whose first steps lead to no dependency
 */
export function separateCoupled(model: GraphModel, changed: ReadonlySet<number>, historical: ReadonlyMap<number, LikeliestPath>): Coupled {
  const dependencies = ownDependencies(model);
  const own = heaviest(
    model,
    [...changed].flatMap((file) => dependencies.couplingsOf(file).own),
  );
  const reached = [...historical.keys()].filter((place) => !changed.has(place));
  // What one of the changed files does not depend on, that one may break.
  let indirect: readonly number[] = reached;
  for (const file of changed) if (indirect.length > 0) indirect = [...dependencies.among(file, indirect)];
  for (const place of indirect) {
    const weight = historical.get(place)?.likelihood ?? 0;
    if (!own.has(place)) own.set(place, { weight, edges: edgesOnPath(historical, place) });
  }
  const left = new Set(indirect);
  return { own, others: new Set(reached.filter((place) => !left.has(place))) };
}

/**
 * Returns the dependencies of changed files: first those that often changed with them, then the other direct ones, the heaviest first.
 * @param coupled those that often changed with them
 * @param others files that are not listed
 */
export function listAlongside(
  model: GraphModel,
  changed: ReadonlySet<number>,
  coupled: ReachedFiles,
  others: ReadonlySet<number>,
): Alongside[] {
  const direct = directDependencies(model, changed);
  return [...new Set([...coupled.keys(), ...direct.keys()])]
    .filter((place) => !changed.has(place) && !others.has(place))
    .map((place) => ({
      path: model.nodes[place]?.path ?? '',
      together: coupled.get(place)?.weight ?? 0,
      weight: direct.get(place)?.weight ?? 0,
      edges: (coupled.get(place) ?? direct.get(place))?.edges ?? [],
    }))
    .sort((one, other) => other.together - one.together || other.weight - one.weight || (one.path < other.path ? -1 : 1))
    .map(({ path, together, edges }) => ({ path, because: edges.map((edge) => model.edges[edge]?.description ?? ''), together }));
}
