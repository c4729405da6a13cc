import path from 'node:path';
import { fileError, systemCode } from '../kernel/errors.ts';
import type { FileSystem } from '../kernel/file-system.ts';
import { encodeFileName, encodeTakenName, formerFileName, isPortableFileName, sameFileNameKey } from '../kernel/safe-path.ts';
import { CORTEX_FOLDER, LOCAL_FOLDER } from './root.ts';

const TRACE_LOG = 'reasoning-';

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
 * A trace that was begun under a name of before goes on there.
 */
export function reasoningFileName(fs: FileSystem, folder: string, taskId: string): string {
  const isPortable = isPortableFileName(taskId);
  const encoded = `${isPortable ? encodeTakenName(taskId) : encodeFileName(taskId)}.crtx`;
  const former = `${formerFileName(taskId)}.crtx`;
  const names = namesIn(fs, folder);
  if (isPortable) {
    const plain = `${taskId}.crtx`;
    // Some file systems give composed letters back decomposed: that is the same id.
    const present = names.find((name) => name === plain) ?? names.find((name) => name.normalize('NFC') === plain.normalize('NFC'));
    if (present !== undefined) return present;
    const used = [encoded, former].find((name) => names.includes(name));
    if (used !== undefined) return used;
    return names.some((name) => sameFileNameKey(name) === sameFileNameKey(plain)) ? encoded : plain;
  }
  if (former === encoded || names.includes(encoded)) return encoded;
  // Its file may be gone, and come back from its log.
  const isKept =
    names.includes(former) || namesIn(fs, path.join(folder, '..', LOCAL_FOLDER)).includes(`${TRACE_LOG}${formerFileName(former)}`);
  return isKept ? former : encoded;
}

/** The log of a trace, below `.cortex/.local/`. One that was begun under a name of before goes on there. */
export function reasoningLogName(fs: FileSystem, root: string, fileName: string): string {
  const log = TRACE_LOG + encodeFileName(fileName);
  const former = TRACE_LOG + formerFileName(fileName);
  return former !== log && namesIn(fs, path.join(root, CORTEX_FOLDER, LOCAL_FOLDER)).includes(former) ? former : log;
}
