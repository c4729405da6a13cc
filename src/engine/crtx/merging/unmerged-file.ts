import { readFileBounded } from '../../files/atomic-file.ts';
import { CortexError } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { MAX_FILE_BYTES } from '../inspect.ts';
import type { CortexFilePlace, CortexFileType } from '../schema.ts';
import { unmergedText } from './merge-marks.ts';

/**
 * Returns the error for a file with git's conflict markers; `null` if it has none or does not exist.
 * @param root the folder that must contain the file, after symlinks are resolved
 * @returns also the error if the file cannot be read
 */
export function unmergedFileError(fs: FileSystem, root: string, place: CortexFilePlace<CortexFileType>): CortexError | null {
  try {
    const content = readFileBounded(fs, place.file, { maxBytes: MAX_FILE_BYTES, root });
    return content && unmergedText(decodeUtf8(content.bytes, place.file), place, 'busy');
  } catch (error) {
    if (error instanceof CortexError) return error;
    throw error;
  }
}
