import type { GraphModel } from '../graph-model.ts';

/** The files that a path names: itself, or all below it where it is a folder; a symbol's id names its file. */
export function filesNamed(model: GraphModel, path: string): number[] {
  const place = model.placeOf(path);
  const file = place === null ? -1 : (model.fileOf[place] ?? -1);
  if (file >= 0) return [file];
  const folder = path === '' || path === '.' ? '' : `${path.replace(/\/$/, '')}/`;
  return model.nodes.flatMap((node, at) => (model.fileOf[at] === at && node.path.startsWith(folder) ? [at] : []));
}

/** The file of a symbol; any other id stays. */
export const fileOf = (id: string): string => id.split('#', 1)[0] || id;
