import path from 'node:path';
import { type FileSystem, isThere } from '../../platform/file-system.ts';
import { similarWord } from '../../text/similar-word.ts';

/**
 * Returns an existing path that differs from a missing one by a typing error in one name; `null` if there is none. A slash at the end is
 * kept.
 * @param root absolute folder @param missing relative to it, separated by `/`
 */
export function findSimilarPath(fs: FileSystem, root: string, missing: string): string | null {
  const names = missing.split('/').filter((name) => name !== '');
  if (names.includes('..')) return null;
  const at = names.findIndex((_, index) => !isThere(fs, path.join(root, ...names.slice(0, index + 1))));
  const typed = names[at];
  if (typed === undefined) return null;
  const meant = similarWord(typed, namesIn(fs, path.join(root, ...names.slice(0, at))));
  const found = meant === null ? null : names.with(at, meant).join('/');
  return found !== null && isThere(fs, path.join(root, found)) ? `${found}${missing.endsWith('/') ? '/' : ''}` : null;
}

function namesIn(fs: FileSystem, folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}
