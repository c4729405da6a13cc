import { MAX_FILE_BYTES } from '../crtx/inspect.ts';
import type { CortexFileType } from '../crtx/schema.ts';
import { parseTolerantly } from '../crtx/tolerant-format.ts';
import { readFileBounded } from '../files/atomic-file.ts';
import { CortexError } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { PLACEHOLDERS } from '../swarm/projection.ts';
import { decodeUtf8 } from '../text/utf8.ts';

/** The name of a file in which another program wrote entries that are not valid, with the time at which the others were taken over. */
const INVALID = /^(.+\.crtx)\.corrupt-[0-9TZ]+(?:-\d+)?-entries$/;

/** What a file was called that is kept for its invalid entries; `null` for any other file. */
export const nameBeforeInvalid = (name: string): string | null => INVALID.exec(name)?.[1] ?? null;

/**
 * What is wrong with the entries of a file that is kept for them, each with its place; none once somebody has corrected them.
 * @param root the folder that it must really be in
 * @param file absolute
 */
export function invalidEntries(fs: FileSystem, root: string, file: string, type: CortexFileType): readonly CortexError[] {
  try {
    const content = readFileBounded(fs, file, { maxBytes: MAX_FILE_BYTES, root });
    if (content === null) return [];
    return parseTolerantly(decodeUtf8(content.bytes, file), file, type, type === 'swarm' ? { placeholders: PLACEHOLDERS } : {}).errors;
  } catch (error) {
    if (error instanceof CortexError) return [error];
    throw error;
  }
}
