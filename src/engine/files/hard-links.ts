import { CortexError } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { shellWord } from '../text/shell-word.ts';

/**
 * Requires that an open file has no other name, so that no other file is changed with it. An unpacked archive may contain hard links.
 * @throws CortexError `outside-root`
 */
export function requireOneName(fs: FileSystem, fd: number, file: string): void {
  if (fs.fstatSync(fd, { bigint: true }).nlink <= 1n) return;
  const [own, copy] = [shellWord(file), shellWord(`${file}.copy`)];
  throw new CortexError('outside-root', 'has another name (hard link), so nothing is written', {
    file,
    next: `Find the other name, and remove one. If both are needed, stop all programs that use the file, then: cp -p ${own} ${copy} && mv ${copy} ${own}`,
  });
}
