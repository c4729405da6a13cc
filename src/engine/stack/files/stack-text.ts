import path from 'node:path';
import { readFileBounded } from '../../files/atomic-file.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { decodeUtf8 } from '../../text/utf8.ts';

/** A larger file of a stack is not read. */
const LARGEST_FILE = 64 * 1024 * 1024;

/** The text of a file of a stack, `null` where there is none. @throws CortexError `broken-file` for what is no UTF-8, no file, or too large */
export function stackText({ fs }: Pick<Runtime, 'fs'>, directory: string, name: string): string | null {
  const file = path.join(directory, name);
  const content = readFileBounded(fs, file, { maxBytes: LARGEST_FILE, root: directory });
  return content === null ? null : decodeUtf8(content.bytes, file);
}
