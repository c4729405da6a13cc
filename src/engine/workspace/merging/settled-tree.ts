import { findProject } from '../../crtx/index.ts';
import { CortexError } from '../../platform/errors.ts';
import type { OperationContext } from '../../platform/operation.ts';
import { repositoryAround } from '../../vault/index.ts';

/** Runs work that finds nothing to do in many projects. @returns `null` for the error `not-found` */
export async function unlessNotFound<T>(work: () => T | Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CortexError && error.code === 'not-found') return null;
    throw error;
  }
}

/** Returns the folder whose files are resolved: the project in this worktree, or else the repository. */
export async function settledTree({
  runtime: { fs },
  directory,
  exactDirectory,
}: Pick<OperationContext, 'runtime' | 'directory' | 'exactDirectory'>): Promise<string> {
  const project = await unlessNotFound(() => findProject(fs, directory, exactDirectory).tree);
  if (project !== null || exactDirectory) return project ?? fs.realpathSync(directory);
  const here = fs.realpathSync(directory);
  return repositoryAround(fs, here) ?? here;
}
