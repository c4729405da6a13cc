import { readFileBounded } from '../../files/atomic-file.ts';
import { CortexError } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { ownProperty } from '../../text/foreign-data.ts';
import { lineAndColumn, locateJsonPath } from '../../text/json/json-position.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import { type InspectedFile, MAX_FILE_BYTES } from '../inspect.ts';
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

/** Key beside `nodes` in a graph that has the content of both sides of a merge. A build writes `data` anew, without the key. */
const MERGED = 'mergedFromBranches';

/** Returns the data of a graph, marked as merged. */
export const markedAsMerged = <Data extends object>(data: Data): Data => ({ ...data, [MERGED]: true });

/** A warning about a graph, with its place. */
export interface MergedGraph {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly next: string;
}

/** Returns the warning that a graph has the content of both sides of a merge; `null` for any other graph, and for other files. */
export function mergedGraphWarning(found: InspectedFile<CortexFileType> | null): MergedGraph | null {
  if (found?.type !== 'graph' || ownProperty(found.value.data, MERGED) !== true) return null;
  const { file, content } = found;
  const text = decodeUtf8(content.bytes, file).replace(/^\ufeff/, '');
  return {
    file,
    ...lineAndColumn(text, locateJsonPath(text, ['data', MERGED])),
    message: 'has the content of both sides of a merge, which may not match the merged code',
    next: 'Rebuild it: cortex graph build',
  };
}
