import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';

/**
 * Creates a folder and its missing parents.
 * @returns the topmost that was missing @throws CortexError, `broken-file` if something else has its name
 */
export function makeFolder(fs: Pick<FileSystem, 'mkdirSync'>, folder: string): string | undefined {
  try {
    return fs.mkdirSync(folder, { recursive: true });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw fileError(error, folder, 'make the folder');
    const next = 'Move that file away, or give it another name.';
    throw new CortexError('broken-file', 'a file stands where a folder belongs', { file: folder, next }, { cause: error });
  }
}
