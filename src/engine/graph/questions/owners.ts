import type { ArchitectureMap } from '../../crtx/index.ts';
import { coversFile } from '../../swarm/index.ts';
import type { GraphModel } from '../graph-model.ts';

type Boundary = ArchitectureMap['boundaries'][number];

/** A boundary and the files that it is responsible for. */
export interface Owner {
  /** The boundary's name in the DNA; `null` if no boundary covers the files. */
  readonly boundary: string | null;
  /** The paths of the boundary. */
  readonly paths: readonly string[];
  readonly owns: readonly string[];
  readonly exposesTo: readonly string[];
  /** The files of the region, in the order of the graph. */
  readonly files: readonly string[];
}

/** Returns the boundary with the longest path that covers a file: a longer path is more specific. */
function boundaryOf(path: string, boundaries: readonly Boundary[]): Boundary | null {
  let [found, length]: [Boundary | null, number] = [null, -1];
  for (const boundary of boundaries) {
    for (const each of boundary.paths) if (each.length > length && coversFile(each, path)) [found, length] = [boundary, each.length];
  }
  return found;
}

/**
 * Returns the boundaries of the DNA that the files of a region belong to, those with most files first.
 * @param region a path, a folder (`src`, `src/`, `.`) or a pattern as in a lock; if the graph has no files there, the path itself counts
 */
export function findOwners(model: GraphModel, region: string, { boundaries }: Pick<ArchitectureMap, 'boundaries'>): Owner[] {
  const folder = region === '.' || region === '' ? '' : `${region.replace(/\/$/, '')}/`;
  const isInside = (path: string): boolean => path.startsWith(folder) || coversFile(region, path);
  const inside = model.nodes.flatMap(({ path }, place) => (model.fileOf[place] === place && isInside(path) ? [path] : []));
  const groups = new Map<Boundary | null, string[]>();
  for (const path of inside.length > 0 ? inside : [region]) {
    const boundary = boundaryOf(path, boundaries);
    groups.set(boundary, [...(groups.get(boundary) ?? []), path]);
  }
  return [...groups]
    .map(([boundary, files]) => ({
      boundary: boundary?.name ?? null,
      paths: boundary?.paths ?? [],
      owns: boundary?.owns ?? [],
      exposesTo: boundary?.exposesTo ?? [],
      files,
    }))
    .sort((one, other) => other.files.length - one.files.length || ((one.boundary ?? '') < (other.boundary ?? '') ? -1 : 1));
}
