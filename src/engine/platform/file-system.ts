import fs from 'node:fs';
import path from 'node:path';
import { systemCode } from './errors.ts';

/** What the engine needs to know of a file. Identity is (`dev`, `ino`); `mtimeNs` is the file system's clock. */
export interface FileStat {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  /** When anything of it changed, its name too. */
  readonly ctimeNs: bigint;
  readonly nlink: bigint;
  /** Who owns it; 0 on Windows. */
  readonly uid: bigint;
  /** Kind and permissions. */
  readonly mode: bigint;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
  isSocket(): boolean;
}

/** What the listing of a folder says of an entry. What it does not call a file may be one all the same. */
export interface ListedEntry {
  readonly name: string;
  isFile(): boolean;
}

/**
 * The file system as the kernel uses it, with Node's own names, so that `node:fs` is the implementation and tests can put
 * a fault-injecting one in its place. Calls are synchronous because an append and the read of its answer cost microseconds
 * and must not interleave with the same process; only waiting for a disk (`fdatasync`, `fsync`) and writing what is large (`writev`) are
 * asynchronous.
 */
export interface FileSystem {
  openSync(path: string, flags: number, mode?: number): number;
  closeSync(fd: number): void;
  /** Reads into `buffer`; gives the number of bytes read, 0 at the end. */
  readSync(fd: number, buffer: Uint8Array, offset: number, length: number, position: number | null): number;
  /** Gives the number of bytes written, which may be fewer than asked. */
  writeSync(fd: number, buffer: Uint8Array, offset: number, length: number, position: number | null): number;
  /** Gives the number of bytes written, which may be fewer than all. */
  writev(fd: number, buffers: readonly Uint8Array[], callback: (error: Error | null, count: number) => void): void;
  fstatSync(fd: number, options: { bigint: true }): FileStat;
  statSync(path: string, options: { bigint: true }): FileStat;
  lstatSync(path: string, options: { bigint: true }): FileStat;
  readdirSync(path: string): string[];
  /** As `readdirSync`, with what the folder knows of each entry. */
  listSync(path: string): readonly ListedEntry[];
  /** @param options `mode` of what is made, less the process's umask; default: 0o777 */
  mkdirSync(path: string, options: { recursive: true; mode?: number }): string | undefined;
  linkSync(existing: string, path: string): void;
  renameSync(from: string, to: string): void;
  unlinkSync(path: string): void;
  /** Removes a folder that is empty. */
  rmdirSync(path: string): void;
  realpathSync(path: string): string;
  /** Gives a file its permissions, whatever the process's umask. */
  fchmodSync(fd: number, mode: number): void;
  fdatasync(fd: number, callback: (error: Error | null) => void): void;
  fsync(fd: number, callback: (error: Error | null) => void): void;
}

/** The real file system. Each by its name: to copy all of `node:fs` loads what of it is only made when it is first asked for. */
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

/** Where a system does not say what an entry is, Node looks at each, and fails where one is gone by then. */
function listEntries(directory: string): readonly ListedEntry[] {
  try {
    return fs.readdirSync(directory, { withFileTypes: true });
  } catch {
    return fs.readdirSync(directory).map((name) => ({ name, isFile: () => false }));
  }
}

/** Node's own asks for the stat of every folder above, each time; like that one this takes `..` away before it looks. */
function resolveLinks(file: string): string {
  const isResolved = path.isAbsolute(file) && !file.includes('..') && !file.endsWith('/');
  return fs.realpathSync.native(isResolved ? file : path.resolve(file));
}

/** Others may make and remove the folder above at the same moment; after so many attempts it is certain that it cannot be made. */
const MOST_ATTEMPTS = 20;

/** Node's own never ends where a file system says ENOENT of a folder whose parent is there, as `/proc` does. */
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
      if (code !== 'ENOENT' || parent === directory || attempt === MOST_ATTEMPTS) throw error;
    }
    first = makeDirectories(parent) ?? first;
  }
}

/** Whether there is anything under a name that can be looked at, a link that leads nowhere included. */
export function isThere(files: FileSystem, file: string): boolean {
  try {
    files.lstatSync(file, { bigint: true });
    return true;
  } catch {
    return false;
  }
}

/** Open flags by purpose; numeric, because only they are the same on every implementation. */
export const OPEN = {
  read: fs.constants.O_RDONLY,
  /** Neither follows a link nor waits for the other end of a pipe, where the system can be told so. */
  readHere: fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0),
  append: fs.constants.O_RDWR | fs.constants.O_APPEND,
  appendOrCreate: fs.constants.O_RDWR | fs.constants.O_APPEND | fs.constants.O_CREAT,
  /** Of a file that is there, and through no link that has its name. */
  appendThere: fs.constants.O_RDWR | fs.constants.O_APPEND | (fs.constants.O_NOFOLLOW ?? 0),
  /** As `appendOrCreate`, but through no link that has the name. */
  appendHere: fs.constants.O_RDWR | fs.constants.O_APPEND | fs.constants.O_CREAT | (fs.constants.O_NOFOLLOW ?? 0),
  createNew: fs.constants.O_RDWR | fs.constants.O_CREAT | fs.constants.O_EXCL,
  writeOrCreate: fs.constants.O_RDWR | fs.constants.O_CREAT,
} as const;
