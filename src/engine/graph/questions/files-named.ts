import type { GraphModel } from '../graph-model.ts';

/**
 * Returns the files that a path or the id of a node names: the file itself, all files below a folder, the file of a symbol or an API, the
 * files of a package, or the files that a framework loads.
 */
export function findNamedFiles(model: GraphModel, path: string): number[] {
  const place = model.placeOf(path);
  const file = place === null ? -1 : (model.fileOf[place] ?? -1);
  if (file >= 0) return [file];
  if (place !== null && model.nodes[place]?.type === 'api') {
    return [...new Set(Array.from(model.outOf(place), (edge) => model.fileOf[model.table.to[edge] ?? 0] ?? -1))].filter(
      (each) => each >= 0,
    );
  }
  const named = place === null ? path : (model.nodes[place]?.path ?? path);
  const folder = named === '' || named === '.' ? '' : `${named.replace(/\/$/, '')}/`;
  return model.nodes.flatMap((node, at) => (model.fileOf[at] === at && node.path.startsWith(folder) ? [at] : []));
}

/** Returns the file of a symbol's id; other ids are unchanged. */
export const symbolFile = (id: string): string => id.split('#', 1)[0] || id;
