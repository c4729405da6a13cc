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
    if (systemCode(error) !== 'EEXIST') throw fileError(error, folder, 'create the folder');
    const next = 'Move or rename that file.';
    throw new CortexError('broken-file', 'a file is in the place of a folder', { file: folder, next }, { cause: error });
  }
}
