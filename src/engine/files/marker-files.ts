import path from 'node:path';
import { systemCode } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';

/** Returns whether a file may exist. True also if that cannot be determined, so that the next access reports why. @param file absolute */
export function mayExist(fs: Pick<FileSystem, 'lstatSync'>, file: string): boolean {
  try {
    fs.lstatSync(file, { bigint: true });
    return true;
  } catch (error) {
    const code = systemCode(error);
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}

/** Returns the folder and those above it up to one with `.git`: files above that belong to another project. @param folder absolute */
export function listParentFolders(fs: Pick<FileSystem, 'lstatSync'>, folder: string): string[] {
  const found = [folder];
  for (let at = folder; path.dirname(at) !== at && !mayExist(fs, path.join(at, '.git')); at = path.dirname(at))
    found.push(path.dirname(at));
  return found;
}
