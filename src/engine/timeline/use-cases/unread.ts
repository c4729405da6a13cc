import { unmergedFile } from '../../crtx/merging/unmerged-file.ts';
import type { CortexFilePlace } from '../../crtx/schema.ts';
import { CortexError } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';

/**
 * Sees to it that "nothing was found" is only said where everything was read: "I cannot tell" is an error.
 * @param root the folder that the file must really be in
 * @param unread what else could not be read
 * @throws CortexError that says what was not read, and what to do
 */
export function requireAllRead(fs: FileSystem, root: string, place: CortexFilePlace<'timeline'>, unread: readonly string[] = []): void {
  const why = unmergedFile(fs, root, place);
  if (why !== null) throw why;
  const [first] = unread;
  if (first === undefined) return;
  const next = 'Correct what the warnings name, and ask again.';
  throw new CortexError('broken-file', 'nothing was found, but not everything could be read', { next }, { warnings: unread });
}
