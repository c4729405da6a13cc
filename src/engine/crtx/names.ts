import { fileError, systemCode } from '../kernel/errors.ts';
import type { FileSystem } from '../kernel/file-system.ts';
import { encodeFileName, isPortableFileName, sameFileNameKey } from '../kernel/safe-path.ts';

/** The name of a project that has no DNA yet: the name of its folder in lower case, `a-z 0-9 -` only; `project` if nothing is left. */
export function projectSlug(folderName: string): string {
  const slug = folderName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
  return slug === '' ? 'project' : slug;
}

function namesIn(fs: FileSystem, folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw fileError(error, folder, 'list the folder', 'read');
  }
}

/**
 * The file of a task's reasoning trace, `<taskId>.crtx` in `folder` (seed 1, "Directory Structure"): the id as it is where it
 * can be a file name everywhere, so that a reader written from the seed finds it, otherwise encoded. Encoded too when the
 * folder holds the file of another id that some file systems cannot tell apart (`T1`, `t1`): neither may take the other's.
 */
export function reasoningFileName(fs: FileSystem, folder: string, taskId: string): string {
  const encoded = `${encodeFileName(taskId)}.crtx`;
  if (!isPortableFileName(taskId)) return encoded;
  const plain = `${taskId}.crtx`;
  const names = namesIn(fs, folder);
  // Some file systems give composed letters back decomposed: that is the same id.
  const present = names.find((name) => name === plain) ?? names.find((name) => name.normalize('NFC') === plain.normalize('NFC'));
  if (present !== undefined) return present;
  const taken = names.includes(encoded) || names.some((name) => sameFileNameKey(name) === sameFileNameKey(plain));
  return taken ? encoded : plain;
}
