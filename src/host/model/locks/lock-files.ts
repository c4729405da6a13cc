import path from 'node:path';
import { nearestProject } from '../../../engine/crtx/index.ts';
import { resolveInside } from '../../../engine/files/safe-path.ts';
import { CortexError } from '../../../engine/platform/errors.ts';
import type { FileSystem } from '../../../engine/platform/file-system.ts';
import { escapeLockPath, fileOfLockPath } from '../../../engine/swarm/index.ts';

/**
 * The lock path of a file or folder of the disk, whose name is taken as it is. A file of a linked git worktree has the path that it has
 * in the main one, because both are worked on by one swarm.
 * @param root of the project, a real path
 * @param file absolute; links on its way are followed
 * @returns `null` for what is not in the project, and for the project's folder itself
 */
export function lockPathOf(fs: FileSystem, root: string, file: string): string | null {
  const real = realPath(fs, file);
  const way = path.relative(topOf(fs, root, path.dirname(real)), real);
  if (way === '' || way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way)) return null;
  return escapeLockPath(way.split(path.sep).join('/'));
}

/** A file of the disk as the graph and the timeline name it, relative to the project; `null` for what is not in it. @param file absolute */
export const fileInProject = (fs: FileSystem, root: string, file: string): string | null =>
  fileOfLockPath(lockPathOf(fs, root, file) ?? '') || null;

/**
 * The file or folder that a lock is on, absolute; it need not exist.
 * @param root of the project, a real path
 * @param folder that is open: a file of a linked git worktree is looked for in that worktree
 * @throws CortexError `outside-root` for a path that leads out
 */
export function fileOfLock(fs: FileSystem, root: string, folder: string, lockPath: string): string {
  return resolveInside(fs, topOf(fs, root, realPath(fs, folder)), fileOfLockPath(lockPath) ?? lockPath);
}

/** Where lock paths begin for what lies in a directory: what stands for the project in its linked git worktree, else the project's folder. */
function topOf(fs: FileSystem, root: string, directory: string): string {
  try {
    const found = nearestProject(fs, directory);
    return found?.ofMainWorktree && found.root === root ? found.tree : root;
  } catch (error) {
    // Why a project cannot be found is told where that folder is open: this file may be any.
    if (error instanceof CortexError) return root;
    throw error;
  }
}

/** A file that was deleted while it is open has the place of its folder. */
function realPath(fs: FileSystem, file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(realPath(fs, parent), path.basename(file));
  }
}
