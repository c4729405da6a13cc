import { readFileBounded } from '../../files/atomic-file.ts';
import { CortexError } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { MAX_FILE_BYTES } from '../inspect.ts';
import type { CortexFilePlace, CortexFileType } from '../schema.ts';
import { unmergedText } from './merge-marks.ts';

/**
 * What is to be said of a file while git's marks stand in it; `null` when none do, and when there is no such file.
 * @param root the folder that it must really be in
 * @returns also why it cannot be read
 */
export function unmergedFile(fs: FileSystem, root: string, place: CortexFilePlace<CortexFileType>): CortexError | null {
  try {
    const content = readFileBounded(fs, place.file, { maxBytes: MAX_FILE_BYTES, root });
    return content && unmergedText(decodeUtf8(content.bytes, place.file), place, 'busy');
  } catch (error) {
    if (error instanceof CortexError) return error;
    throw error;
  }
}
