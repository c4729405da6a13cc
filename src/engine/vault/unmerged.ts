import { relative, sep } from 'node:path';
import { UNMERGED, type UnmergedScope } from '../files/git-state.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { CONFIG_FILE } from './config/config-file.ts';
import type { Finding } from './doctor.ts';
import { isNotePath } from './notes/note-paths.ts';

const nameIn = (root: string, file: string): string => relative(root, file).split(sep).join('/');

/** Returns where unmerged files of a vault are. @param root the vault's root */
export function unmergedScope(fs: FileSystem, root: string): UnmergedScope {
  const owns = (file: string) => {
    const name = nameIn(root, file);
    return name === CONFIG_FILE || isNotePath(name);
  };
  return { fs, root, owns };
}

/** Returns a finding for each file that git holds as unmerged without conflict markers. @param root the vault's root */
export async function unmergedFindings(fs: FileSystem, root: string): Promise<Finding[]> {
  const { listUnmerged } = await import('../files/unmerged-files.ts');
  const found = await listUnmerged(unmergedScope(fs, root));
  return found.map(({ file, severity, message, next }) => {
    return { severity, code: UNMERGED, path: nameIn(root, file), line: null, column: null, message, next };
  });
}
