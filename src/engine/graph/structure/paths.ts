import { posix } from 'node:path';

/** Returns how a symbolic link to nothing is listed among the files of a project: as no file, since no path contains this character. */
export const asDeadLink = (path: string): string => `${path}\0`;

/** Returns the folder of a path relative to the root; empty for the root itself. */
export function folderOf(path: string): string {
  const cut = path.lastIndexOf('/');
  return cut < 0 ? '' : path.slice(0, cut);
}

/** Resolves a relative path against a folder, both relative to the root. Returns `null` if the path leaves the root or is not relative. */
export function resolvePath(folder: string, relative: string): string | null {
  if (relative.startsWith('/') || relative.includes('\\') || relative.includes('\0')) return null;
  const path = posix.normalize(`${folder === '' ? '.' : folder}/${relative}`).replace(/\/$/, '');
  if (path === '..' || path.startsWith('../')) return null;
  return path === '.' ? '' : path;
}

/** Yields a folder and its ancestors up to the root, the nearest first. */
export function* listAncestors(folder: string): Generator<string> {
  for (let at = folder; ; at = folderOf(at)) {
    yield at;
    if (at === '') return;
  }
}

/** Returns the last segment of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Joins a folder, which may be the root, and a path below it. */
export const joinPath = (folder: string, rest: string): string => (folder === '' ? rest : rest === '' ? folder : `${folder}/${rest}`);

/** Returns the number of leading folders that two paths share, as a measure of proximity. */
export function sharedFolders(one: string, other: string): number {
  return sharedAtStart(folderOf(one).split('/'), folderOf(other).split('/'));
}

/** Returns how many folders the paths of two files have in common before their names: 2 for `src/a/b/c` and `test/a/b/c`. */
export function sharedFoldersAtEnd(one: string, other: string): number {
  return sharedAtStart(folderOf(one).split('/').reverse(), folderOf(other).split('/').reverse());
}

function sharedAtStart(parts: readonly string[], others: readonly string[]): number {
  let count = 0;
  while (count < parts.length && parts[count] === others[count]) count += 1;
  return count;
}
