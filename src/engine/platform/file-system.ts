import fs from 'node:fs';
import path from 'node:path';
import { systemCode } from './errors.ts';

/** Stat of a file. Its identity is (`dev`, `ino`); `mtimeNs` is in the file system's clock. */
export interface FileStat {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  /** Time of the last change of content or metadata, renames included. */
  readonly ctimeNs: bigint;
  readonly nlink: bigint;
  /** User id of the owner; 0 on Windows. */
  readonly uid: bigint;
  /** File type and permissions. */
  readonly mode: bigint;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
  isSocket(): boolean;
}

/** Entry in the listing of a folder. If `isFile` is false, the entry may still be a file: some systems do not report the type. */
export interface ListedEntry {
  readonly name: string;
  isFile(): boolean;
}

/**
 * The file system as the kernel offers it. It has Node's names, so that `node:fs` implements it and tests can inject faults. Calls are
 * synchronous, because an append and the read of its answer take microseconds and must not interleave with other work of this process. Only
 * `fdatasync`, `fsync` and large writes (`writev`) are asynchronous.
 */
export interface FileSystem {
  openSync(path: string, flags: number, mode?: number): number;
  closeSync(fd: number): void;
  /** Reads into `buffer`. Returns the number of bytes read, 0 at the end of the file. */
  readSync(fd: number, buffer: Uint8Array, offset: number, length: number, position: number | null): number;
  /** Returns the number of bytes written, which may be fewer than requested. */
  writeSync(fd: number, buffer: Uint8Array, offset: number, length: number, position: number | null): number;
  /** Passes the number of bytes written to the callback, which may be fewer than requested. */
  writev(fd: number, buffers: readonly Uint8Array[], callback: (error: Error | null, count: number) => void): void;
  fstatSync(fd: number, options: { bigint: true }): FileStat;
  statSync(path: string, options: { bigint: true }): FileStat;
  lstatSync(path: string, options: { bigint: true }): FileStat;
  readdirSync(path: string): string[];
  /** As `readdirSync`, with the type of each entry as far as the folder records it. */
  listSync(path: string): readonly ListedEntry[];
  /** @param options `mode` of the created folders, reduced by the process's umask; default: 0o777 */
  mkdirSync(path: string, options: { recursive: true; mode?: number }): string | undefined;
  linkSync(existing: string, path: string): void;
  renameSync(from: string, to: string): void;
  unlinkSync(path: string): void;
  /** Removes an empty folder. */
  rmdirSync(path: string): void;
  realpathSync(path: string): string;
  /** Sets the permissions of a file, regardless of the process's umask. */
  fchmodSync(fd: number, mode: number): void;
  fdatasync(fd: number, callback: (error: Error | null) => void): void;
  fsync(fd: number, callback: (error: Error | null) => void): void;
}

/** The real file system. Functions are listed by name, because spreading `node:fs` would load its lazy parts. */
export const nodeFileSystem: FileSystem = {
  openSync: fs.openSync,
  closeSync: fs.closeSync,
  readSync: fs.readSync,
  writeSync: fs.writeSync,
  writev: fs.writev,
  fstatSync: fs.fstatSync,
  statSync: fs.statSync,
  lstatSync: fs.lstatSync,
  readdirSync: fs.readdirSync,
  listSync: listEntries,
  mkdirSync: makeDirectories,
  linkSync: fs.linkSync,
  renameSync: fs.renameSync,
  unlinkSync: fs.unlinkSync,
  rmdirSync: fs.rmdirSync,
  realpathSync: resolveLinks,
  fchmodSync: fs.fchmodSync,
  fdatasync: fs.fdatasync,
  fsync: fs.fsync,
};

/**
 * Where the system does not report types, Node calls stat on each entry and fails if one was removed meanwhile. Then the names are listed
 * without types.
 */
function listEntries(directory: string): readonly ListedEntry[] {
  try {
    return fs.readdirSync(directory, { withFileTypes: true });
  } catch {
    return fs.readdirSync(directory).map((name) => ({ name, isFile: () => false }));
  }
}

/**
 * Resolves symlinks. Unlike `fs.realpathSync`, it does not stat every parent folder each time. Both resolve `..` before they look at the
 * file system.
 */
function resolveLinks(file: string): string {
  const isResolved = path.isAbsolute(file) && !file.includes('..') && !file.endsWith('/');
  return fs.realpathSync.native(isResolved ? file : path.resolve(file));
}

/** Attempts to create a folder while other processes may remove its parent. After this many, the folder cannot be created. */
const MAX_ATTEMPTS = 20;

/**
 * Creates a folder and its parents. Node's recursive `mkdir` never returns on file systems that report ENOENT although the parent exists,
 * as `/proc` does.
 */
function makeDirectories(directory: string, options: { mode?: number } = {}): string | undefined {
  const parent = path.dirname(directory);
  let first: string | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      fs.mkdirSync(directory, options.mode);
      return first ?? directory;
    } catch (error) {
      const code = systemCode(error);
      if (code === 'EEXIST' && fs.statSync(directory).isDirectory()) return first;
      if (code !== 'ENOENT' || parent === directory || attempt === MAX_ATTEMPTS) throw error;
    }
    first = makeDirectories(parent) ?? first;
  }
}

/** Whether a file, folder or symlink exists, broken symlinks included. */
export function isThere(files: FileSystem, file: string): boolean {
  try {
    files.lstatSync(file, { bigint: true });
    return true;
  } catch {
    return false;
  }
}

const { O_RDONLY, O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;

/**
 * Open flags by purpose. They are numeric, because string flags differ between implementations. Those that write do not follow symlinks,
 * where the system supports that: an untrusted project may contain some.
 */
export const OPEN = {
  read: O_RDONLY,
  /** Does not follow symlinks and does not block on a pipe, where the system supports that. */
  readHere: O_RDONLY | O_NOFOLLOW | O_NONBLOCK,
  append: O_RDWR | O_APPEND | O_NOFOLLOW,
  appendOrCreate: O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW,
  createNew: O_RDWR | O_CREAT | O_EXCL,
  writeOrCreate: O_RDWR | O_CREAT | O_NOFOLLOW,
} as const;
