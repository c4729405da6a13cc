import path from 'node:path';
import { writeAll } from '../platform/descriptor.ts';
import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import { type FileSystem, isThere, OPEN } from '../platform/file-system.ts';
import type { Runtime } from '../platform/runtime.ts';
import { readFileBounded, writeFileDurable } from './atomic-file.ts';
import { statOf } from './file-content.ts';
import { requireOneName } from './hard-links.ts';
import { resolveInside } from './safe-path.ts';

const IGNORE_FILE = '.gitignore';
const IGNORE_ALL = Buffer.from('*\n');
const MAX_IGNORE_FILE_SIZE = 65_536;

/** Name of the folders of ours that belong to one machine. */
const LOCAL = '.local';
const FILE_MODE = 0o666;
/** Without this file, only git shows the local files: no reason to refuse work. ENOENT: the folder is being deleted. */
const STAYS_SHOWN = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOSPC']);

/** Makes git ignore everything in the nearest `.local/` around a folder that exists, also in a project that another program set up. */
export function ignoreLocal(fs: FileSystem, folder: string): void {
  let local = folder;
  while (path.basename(local) !== LOCAL && local !== path.dirname(local)) local = path.dirname(local);
  const file = path.join(local, IGNORE_FILE);
  try {
    // A crash may have left an empty file.
    if (path.basename(local) !== LOCAL || (statOf(fs, file)?.size ?? 0n) > 0n) return;
    const fd = fs.openSync(file, OPEN.appendOrCreate, FILE_MODE);
    try {
      requireOneName(fs, fd, file);
      writeAll(fs, fd, IGNORE_ALL);
    } finally {
      fs.closeSync(fd);
    }
  } catch (error) {
    if (!STAYS_SHOWN.has(systemCode(error) ?? '')) throw fileError(error, file, 'write the file');
  }
}

/** As `makeFolder`, for a folder below a `.local/`, in which git ignores everything. */
export function makeIgnoredFolder(fs: FileSystem, folder: string): void {
  makeFolder(fs, folder);
  ignoreLocal(fs, folder);
}

/** Requires that a folder and those around it below `root` are no links. @throws CortexError `outside-root` */
function requireNoLinks(fs: FileSystem, root: string, relative: string): void {
  let file = root;
  for (const name of relative.split(/[\\/]/)) {
    file = path.join(file, name);
    if (!isThere(fs, file)) return;
    if (fs.lstatSync(file, { bigint: true }).isSymbolicLink())
      throw new CortexError('outside-root', 'is a symbolic link: no index and no cache is written through it', {
        file,
        next: 'Remove the link.',
      });
  }
}

/**
 * Creates a folder for our own files if it is missing, and makes git ignore everything in it.
 * @param relative its path below `root`
 * @returns its real path @throws CortexError
 */
export async function makeLocalFolder(runtime: Runtime, root: string, relative: string): Promise<string> {
  const folder = resolveInside(runtime.fs, root, relative);
  requireNoLinks(runtime.fs, root, relative);
  const ignore = path.join(folder, IGNORE_FILE);
  makeFolder(runtime.fs, folder);
  const present = readFileBounded(runtime.fs, ignore, { maxBytes: MAX_IGNORE_FILE_SIZE, root: folder });
  // A crash may have left an empty file.
  if (present === null || present.bytes.length === 0) await writeFileDurable(runtime, ignore, IGNORE_ALL);
  return folder;
}

/**
 * Creates a folder and its missing parents.
 * @returns the topmost that was missing @throws CortexError, `broken-file` if something else has its name
 */
export function makeFolder(fs: Pick<FileSystem, 'mkdirSync'>, folder: string): string | undefined {
  try {
    return fs.mkdirSync(folder, { recursive: true });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw fileError(error, folder, 'create the folder');
    const next = 'Move or rename that file.';
    throw new CortexError('broken-file', 'a file is in the place of a folder', { file: folder, next }, { cause: error });
  }
}
