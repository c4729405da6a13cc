import path from 'node:path';

/** Folder of this file in the sources. */
const SOURCE = /[\\/]src[\\/]engine[\\/]platform$/;
/** Folders with programs below `dist`, which may have another name in a copy. */
const INSIDE = /[\\/](?:bin|bin[\\/]commands|bin[\\/]shared|graph|host|lib|lib[\\/]chunks|libraries|threads)$/;

/**
 * Returns the folder in `dist` with the programs of threads and their data, also when this code runs from source.
 * @param here the folder of the running file
 */
export function programFolder(name: 'graph' | 'threads', here: string = import.meta.dirname): string {
  const dist = SOURCE.test(here) ? path.join(here.replace(SOURCE, ''), 'dist') : here.replace(INSIDE, '');
  return path.join(dist, name);
}
