import path from 'node:path';
import { systemCode } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';

/** Whether a file or folder may be there: also where that cannot be found out, so that whoever is asked next says why. @param file absolute */
export function mayBeThere(fs: Pick<FileSystem, 'lstatSync'>, file: string): boolean {
  try {
    fs.lstatSync(file, { bigint: true });
    return true;
  } catch (error) {
    const code = systemCode(error);
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}

/** The folder, and those above it up to the one that git knows; from there on files are another project's. @param folder absolute */
export function foldersUpwards(fs: Pick<FileSystem, 'lstatSync'>, folder: string): string[] {
  const found = [folder];
  for (let at = folder; path.dirname(at) !== at && !mayBeThere(fs, path.join(at, '.git')); at = path.dirname(at))
    found.push(path.dirname(at));
  return found;
}
