import type { GraphModel } from '../graph-model.ts';

/** Returns the files that a path names: the file itself, all files below a folder, or the file of a symbol's id. */
export function findNamedFiles(model: GraphModel, path: string): number[] {
  const place = model.placeOf(path);
  const file = place === null ? -1 : (model.fileOf[place] ?? -1);
  if (file >= 0) return [file];
  const folder = path === '' || path === '.' ? '' : `${path.replace(/\/$/, '')}/`;
  return model.nodes.flatMap((node, at) => (model.fileOf[at] === at && node.path.startsWith(folder) ? [at] : []));
}

/** Returns the file of a symbol's id; other ids are unchanged. */
export const symbolFile = (id: string): string => id.split('#', 1)[0] || id;
