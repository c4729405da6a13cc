import { hash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { readAll } from '../platform/descriptor.ts';
import { fileError, systemCode } from '../platform/errors.ts';
import { type FileStat, type FileSystem, OPEN } from '../platform/file-system.ts';
import type { Runtime } from '../platform/runtime.ts';
import { listDirectory } from './folder-entries.ts';

/** A file larger than this is not read, in bytes; the largest that we write stays far below. */
export const FILE_LIMIT = 64n * 1024n * 1024n;

/** What stood in a file at one moment. */
export interface Content {
  readonly bytes: Buffer;
  /** SHA-256 of the bytes, hexadecimal. */
  readonly hash: string;
  readonly identity: string;
  /** When they were written, by the file system's clock. Milliseconds. */
  readonly written: number;
}

export function milliseconds(mtimeNs: bigint): number {
  return Number(mtimeNs / 1_000_000n);
}

/** What tells one content of a path from another without reading it, once the tick of its mtime is over. */
export function identityOf(stat: FileStat): string {
  return `${stat.dev}-${stat.ino}-${stat.size}-${stat.mtimeNs}`;
}

/** What a path leads to, no link followed; `null` when that is nothing. */
export function statOf(fs: FileSystem, path: string): FileStat | null {
  try {
    return fs.lstatSync(path, { bigint: true });
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw fileError(error, path, 'look at the file', 'read');
  }
}

/** Whether a path leads to what had this identity. */
export function isAt(fs: FileSystem, path: string, identity: string): boolean {
  const stat = statOf(fs, path);
  return stat !== null && identityOf(stat) === identity;
}

/** The content with this identity, or `null` when the path leads to another one by now. */
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

/** Where the bytes of a file that cannot be read are moved, so that nothing is lost: a new name, or the one that they already have. */
export function asideName({ fs, clock }: Runtime, file: string, identity: string): string {
  const stamp = new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, '');
  const name = `${basename(file)}.corrupt-${stamp}`;
  const aside = listDirectory(fs, dirname(file)).filter((each) => each.startsWith(`${basename(file)}.corrupt-`));
  const same = aside.find((each) => isAt(fs, join(dirname(file), each), identity));
  let free = name;
  for (let n = 2; aside.includes(free); n++) free = `${name}-${n}`;
  return join(dirname(file), same ?? free);
}
