import path from 'node:path';
import type { FileSystem } from '../platform/file-system.ts';
import { temporaryName } from './atomic-file.ts';

const DAY_NS = 86_400_000_000_000n;
const TEMPORARY = temporaryName('');

/**
 * Removes temporary files that killed processes left in a folder more than a day ago. Times are compared with the folder's own, which is
 * that of the last file created in it, so that a clock that jumps cannot remove a file that is being written.
 */
export function removeStrays(fs: FileSystem, folder: string): void {
  ignoreErrors(() => {
    const { mtimeNs: now } = fs.statSync(folder, { bigint: true });
    for (const name of fs.readdirSync(folder).filter((each) => each.startsWith(TEMPORARY))) {
      const file = path.join(folder, name);
      ignoreErrors(() => {
        if (now - fs.lstatSync(file, { bigint: true }).mtimeNs > DAY_NS) fs.unlinkSync(file);
      });
    }
  });
}

/** Ignores errors: another process may do the same, and the folder may be read-only. Files that stay do no harm. */
function ignoreErrors(action: () => void): void {
  try {
    action();
  } catch {
    // The next writer tries again.
  }
}
