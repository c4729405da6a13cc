import { systemCode } from './errors.ts';
import { type FileStat, type FileSystem, OPEN } from './file-system.ts';

/** What opening or syncing a folder fails with where that cannot be done; names are then as durable as that system makes them. */
const NO_DIRECTORY_SYNC = new Set(['EISDIR', 'EINVAL', 'EPERM', 'EACCES', 'EBADF', 'ENOTSUP']);

function called(start: (callback: (error: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => start((error) => (error === null ? resolve() : reject(error))));
}

/** Writes all of `bytes`; a full disk takes some of them first. @throws the system's error, `ENOSPC` when nothing more is taken */
export function writeAll(fs: FileSystem, fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) {
    const count = fs.writeSync(fd, bytes, done, bytes.length - done, null);
    if (count === 0) throw nothingMore();
    done += count;
  }
}

function nothingMore(): Error {
  return Object.assign(new Error('nothing more could be written'), { code: 'ENOSPC' });
}

/** Writes all of `parts`, one after the other, while the process does other things. @throws as `writeAll` */
export async function writeParts(fs: FileSystem, fd: number, parts: readonly Uint8Array[]): Promise<void> {
  let left = parts.filter(({ length }) => length > 0);
  while (left.length > 0) {
    const count = await writtenOf(fs, fd, left);
    if (count === 0) throw nothingMore();
    left = behind(left, count);
  }
}

function writtenOf(fs: FileSystem, fd: number, parts: readonly Uint8Array[]): Promise<number> {
  return new Promise((resolve, reject) => fs.writev(fd, parts, (error, count) => (error === null ? resolve(count) : reject(error))));
}

/** What of some parts is left when so many of their bytes are taken away. */
function behind(parts: readonly Uint8Array[], count: number): Uint8Array[] {
  let taken = count;
  return parts.flatMap((part) => {
    const from = Math.min(taken, part.length);
    taken -= from;
    return from === part.length ? [] : [part.subarray(from)];
  });
}

/**
 * Reads a file to its end, which another process may move meanwhile.
 * @param stat of a moment ago
 * @param limit what is longer by then is read only so far that it shows; default: the size that the file had then
 */
export function readAll(fs: FileSystem, fd: number, stat: FileStat, limit = Number(stat.size)): Buffer {
  let buffer = Buffer.allocUnsafe(Math.min(Number(stat.size), limit) + 1);
  let length = 0;
  for (;;) {
    const count = fs.readSync(fd, buffer, length, buffer.length - length, length);
    length += count;
    if (count === 0 || length > limit) return buffer.subarray(0, length);
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(2 * length, limit + 1));
  }
}

/** Makes what was written to an open file survive power loss. */
export function syncDescriptor(fs: FileSystem, fd: number): Promise<void> {
  return called((done) => fs.fdatasync(fd, done));
}

/** Makes the names in a directory survive power loss. */
export async function syncDirectory(fs: FileSystem, directory: string): Promise<void> {
  let fd: number | undefined;
  try {
    fd = fs.openSync(directory, OPEN.read);
    const open = fd;
    await called((done) => fs.fsync(open, done));
  } catch (error) {
    if (!NO_DIRECTORY_SYNC.has(systemCode(error) ?? '')) throw error;
  } finally {
    if (fd !== undefined) closeQuietly(fs, fd);
  }
}

/** Of a folder nothing is left to be written when it is closed. */
function closeQuietly(fs: FileSystem, fd: number): void {
  try {
    fs.closeSync(fd);
  } catch {
    // Whether its names are safe the sync has said.
  }
}
