import path from 'node:path';
import { encodeFileName, encodeTakenName, formerFileName, isPortableFileName, sameFileNameKey } from '../files/safe-path.ts';
import { fileError, systemCode } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { withoutMarks } from '../text/ascii.ts';
import { CORTEX_FOLDER, LOCAL_FOLDER } from './root.ts';

const TRACE_LOG = 'reasoning-';

/** Folder of older entries, below `.cortex/`. */
export const ARCHIVE_FOLDER = 'archive';

/** Returns the id of a project without a DNA: its folder's name in lower case, `a-z 0-9 -` only; `project` if nothing is left. */
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
 * Returns the file of a task's reasoning trace, `<taskId>.crtx` in `folder` (seed 1, "Directory Structure"). The id is used unchanged if it
 * is a portable file name, so that readers written from the seed find it; otherwise it is encoded. It is also encoded if the folder has the
 * file of another id that some file systems cannot distinguish (`T1`, `t1`). An existing trace keeps its former name.
 */
export function reasoningFileName(fs: FileSystem, folder: string, taskId: string): string {
  const isPortable = isPortableFileName(taskId);
  const encoded = `${isPortable ? encodeTakenName(taskId) : encodeFileName(taskId)}.crtx`;
  const plain = isPortable ? `${taskId}.crtx` : encoded;
  const names = namesIn(fs, folder);
  // Some file systems return composed letters decomposed; both are the same id.
  const own = names.find((name) => name === plain) ?? names.find((name) => name.normalize('NFC') === plain.normalize('NFC'));
  const present = own ?? names.find((name) => name === encoded) ?? formerName(fs, folder, taskId, names);
  if (present !== null) return present;
  return names.some((name) => sameFileNameKey(name) === sameFileNameKey(plain)) ? encoded : plain;
}

/** Returns the former name of a trace, if it still has it. Its file may be missing and come back from its log. */
function formerName(fs: FileSystem, folder: string, taskId: string, names: readonly string[]): string | null {
  const former = formerFileName(taskId);
  if (former === null) return null;
  const file = `${former}.crtx`;
  if (names.includes(file)) return file;
  const log = `${TRACE_LOG}${encodeFileName(file)}`;
  return namesIn(fs, path.join(folder, '..', LOCAL_FOLDER)).includes(log) ? file : null;
}

/** Returns the log of a trace, below `.cortex/.local/`. An existing log keeps its former name. */
export function reasoningLogName(fs: FileSystem, root: string, fileName: string): string {
  const former = formerFileName(fileName);
  const before = former === null ? null : `${TRACE_LOG}${former}`;
  const isKept = before !== null && namesIn(fs, path.join(root, CORTEX_FOLDER, LOCAL_FOLDER)).includes(before);
  return isKept ? before : `${TRACE_LOG}${encodeFileName(fileName)}`;
}
