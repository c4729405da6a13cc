import { CortexError } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';

/**
 * Requires that an open file of ours has no other name, so that no other file is changed with it. An unpacked archive may contain hard links.
 * @throws CortexError `outside-root`
 */
export function requireOneName(fs: FileSystem, fd: number, file: string): void {
  if (fs.fstatSync(fd, { bigint: true }).nlink <= 1n) return;
  throw new CortexError('outside-root', 'has another name (hard link), so nothing is written', { file, next: 'Move it away.' });
}
