import path from 'node:path';
import { isInside } from '../files/safe-path.ts';
import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { isNoteName } from './notes/note-paths.ts';

/** Replacement for bytes that are not UTF-8. The operating system does not find a file by a name that contains it. */
const REPLACEMENT = '\ufffd';

/** Converts an error of a stat call. Returns `null` if the file no longer exists, which is no problem. */
export function toEntryError(error: unknown, where: string, absolute: string): CortexError | null {
  const code = systemCode(error);
  const isGone = where !== '' && (code === 'ENOENT' || code === 'ENOTDIR');
  if (!isGone) return fileError(error, absolute, 'look at the file', 'read');
  return where.includes(REPLACEMENT) ? unknownName(absolute) : null;
}

/**
 * Returns a problem for a symbolic link that has a note's name or leads to a folder, because notes behind it are not read. Returns `null`
 * if it leads into the vault, where the note is read under its own path.
 */
export function unfollowedLinkError(fs: FileSystem, root: string, link: string): CortexError | null {
  const next = 'Move the notes into the vault, or search that folder as a separate vault with --vault.';
  try {
    const [real, own] = [fs.realpathSync(link), fs.realpathSync(root)];
    if (isInside(own, real)) return null;
    if (!isNoteName(path.basename(link)) && !fs.statSync(real, { bigint: true }).isDirectory()) return null;
    return new CortexError('outside-root', `is a symbolic link to ${real}, outside of the vault, and is not read`, { file: link, next });
  } catch {
    const lost = 'Correct the link, or remove it.';
    return isNoteName(path.basename(link))
      ? new CortexError('outside-root', 'is a broken symbolic link', { file: link, next: lost })
      : null;
  }
}

/** Returns the problem of a device, pipe or socket with a note's name. */
export function notAFileError(file: string): CortexError {
  const next = 'Move it; a note is expected here.';
  return new CortexError('broken-file', 'is a device, pipe or socket, not a file', { file, next });
}

function unknownName(file: string): CortexError {
  const next = 'Rename it on the machine that created it.';
  return new CortexError('broken-file', 'has a name that is not UTF-8', { file, allowed: 'names in UTF-8', next });
}
