import path from 'node:path';
import { nearestProject } from '../../../engine/crtx/index.ts';
import { resolveInside } from '../../../engine/files/safe-path.ts';
import { CortexError } from '../../../engine/platform/errors.ts';
import type { FileSystem } from '../../../engine/platform/file-system.ts';
import { escapeLockPath, lockPathToFile } from '../../../engine/swarm/index.ts';

/**
 * Returns the lock path of a file or folder on disk. A file of a linked git worktree has the same lock path as in the main worktree,
 * because one swarm works on both.
 * @param root root of the project, a real path
 * @param file absolute; symlinks are resolved
 * @returns `null` if it is not in the project, or is the project's root
 */
export function fileToLockPath(fs: FileSystem, root: string, file: string): string | null {
  const real = realPath(fs, file);
  const way = path.relative(topOf(fs, root, path.dirname(real)), real);
  if (way === '' || way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way)) return null;
  return escapeLockPath(way.split(path.sep).join('/'));
}

/** Returns a file's project-relative path, as in the graph and timeline; `null` if it is not in the project. @param file absolute */
export const fileInProject = (fs: FileSystem, root: string, file: string): string | null =>
  lockPathToFile(fileToLockPath(fs, root, file) ?? '') || null;

/**
 * Returns the absolute path of the file or folder that a lock is on. It need not exist.
 * @param root root of the project, a real path
 * @param folder open folder; in a linked git worktree, the result is in that worktree
 * @throws CortexError `outside-root` if the path leads out of the project
 */
export function lockToFile(fs: FileSystem, root: string, folder: string, lockPath: string): string {
  return resolveInside(fs, topOf(fs, root, realPath(fs, folder)), lockPathToFile(lockPath) ?? lockPath);
}

/** Returns the folder that lock paths of a directory are relative to: the project's counterpart in a linked worktree, else the root. */
function topOf(fs: FileSystem, root: string, directory: string): string {
  try {
    const found = nearestProject(fs, directory);
    return found?.ofMainWorktree && found.root === root ? found.tree : root;
  } catch (error) {
    // Errors of finding a project are reported for open folders. Here the file may be anywhere, so they are ignored.
    if (error instanceof CortexError) return root;
    throw error;
  }
}

/** Resolves symlinks. A file that was deleted while open is resolved through its parent folder. */
function realPath(fs: FileSystem, file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(realPath(fs, parent), path.basename(file));
  }
}
