import path from 'node:path';
import { describeError } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { isBackupName } from '../backup-files.ts';
import { listCortexFiles, REASONING, typeOfFileName } from '../cortex-files.ts';
import { ARCHIVE_FOLDER } from '../names.ts';
import { CORTEX_FOLDER } from '../root.ts';
import type { CortexFileType } from '../schema.ts';
import type { Workplace } from '../typed/typed-path.ts';
import { unmergedFileError } from './unmerged-file.ts';

/**
 * Returns why a linked worktree's own copy of a file cannot be committed. Such copies exist only because git checked them out, and are not
 * written by this program, but a merge conflict in one must be resolved there.
 * @param name of the copy below `.cortex/`
 */
export function unmergedCopyProblems(
  fs: FileSystem,
  { root, tree }: Workplace,
  { type, name }: { readonly type: CortexFileType; readonly name: string },
): string[] {
  if (tree === root) return [];
  const why = unmergedFileError(fs, tree, { type, file: path.join(tree, CORTEX_FOLDER, name) });
  return why === null ? [] : [describeError(why)];
}

/** A file of a linked worktree that cannot be committed or read, or a folder that cannot be listed, with the reason. */
interface UnmergedCopy {
  /** Absolute. */
  readonly file: string;
  readonly type: CortexFileType | null;
  readonly why: unknown;
}

/** As `unmergedCopyProblems`, for all copies in a linked worktree. */
export function listUnmergedCopies(fs: FileSystem, { root, tree }: Pick<Workplace, 'root' | 'tree'>): UnmergedCopy[] {
  if (tree === root) return [];
  return ['', ARCHIVE_FOLDER, REASONING].flatMap((below): UnmergedCopy[] => {
    const folder = path.join(tree, CORTEX_FOLDER, below);
    try {
      const names = listCortexFiles(fs, folder).filter((name) => !isBackupName(name));
      return names.flatMap((name) => copyIn(fs, tree, path.join(folder, name), typeOfFileName(path.posix.join(below, name))));
    } catch (error) {
      return [{ file: folder, type: null, why: error }];
    }
  });
}

function copyIn(fs: FileSystem, tree: string, file: string, type: CortexFileType | null): UnmergedCopy[] {
  const why = type && unmergedFileError(fs, tree, { type, file });
  return why === null ? [] : [{ file, type, why }];
}
