import path from 'node:path';
import { readFileBounded } from '../../files/atomic-file.ts';
import { CortexError } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { MAX_SOURCE_BYTES } from '../limits.ts';
import { inUtf8 } from '../parse/in-utf8.ts';
import { isGenerated } from '../parse/skip-reason.ts';

/** Returns the files that no tool generated, as their names and texts say now. @param root a real path */
export function withoutGenerated(fs: FileSystem, root: string, paths: readonly string[]): string[] {
  return paths.filter((relative) => {
    try {
      const content = readFileBounded(fs, path.join(root, relative), { maxBytes: MAX_SOURCE_BYTES, root });
      return content === null || !isGenerated(relative, inUtf8(content.bytes));
    } catch (error) {
      if (!(error instanceof CortexError)) throw error;
      return true;
    }
  });
}
