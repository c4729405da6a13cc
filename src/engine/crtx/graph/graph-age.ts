import path from 'node:path';
import { isInside } from '../../files/safe-path.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { FILE_NAMES } from '../cortex-io.ts';
import { CORTEX_FOLDER } from '../root.ts';

/** When the graph of a project was written, milliseconds since 1970 UTC; `null` where there is none. */
export function graphWrittenAt(fs: FileSystem, root: string): number | null {
  try {
    return Number(fs.statSync(path.join(root, CORTEX_FOLDER, FILE_NAMES.graph), { bigint: true }).mtimeNs / 1_000_000n);
  } catch {
    return null;
  }
}

/** Whether a file of a project was changed after a time, in milliseconds since 1970 UTC; what is no file, or not in the project, was not. */
export function isNewer(fs: FileSystem, root: string, relative: string, time: number): boolean {
  const file = path.join(root, relative);
  if (!isInside(root, file)) return false;
  try {
    const stat = fs.statSync(file, { bigint: true });
    return stat.isFile() && Number(stat.mtimeNs / 1_000_000n) > time;
  } catch {
    return false;
  }
}
