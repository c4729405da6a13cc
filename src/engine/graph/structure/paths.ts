import { posix } from 'node:path';

/** The folder of a path below the root; empty for the root itself. */
export function folderOf(path: string): string {
  const cut = path.lastIndexOf('/');
  return cut < 0 ? '' : path.slice(0, cut);
}

/** Where a path leads from a folder, both below the root; `null` where it leads out, or is no relative path. */
export function pathFrom(folder: string, relative: string): string | null {
  if (relative.startsWith('/') || relative.includes('\\') || relative.includes('\0')) return null;
  const path = posix.normalize(`${folder === '' ? '.' : folder}/${relative}`).replace(/\/$/, '');
  if (path === '..' || path.startsWith('../')) return null;
  return path === '.' ? '' : path;
}

/** A folder and those above it up to the root, the nearest first. */
export function* foldersUp(folder: string): Generator<string> {
  for (let at = folder; ; at = folderOf(at)) {
    yield at;
    if (at === '') return;
  }
}

/** The last part of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A path below a folder, which may be the root. */
export const below = (folder: string, rest: string): string => (folder === '' ? rest : rest === '' ? folder : `${folder}/${rest}`);

/** How many folders from the top two paths have in common: how near they are to each other. */
export function sharedFolders(one: string, other: string): number {
  const [parts, others] = [folderOf(one).split('/'), folderOf(other).split('/')];
  let count = 0;
  while (count < parts.length && parts[count] === others[count]) count += 1;
  return count;
}
