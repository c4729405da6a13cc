import { systemCode } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';

/** Lists the names in a directory; none if it does not exist. */
export function listDirectory(fs: FileSystem, directory: string): string[] {
  try {
    return fs.readdirSync(directory);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Removes a file if it exists. */
export function removeIfThere(fs: FileSystem, path: string): void {
  try {
    fs.unlinkSync(path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}
