import path from 'node:path';
import { systemCode } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';

/** The work tree that the vault lies in; `null` outside of any. */
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
