import path from 'node:path';
import { readFileBounded } from '../../files/atomic-file.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { requireUtf8 } from '../../text/utf8.ts';

/** Largest file of a stack that is read, in bytes. */
const MAX_FILE_SIZE = 64 * 1024 * 1024;

/**
 * Returns the text of a file of a stack; `null` when it does not exist.
 * @throws CortexError `broken-file` for a file that is not UTF-8, not regular, or too large
 */
export function readStackText(runtime: Pick<Runtime, 'fs'>, directory: string, name: string): string | null {
  return readStackBytes(runtime, directory, name)?.toString('utf8') ?? null;
}

/** Like `readStackText`. @returns valid UTF-8 */
export function readStackBytes({ fs }: Pick<Runtime, 'fs'>, directory: string, name: string): Buffer | null {
  const file = path.join(directory, name);
  const content = readFileBounded(fs, file, { maxBytes: MAX_FILE_SIZE, root: directory });
  if (content !== null) requireUtf8(content.bytes, file);
  return content?.bytes ?? null;
}
