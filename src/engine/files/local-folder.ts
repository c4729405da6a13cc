import path from 'node:path';
import { CortexError } from '../platform/errors.ts';
import { type FileSystem, isThere } from '../platform/file-system.ts';
import type { Runtime } from '../platform/runtime.ts';
import { readFileBounded, writeFileDurable } from './atomic-file.ts';
import { makeFolder } from './make-folder.ts';
import { resolveInside } from './safe-path.ts';

const IGNORE_ALL = Buffer.from('*\n');
const LARGEST_IGNORE_FILE = 65_536;

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
  const ignore = path.join(folder, '.gitignore');
  makeFolder(runtime.fs, folder);
  const present = readFileBounded(runtime.fs, ignore, { maxBytes: LARGEST_IGNORE_FILE, root: folder });
  // A crash may have left an empty file.
  if (present === null || present.bytes.length === 0) await writeFileDurable(runtime, ignore, IGNORE_ALL);
  return folder;
}
