import path from 'node:path';
import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { CORTEX_FOLDER, LOCAL_FOLDER } from './root.ts';

/** The folder with the sockets of one user. The code that opens a socket checks it. If it is a link, no socket is used. */
const SOCKETS = /^answers-\d+$/;

function outsideError(file: string, found: string): CortexError {
  return new CortexError('outside-root', `is ${found}: nothing is read or written through it`, {
    file,
    next: `Remove it: only this program creates files below ${CORTEX_FOLDER}/${LOCAL_FOLDER}, on this machine.`,
  });
}

/** @returns whether the folder exists */
function requireFolder(fs: FileSystem, folder: string): boolean {
  try {
    const stat = fs.lstatSync(folder, { bigint: true });
    if (stat.isSymbolicLink()) throw outsideError(folder, 'a symbolic link');
    if (!stat.isDirectory()) throw outsideError(folder, 'not a folder');
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw fileError(error, folder, 'read the folder', 'read');
  }
}

function requireNoLink(fs: FileSystem, file: string): void {
  try {
    const stat = fs.lstatSync(file, { bigint: true });
    if (stat.isFile() || stat.isDirectory()) return;
    throw outsideError(file, stat.isSymbolicLink() ? 'a symbolic link' : 'neither a file nor a folder');
  } catch (error) {
    // Other processes delete files here.
    if (systemCode(error) !== 'ENOENT') throw fileError(error, file, 'read the file', 'read');
  }
}

/**
 * Returns the folder of a log, `.cortex/.local/<name>`, after a check that nothing in it is a symlink. A repository may contain ignored
 * files with symlinks among them, through which log records would be written into a file of its author's choice.
 * @throws CortexError `outside-root` naming the symlink
 */
export function resolveLocalFolder(fs: FileSystem, root: string, name: string): string {
  const local = path.join(root, CORTEX_FOLDER, LOCAL_FOLDER);
  const folder = path.join(local, name);
  if (!requireFolder(fs, local) || !requireFolder(fs, folder)) return folder;
  try {
    for (const entry of fs.listSync(folder))
      if (!entry.isFile() && !SOCKETS.test(entry.name)) requireNoLink(fs, path.join(folder, entry.name));
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw fileError(error, folder, 'list the folder', 'read');
  }
  return folder;
}
