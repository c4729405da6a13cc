import path from 'node:path';
import type { FileSystem } from '../platform/file-system.ts';
import { temporaryName } from './atomic-file.ts';

const DAY_NS = 86_400_000_000_000n;
const TEMPORARY = temporaryName('');

/**
 * Removes the temporary files that killed processes have left in a folder more than a day ago. Times are compared with the folder's own,
 * which is that of the last file that was made in it: so no clock that jumps takes away what somebody writes now.
 */
export function removeStrays(fs: FileSystem, folder: string): void {
  tried(() => {
    const { mtimeNs: now } = fs.statSync(folder, { bigint: true });
    for (const name of fs.readdirSync(folder).filter((each) => each.startsWith(TEMPORARY))) {
      const file = path.join(folder, name);
      tried(() => {
        if (now - fs.lstatSync(file, { bigint: true }).mtimeNs > DAY_NS) fs.unlinkSync(file);
      });
    }
  });
}

/** Another process may be at the same, and the folder may be read-only: what stays is in nobody's way. */
function tried(action: () => void): void {
  try {
    action();
  } catch {
    // The next one to write tries again.
  }
}
