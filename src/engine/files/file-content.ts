import { hash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { readAll } from '../platform/descriptor.ts';
import { fileError, systemCode } from '../platform/errors.ts';
import { type FileStat, type FileSystem, OPEN } from '../platform/file-system.ts';
import type { Runtime } from '../platform/runtime.ts';
import { listDirectory } from './folder-entries.ts';

/** Largest file that is read, in bytes. Files that we write are far smaller. */
export const FILE_LIMIT = 64n * 1024n * 1024n;

/** The content of a file at one moment. */
export interface Content {
  readonly bytes: Buffer;
  /** SHA-256 of the bytes, hexadecimal. */
  readonly hash: string;
  readonly identity: string;
  /** When the bytes were written, in milliseconds of the file system's clock. */
  readonly written: number;
}

export function milliseconds(mtimeNs: bigint): number {
  return Number(mtimeNs / 1_000_000n);
}

/** Identifies the content of a path without reading it, once the tick of its mtime is over. */
export function identityOf(stat: FileStat): string {
  return `${stat.dev}-${stat.ino}-${stat.size}-${stat.mtimeNs}`;
}

/** Returns the stat of a path without following links; `null` if nothing is there. */
export function statOf(fs: FileSystem, path: string): FileStat | null {
  try {
    return fs.lstatSync(path, { bigint: true });
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw fileError(error, path, 'read the file', 'read');
  }
}

/** Returns whether a path refers to a file with this identity. */
export function hasIdentity(fs: FileSystem, path: string, identity: string): boolean {
  const stat = statOf(fs, path);
  return stat !== null && identityOf(stat) === identity;
}

/** Reads the content with this identity; `null` if the path refers to another one by now. */
export function readContent(runtime: Runtime, path: string, identity: string): Content | null {
  const { fs } = runtime;
  try {
    const fd = fs.openSync(path, OPEN.read);
    try {
      const bytes = readAll(fs, fd, fs.fstatSync(fd, { bigint: true }));
      const stat = fs.fstatSync(fd, { bigint: true });
      const same = identityOf(stat) === identity;
      return same ? { bytes, identity, hash: hash('sha256', bytes, 'hex'), written: milliseconds(stat.mtimeNs) } : null;
    } finally {
      fs.closeSync(fd);
    }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw fileError(error, path, 'read the file', 'read');
  }
}

/** Returns a name beside a file for bytes that cannot be read, so that nothing is lost: a new one, or the one that they already have. */
export function backupName({ fs, clock }: Runtime, file: string, identity: string): string {
  const stamp = new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, '');
  const name = `${basename(file)}.corrupt-${stamp}`;
  const aside = listDirectory(fs, dirname(file)).filter((each) => each.startsWith(`${basename(file)}.corrupt-`));
  const same = aside.find((each) => hasIdentity(fs, join(dirname(file), each), identity));
  let free = name;
  for (let n = 2; aside.includes(free); n++) free = `${name}-${n}`;
  return join(dirname(file), same ?? free);
}
