import path from 'node:path';
import type { FileSystem } from '../platform/file-system.ts';
import { pointerIn } from '../platform/git/git-pointer.ts';
import { listParentFolders, mayExist } from './marker-files.ts';

/** Code of problems and findings about unmerged files. */
export const UNMERGED = 'unmerged';

/** Where to look for the unmerged files of a protocol. */
export interface UnmergedScope {
  readonly fs: FileSystem;
  /** Absolute folder. */
  readonly root: string;
  /** Whether a file belongs to the protocol. @param file absolute */
  readonly owns: (file: string) => boolean;
}

/**
 * Entries of git's folder. Without any of them there are no unmerged files (docs/decisions/0039-resolving-merge-conflicts.md). Git
 * writes `AUTO_MERGE` also for `git stash pop`, and removes it with the next commit.
 */
const SIGNS: ReadonlySet<string> = new Set([
  ...['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply', 'AUTO_MERGE', 'SQUASH_MSG'],
]);

function realOrNull(fs: FileSystem, folder: string): string | null {
  try {
    return fs.realpathSync(folder);
  } catch {
    return null;
  }
}

/** Returns git's own folder for the working tree around a folder, also of a linked worktree or a submodule; `null` without git. */
export function gitFolderAround(fs: FileSystem, folder: string): string | null {
  const real = realOrNull(fs, folder);
  const top = real === null ? folder : (listParentFolders(fs, real).at(-1) ?? real);
  const entry = path.join(top, '.git');
  if (!mayExist(fs, entry)) return null;
  const pointer = pointerIn(fs, entry);
  return pointer === null ? entry : path.resolve(top, pointer);
}

/** Whether the working tree around a folder may have unmerged files. Does not start git. */
export function mayBeUnmerged(fs: FileSystem, folder: string): boolean {
  const git = gitFolderAround(fs, folder);
  try {
    return git !== null && fs.readdirSync(git).some((name) => SIGNS.has(name));
  } catch {
    // Git cannot read it either.
    return false;
  }
}

/** Whether a change of this entry of git's folder may begin or end a conflict. */
export const isSignOfMerge = (name: string | null): boolean => name === null || name === 'index' || SIGNS.has(name);
