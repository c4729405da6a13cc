import path from 'node:path';
import { readFileBounded } from '../../files/atomic-file.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { decodeUtf8 } from '../../text/utf8.ts';

/** Largest file of a stack that is read, in bytes. */
const LARGEST_FILE = 64 * 1024 * 1024;

/**
 * Returns the text of a file of a stack; `null` when it does not exist.
 * @throws CortexError `broken-file` for a file that is not UTF-8, not regular, or too large
 */
export function readStackText({ fs }: Pick<Runtime, 'fs'>, directory: string, name: string): string | null {
  const file = path.join(directory, name);
  const content = readFileBounded(fs, file, { maxBytes: LARGEST_FILE, root: directory });
  return content === null ? null : decodeUtf8(content.bytes, file);
}
