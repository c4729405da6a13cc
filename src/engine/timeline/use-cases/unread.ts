import { unmergedFileError } from '../../crtx/merging/unmerged-file.ts';
import type { CortexFilePlace } from '../../crtx/schema.ts';
import { CortexError } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';

/**
 * Checks that everything was read, before a search reports that it found nothing.
 * @param root the folder that must contain the file, after symlinks are resolved
 * @param unread what else could not be read
 * @throws CortexError naming what was not read, and what to do
 */
export function requireAllRead(fs: FileSystem, root: string, place: CortexFilePlace<'timeline'>, unread: readonly string[] = []): void {
  const why = unmergedFileError(fs, root, place);
  if (why !== null) throw why;
  const [first] = unread;
  if (first === undefined) return;
  const next = 'Fix the problems in the warnings and repeat the command.';
  throw new CortexError('broken-file', 'nothing found, but not all files could be read', { next }, { warnings: unread });
}
