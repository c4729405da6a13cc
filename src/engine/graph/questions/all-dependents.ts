import { BREAKS } from '../analysis/file-level.ts';
import type { GraphModel } from '../graph-model.ts';
import { findNamedFiles } from './files-named.ts';

/** Returns the paths of some files, and of all that depend on them directly or indirectly. @param paths as for `findNamedFiles` */
export function findAllDependents(model: GraphModel, paths: readonly string[]): string[] {
  const { files, table } = model;
  const reached = new Set(paths.flatMap((path) => findNamedFiles(model, path)));
  // The set grows during the iteration.
  for (const place of reached) {
    for (const at of model.intoFile(place)) if (table.type[files.edge[at] ?? 0] !== BREAKS) reached.add(files.from[at] ?? 0);
  }
  return [...reached].map((place) => model.nodes[place]?.path ?? '');
}
