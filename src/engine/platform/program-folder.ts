import path from 'node:path';

/** Maximum depth of started files below `dist`: `dist/bin/commands/graph.cjs`. */
const DEEPEST = 3;
const FROM_SOURCE = path.join('..', '..', '..', 'dist');

/**
 * Returns the folder in `dist` with the programs of threads and their data, also when this code runs from source.
 * @param here the folder of the running file
 */
export function programFolder(name: 'graph' | 'threads', here: string = import.meta.dirname): string {
  const parts = here.split(path.sep);
  const dist = parts.lastIndexOf('dist');
  if (dist !== -1 && dist >= parts.length - DEEPEST) return path.join(parts.slice(0, dist + 1).join(path.sep), name);
  return path.join(here, FROM_SOURCE, name);
}
