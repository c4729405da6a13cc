import path from 'node:path';
import { describeError } from '../../kernel/errors.ts';
import type { FileSystem } from '../../kernel/file-system.ts';
import { CORTEX_FOLDER } from '../root.ts';
import type { CortexFileType } from '../schema.ts';
import type { Workplace } from '../typed-path.ts';
import { unmergedFile } from '../unmerged-file.ts';

/**
 * A linked worktree has files of entries of its own only because git put them there: they are not those that are written, but a merge of
 * branches that fails in one is to be settled in it.
 * @param copy its type, and its name below `.cortex/`
 * @returns why the file cannot be committed as it is
 */
export function unmergedCopy(
  fs: FileSystem,
  { root, tree }: Workplace,
  { type, name }: { readonly type: CortexFileType; readonly name: string },
): string[] {
  if (tree === root) return [];
  const why = unmergedFile(fs, tree, { type, file: path.join(tree, CORTEX_FOLDER, name) });
  return why === null ? [] : [describeError(why)];
}
