import path from 'node:path';
import { readHead } from '../../files/file-head.ts';
import { isInside } from '../../files/safe-path.ts';
import { systemCode } from '../../platform/errors.ts';
import type { FileStat, FileSystem } from '../../platform/file-system.ts';
import { HEAD_BYTES, scriptLanguage } from '../../text/shebang.ts';
import { FILE_NAMES } from '../cortex-io.ts';
import { CORTEX_FOLDER } from '../root.ts';
import { isSource } from './graph-doubts.ts';

/** Returns when the graph of a project was written, in milliseconds since 1970 UTC; `null` if there is none. */
export function graphWrittenAt(fs: FileSystem, root: string): number | null {
  try {
    return Number(fs.statSync(path.join(root, CORTEX_FOLDER, FILE_NAMES.graph), { bigint: true }).mtimeNs / 1_000_000n);
  } catch {
    return null;
  }
}

/**
 * Returns when a file or folder of a project was changed, in milliseconds since 1970 UTC; `null` if it is missing or outside the project.
 */
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

/** Whether a file was changed after a time in milliseconds since 1970 UTC. False if it is not a file or is outside the project. */
export function isNewer(fs: FileSystem, root: string, relative: string, time: number): boolean {
  return (changedAt(fs, root, relative, (stat) => stat.isFile()) ?? 0) > time;
}

/** Whether a file of a project does not exist. False for paths outside the project. */
export function isGone(fs: FileSystem, root: string, relative: string): boolean {
  const file = path.join(root, relative);
  if (!isInside(root, file)) return false;
  try {
    fs.lstatSync(file, { bigint: true });
    return false;
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '');
  }
}

/** Returns the files of a graph that were changed or deleted since it was built. @param built milliseconds since 1970 UTC */
export function changedSince(fs: FileSystem, root: string, files: readonly string[], built: number): string[] {
  return files.filter((file) => {
    const at = changedAt(fs, root, file, (stat) => stat.isFile());
    return at === null ? isGone(fs, root, file) : at > built;
  });
}

/** Maximum number of folders to check. */
const MAX_FOLDERS = 2_000;

/**
 * Returns sources that were added to the folders of a graph's files since it was built. Only folders are checked, not every file: an
 * unchanged folder has no new files. Files that git ignores are included.
 * @param files all files of the graph
 * @param built milliseconds since 1970 UTC
 */
export function addedSince(fs: FileSystem, root: string, files: readonly string[], built: number): string[] {
  const known = new Set(files);
  const folders = [...new Set(files.map((file) => path.posix.dirname(file)))].slice(0, MAX_FOLDERS);
  return folders
    .filter((folder) => (changedAt(fs, root, folder, (stat) => stat.isDirectory()) ?? 0) > built)
    .flatMap((folder) => namesIn(fs, path.join(root, folder)).map((name) => path.posix.join(folder, name)))
    .filter((file) => !known.has(file) && (isSource(file) || isScript(fs, root, file)));
}

/** Whether a file is a source by its first line, because its name has no extension. */
function isScript(fs: FileSystem, root: string, file: string): boolean {
  return !path.posix.basename(file).includes('.') && scriptLanguage(readHead(fs, path.join(root, file), HEAD_BYTES)) !== null;
}

function namesIn(fs: FileSystem, folder: string): string[] {
  try {
    return fs.readdirSync(folder).filter((name) => !name.startsWith('.'));
  } catch {
    return [];
  }
}
