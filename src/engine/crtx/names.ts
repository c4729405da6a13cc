import path from 'node:path';
import { encodeFileName, encodeTakenName, formerFileName, isPortableFileName, sameFileNameKey } from '../files/safe-path.ts';
import { fileError, systemCode } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { withoutMarks } from '../text/ascii.ts';
import { CORTEX_FOLDER, LOCAL_FOLDER } from './root.ts';

const TRACE_LOG = 'reasoning-';

/** Below `.cortex/`: where entries stand that are not current any more. */
export const ARCHIVE_FOLDER = 'archive';

/** The name of a project that has no DNA yet: the name of its folder in lower case, `a-z 0-9 -` only; `project` if nothing is left. */
export function projectSlug(folderName: string): string {
  const slug = withoutMarks(folderName)
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
  const plain = isPortable ? `${taskId}.crtx` : encoded;
  const names = namesIn(fs, folder);
  // Some file systems give composed letters back decomposed: that is the same id.
  const own = names.find((name) => name === plain) ?? names.find((name) => name.normalize('NFC') === plain.normalize('NFC'));
  const present = own ?? names.find((name) => name === encoded) ?? formerName(fs, folder, taskId, names);
  if (present !== null) return present;
  return names.some((name) => sameFileNameKey(name) === sameFileNameKey(plain)) ? encoded : plain;
}

/** The name that a trace had before, if it has it still: its file may be gone, and come back from its log. */
function formerName(fs: FileSystem, folder: string, taskId: string, names: readonly string[]): string | null {
  const former = formerFileName(taskId);
  if (former === null) return null;
  const file = `${former}.crtx`;
  if (names.includes(file)) return file;
  const log = `${TRACE_LOG}${encodeFileName(file)}`;
  return namesIn(fs, path.join(folder, '..', LOCAL_FOLDER)).includes(log) ? file : null;
}

/** The log of a trace, below `.cortex/.local/`. One that was begun under a name of before goes on there. */
export function reasoningLogName(fs: FileSystem, root: string, fileName: string): string {
  const former = formerFileName(fileName);
  const before = former === null ? null : `${TRACE_LOG}${former}`;
  const isKept = before !== null && namesIn(fs, path.join(root, CORTEX_FOLDER, LOCAL_FOLDER)).includes(before);
  return isKept ? before : `${TRACE_LOG}${encodeFileName(fileName)}`;
}
