import path from 'node:path';
import { systemCode } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';

/** Returns the working tree that contains the vault; `null` if there is none. */
export function repositoryAround(fs: FileSystem, vault: string): string | null {
  for (let folder = fs.realpathSync(vault); ; folder = path.dirname(folder)) {
    try {
      fs.statSync(path.join(folder, '.git'), { bigint: true });
      return folder;
    } catch (error) {
      const code = systemCode(error);
      if (code !== 'ENOENT' && code !== 'ENOTDIR') return null;
    }
    if (folder === path.dirname(folder)) return null;
  }
}
