import { join, relative, sep } from 'node:path';
import { findSimilarPath } from '../../../crtx/typed/similar-path.ts';
import type { FileSystem } from '../../../platform/file-system.ts';
import { coversFile } from '../../locks/lock-overlap.ts';
import { fileToLockName, literalSegments, lockPathKind, unescapeLockName } from '../../locks/lock-path.ts';
import { statOrNull } from '../../locks/names-on-disk.ts';
import { type Located, listSearchedFolders } from './lock-paths.ts';

/** Entries to examine for a match of a pattern. A larger folder counts as one with a match, so that the lock stays fast. */
const MAX_ENTRIES = 2_000;
const NOT_EXAMINED: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** A locked path without a file, which may be a typing error. */
export interface MissingPath {
  readonly path: string;
  /** The existing path that was probably meant; `null` if none is similar. */
  readonly meant: string | null;
}

/** Returns the lock paths for which nothing exists: no file, no folder, or no match of the pattern. */
export function missingPaths(context: Located, paths: readonly string[]): MissingPath[] {
  const { fs } = context.store.runtime;
  const trees = listSearchedFolders(context.place);
  return paths.flatMap((path): MissingPath[] => {
    if (lockPathKind(path) === 'glob') return trees.some((tree) => hasMatch(context, tree, path)) ? [] : [{ path, meant: null }];
    const name = unescapeLockName(path);
    if (trees.some((tree) => statOrNull(fs, join(tree, name)) !== null)) return [];
    return [{ path, meant: trees.flatMap((tree) => findSimilarPath(fs, tree, name) ?? [])[0] ?? null }];
  });
}

function hasMatch({ store }: Located, tree: string, pattern: string): boolean {
  const { fs } = store.runtime;
  const front = join(tree, ...literalSegments(pattern).map(unescapeLockName));
  const folders = [front];
  let examined = 0;
  // The list grows during iteration.
  for (const folder of folders) {
    for (const entry of namesIn(fs, folder)) {
      examined += 1;
      if (examined > MAX_ENTRIES) return true;
      if (NOT_EXAMINED.has(entry)) continue;
      const file = join(folder, entry);
      if (coversFile(pattern, fileToLockName(relative(tree, file).split(sep).join('/'), store))) return true;
      if (statOrNull(fs, file)?.isDirectory() === true) folders.push(file);
    }
  }
  return false;
}

function namesIn(fs: FileSystem, folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}
