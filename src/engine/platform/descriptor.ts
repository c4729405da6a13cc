import { systemCode } from './errors.ts';
import { type FileStat, type FileSystem, OPEN } from './file-system.ts';

/** Errors of opening or syncing a folder on systems that cannot sync folders. Names are then as durable as the system makes them. */
const NO_DIRECTORY_SYNC = new Set(['EISDIR', 'EINVAL', 'EPERM', 'EACCES', 'EBADF', 'ENOTSUP']);

function promisify(start: (callback: (error: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => start((error) => (error === null ? resolve() : reject(error))));
}

/**
 * Writes all of `bytes`, with several calls if needed: a nearly full disk accepts only a part.
 * @throws the system's error, or `ENOSPC` when nothing more is accepted
 */
export function writeAll(fs: FileSystem, fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) {
    const count = fs.writeSync(fd, bytes, done, bytes.length - done, null);
    if (count === 0) throw nothingMore();
    done += count;
  }
}

function nothingMore(): Error {
  return Object.assign(new Error('no more bytes could be written'), { code: 'ENOSPC' });
}

/** Writes all of `parts` in order, asynchronously. @throws as `writeAll` */
export async function writeParts(fs: FileSystem, fd: number, parts: readonly Uint8Array[]): Promise<void> {
  let left = parts.filter(({ length }) => length > 0);
  while (left.length > 0) {
    const count = await writtenOf(fs, fd, left);
    if (count === 0) throw nothingMore();
    left = withoutFirst(left, count);
  }
}

function writtenOf(fs: FileSystem, fd: number, parts: readonly Uint8Array[]): Promise<number> {
  return new Promise((resolve, reject) => fs.writev(fd, parts, (error, count) => (error === null ? resolve(count) : reject(error))));
}

/** Returns the parts without their first `count` bytes. */
function withoutFirst(parts: readonly Uint8Array[], count: number): Uint8Array[] {
  let taken = count;
  return parts.flatMap((part) => {
    const from = Math.min(taken, part.length);
    taken -= from;
    return from === part.length ? [] : [part.subarray(from)];
  });
}

/**
 * Reads a file to its end, which other processes may move meanwhile.
 * @param stat the file's recent stat
 * @param limit how many bytes to read; a longer result than `limit` means that the file is longer. Default: the size in `stat`
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

/** Makes bytes that were written to an open file survive power loss. */
export function syncDescriptor(fs: FileSystem, fd: number): Promise<void> {
  return promisify((done) => fs.fdatasync(fd, done));
}

/** Makes the names in a directory survive power loss. */
export async function syncDirectory(fs: FileSystem, directory: string): Promise<void> {
  let fd: number | undefined;
  try {
    fd = fs.openSync(directory, OPEN.read);
    const open = fd;
    await promisify((done) => fs.fsync(open, done));
  } catch (error) {
    if (!NO_DIRECTORY_SYNC.has(systemCode(error) ?? '')) throw error;
  } finally {
    if (fd !== undefined) closeQuietly(fs, fd);
  }
}

/** Closes a folder. Closing flushes nothing, so errors can be ignored. */
function closeQuietly(fs: FileSystem, fd: number): void {
  try {
    fs.closeSync(fd);
  } catch {
    // `syncDirectory` has already reported whether the names are durable.
  }
}
