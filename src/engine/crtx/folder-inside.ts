import path from 'node:path';
import { resolveInside } from '../files/safe-path.ts';
import { CortexError } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';

/**
 * Returns the path of a folder below `.cortex/`, after a check that it is not a symlink out of it: a repository may contain such a symlink,
 * through which files of another project would be shown and overwritten. The folder need not exist.
 * @param cortex the `.cortex` folder, which exists
 * @throws CortexError `outside-root`, with the folder as its file
 */
export function resolveCortexFolder(fs: FileSystem, cortex: string, name: string): string {
  try {
    return resolveInside(fs, cortex, name);
  } catch (error) {
    if (!(error instanceof CortexError) || error.code !== 'outside-root') throw error;
    const { next: _next, value: _value, ...data } = error.data;
    const next = 'Remove the link, and find out who created it. Nothing was read or written through it.';
    throw new CortexError(error.code, error.message, { ...data, file: path.join(cortex, name), next });
  }
}
