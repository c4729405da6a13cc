import path from 'node:path';
import { readFileBounded, writeFileDurable } from '../kernel/atomic-file.ts';
import { fileError } from '../kernel/errors.ts';
import type { Runtime } from '../kernel/runtime.ts';

/** Whether the file is there and holds these bytes. */
function holds({ fs }: Runtime, root: string, file: string, bytes: Buffer): boolean {
  try {
    return readFileBounded(fs, file, { maxBytes: bytes.length, root })?.bytes.equals(bytes) === true;
  } catch {
    // It is larger, or is nothing that could be read: writing it says why, if it cannot be done.
    return false;
  }
}

/**
 * Writes files that can be made anew at any time, those of which the bytes are others; each as a whole.
 * @param files by path from `root`, with `/` @returns the paths that were written @throws CortexError
 */
export async function writeDerivedFiles(runtime: Runtime, root: string, files: ReadonlyMap<string, string>): Promise<string[]> {
  const written: string[] = [];
  for (const [relative, text] of files) {
    const file = path.join(root, relative);
    const bytes = Buffer.from(text);
    if (holds(runtime, root, file, bytes)) continue;
    const folder = path.dirname(file);
    try {
      runtime.fs.mkdirSync(folder, { recursive: true });
    } catch (error) {
      throw fileError(error, folder, 'make the folder');
    }
    await writeFileDurable(runtime, file, bytes, { root });
    written.push(relative);
  }
  return written;
}
