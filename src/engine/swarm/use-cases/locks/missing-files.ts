import { join } from 'node:path';
import { lockPathKind, unescapeLockName } from '../../locks/lock-path.ts';
import { statOrNull } from '../../locks/names-on-disk.ts';
import { type Located, listSearchedFolders } from './lock-paths.ts';

/** Returns the files among lock paths that do not exist. A folder or a pattern may be locked before it has files. */
export function missingFiles({ place, store }: Located, paths: readonly string[]): string[] {
  const isMissing = (path: string) =>
    listSearchedFolders(place).every((tree) => statOrNull(store.runtime.fs, join(tree, unescapeLockName(path))) === null);
  return paths.filter((path) => lockPathKind(path) === 'file' && isMissing(path));
}
