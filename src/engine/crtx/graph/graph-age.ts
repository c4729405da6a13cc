import path from 'node:path';
import { isInside } from '../../files/safe-path.ts';
import { systemCode } from '../../platform/errors.ts';
import type { FileStat, FileSystem } from '../../platform/file-system.ts';
import { FILE_NAMES } from '../cortex-io.ts';
import { CORTEX_FOLDER } from '../root.ts';
import { isSource } from './graph-doubts.ts';

/** When the graph of a project was written, milliseconds since 1970 UTC; `null` where there is none. */
export function graphWrittenAt(fs: FileSystem, root: string): number | null {
  try {
    return Number(fs.statSync(path.join(root, CORTEX_FOLDER, FILE_NAMES.graph), { bigint: true }).mtimeNs / 1_000_000n);
  } catch {
    return null;
  }
}

/** When something of a project was changed, milliseconds since 1970 UTC; `null` for what is not there, or not in the project. */
function changedAt(fs: FileSystem, root: string, relative: string, isWanted: (stat: FileStat) => boolean): number | null {
  const file = path.join(root, relative);
  if (relative !== '.' && !isInside(root, file)) return null;
  try {
    const stat = fs.statSync(file, { bigint: true });
    return isWanted(stat) ? Number(stat.mtimeNs / 1_000_000n) : null;
  } catch {
    return null;
  }
}

/** Whether a file of a project was changed after a time, in milliseconds since 1970 UTC; what is no file, or not in the project, was not. */
export function isNewer(fs: FileSystem, root: string, relative: string, time: number): boolean {
  return (changedAt(fs, root, relative, (stat) => stat.isFile()) ?? 0) > time;
}

/** Whether a file that a graph names is not in the project any more; of what is not in the project nothing is said. */
function isGone(fs: FileSystem, root: string, relative: string): boolean {
  const file = path.join(root, relative);
  if (!isInside(root, file)) return false;
  try {
    fs.lstatSync(file, { bigint: true });
    return false;
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '');
  }
}

/** Those files of a graph that were changed or deleted since it was built. @param built milliseconds since 1970 UTC */
export function changedSince(fs: FileSystem, root: string, files: readonly string[], built: number): string[] {
  return files.filter((file) => {
    const at = changedAt(fs, root, file, (stat) => stat.isFile());
    return at === null ? isGone(fs, root, file) : at > built;
  });
}

/** More folders are not looked at. */
const MOST_FOLDERS = 2_000;

/**
 * Sources that came into the folders of a graph's files since it was built. Where a folder has not changed since, none has: so it takes a
 * look at each folder and not at each file. What git ignores is not told apart.
 * @param files all files of the graph
 * @param built milliseconds since 1970 UTC
 */
export function addedSince(fs: FileSystem, root: string, files: readonly string[], built: number): string[] {
  const known = new Set(files);
  const folders = [...new Set(files.map((file) => path.posix.dirname(file)))].slice(0, MOST_FOLDERS);
  return folders
    .filter((folder) => (changedAt(fs, root, folder, (stat) => stat.isDirectory()) ?? 0) > built)
    .flatMap((folder) => namesIn(fs, path.join(root, folder)).map((name) => path.posix.join(folder, name)))
    .filter((file) => isSource(file) && !known.has(file));
}

function namesIn(fs: FileSystem, folder: string): string[] {
  try {
    return fs.readdirSync(folder).filter((name) => !name.startsWith('.'));
  } catch {
    return [];
  }
}
