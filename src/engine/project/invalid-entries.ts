import { readFileBounded } from '../kernel/atomic-file.ts';
import { CortexError } from '../kernel/errors.ts';
import type { FileSystem } from '../kernel/file-system.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import { MAX_FILE_BYTES } from './inspect.ts';
import type { CortexFileType } from './schema.ts';
import { PLACEHOLDERS } from './swarm/projection.ts';
import { parseTolerantly } from './tolerant-format.ts';

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
