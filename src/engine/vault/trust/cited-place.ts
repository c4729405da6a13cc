import path from 'node:path';
import { resolveInside } from '../../files/safe-path.ts';
import { systemCode } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { Citation } from '../notes/note.ts';
import { formatCitation } from '../prose/citations.ts';

/** State of a cited file: its mtime in milliseconds since 1970 UTC, missing, or not judgeable. */
export type CitedFound = number | 'gone' | 'unknown';

/** Checks a cited file. @param file relative to the repository's root */
export function checkCited(fs: FileSystem, root: string, file: string): CitedFound {
  try {
    const stat = fs.statSync(resolveInside(fs, root, file), { bigint: true });
    return stat.isFile() ? Number(stat.mtimeNs / 1_000_000n) : 'unknown';
  } catch (error) {
    const code = systemCode(error);
    // A name without a folder often means a file elsewhere, so it does not count as gone.
    return (code === 'ENOENT' || code === 'ENOTDIR') && file.includes('/') ? 'gone' : 'unknown';
  }
}

/** The vault's and the repository's folder, real paths. */
export interface CitingPlace {
  readonly vault: string;
  readonly repository: string;
}

/** A note that cites code. */
interface CitingNote {
  /** Path in the vault. */
  readonly note: string;
  /** Recorded entries of its header by place. */
  readonly entries: ReadonlyMap<string, string>;
}

/**
 * Returns a citation with the path from the root of the repository. The address of a link starts at the note's folder or, if there is no
 * such file, at the root. If neither file exists, the recorded place counts.
 */
export function locateCitation(fs: FileSystem, { vault, repository }: CitingPlace, citing: CitingNote, citation: Citation): Citation {
  const written = path.posix.normalize(citation.path.replace(/^\/+/, ''));
  if (citation.form !== 'link' || citation.path.startsWith('/'))
    return citation.form === 'link' ? { ...citation, path: written } : citation;
  const below = path.relative(repository, vault).replaceAll(path.sep, '/');
  const beside = path.posix.join(below, path.posix.dirname(citing.note), written);
  const [fromNote, fromRoot] = [
    { ...citation, path: beside },
    { ...citation, path: written },
  ] as const;
  if (typeof checkCited(fs, repository, beside) === 'number') return fromNote;
  const isRecorded = (each: Citation) => citing.entries.has(formatCitation(each));
  const isAtRoot = typeof checkCited(fs, repository, written) === 'number' || (isRecorded(fromRoot) && !isRecorded(fromNote));
  return isAtRoot ? fromRoot : fromNote;
}
