import { hash } from 'node:crypto';
import path from 'node:path';
import { syncDescriptor, syncDirectory } from '../platform/descriptor.ts';
import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import { type FileStat, type FileSystem, OPEN } from '../platform/file-system.ts';
import type { Runtime } from '../platform/runtime.ts';
import { requireOneName } from './hard-links.ts';
import type { Turn } from './mutex.ts';
import { linkError, requireUnchangedPath } from './safe-path.ts';

const FILE_MODE = 0o666;

/** A file that is about to be appended to. */
export interface OpenText {
  /** In bytes. */
  readonly size: number;
  readonly stat: FileStat;
  /** Reads the bytes from one offset to another. */
  read(from: number, to: number): Buffer;
}

/** A part of an addition that may disappear by itself, and the description to report if it is gone a second later. */
export interface AddedPart {
  readonly text: string;
  readonly what: string;
}

/** Text to append to a file. */
export interface Addition {
  readonly text: string;
  /** Together they are the text. Default: the addition is not checked later. */
  readonly parts?: readonly AddedPart[];
  /** Called in the same turn when the text is on the disk, with the file after the append. */
  readonly written?: (file: OpenText) => void;
}

/** Returns what to append to the present file; `null` for nothing. */
export type AppendChange = (file: OpenText) => Addition | null;

/** The end of a file before something was appended. */
export interface FileEnd {
  /** Of the file, in bytes. */
  readonly size: number;
  /** Hash of the last 4 KiB. */
  readonly tail: string;
}

/** An addition, and the end of the file before it. */
export interface NotedAddition extends FileEnd {
  readonly parts: AddedPart[];
}

const TAIL_BYTES = 4_096;

export function readFileEnd({ size, read }: Pick<OpenText, 'size' | 'read'>): FileEnd {
  return { size, tail: hash('sha256', read(Math.max(0, size - TAIL_BYTES), size), 'hex') };
}

/** Reads from an open file. Reads beyond its end are shorter. */
export function openText(fs: FileSystem, fd: number): OpenText {
  const stat = fs.fstatSync(fd, { bigint: true });
  return {
    size: Number(stat.size),
    stat,
    read: (from, to) => {
      const bytes = Buffer.allocUnsafe(Math.max(0, to - from));
      let length = 0;
      while (length < bytes.length) {
        const count = fs.readSync(fd, bytes, length, bytes.length - length, from + length);
        if (count === 0) break;
        length += count;
      }
      return bytes.subarray(0, length);
    },
  };
}

/** Returns whether a path refers to this file; another file, or a link, may have taken its place. */
export function isSameFileAt(fs: FileSystem, target: string, { dev, ino }: FileStat): boolean {
  try {
    const stat = fs.lstatSync(target, { bigint: true });
    return stat.dev === dev && stat.ino === ino;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Returns a check for the new temporary file of a target: no link may have led it elsewhere. Runs before it has any content. */
export function temporaryFileCheck({ fs }: Pick<Runtime, 'fs'>, target: string): (fd: number, temporary: string) => void {
  return (fd, temporary) => {
    requireUnchangedPath(fs, target);
    if (!isSameFileAt(fs, temporary, fs.fstatSync(fd, { bigint: true }))) throw linkError(path.dirname(target));
  };
}

/**
 * Opens a file for appending, or creates it. Checks its type first, because opening a named pipe would wait for a reader.
 * @returns `null` if a link has taken its place since the check
 */
function openForAppend(fs: FileSystem, target: string): number | null {
  try {
    if (!fs.statSync(target, { bigint: true }).isFile()) {
      throw new CortexError('broken-file', 'is not a regular file', { file: target, next: 'Move it away: a file is expected here.' });
    }
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
  try {
    return fs.openSync(target, OPEN.appendOrCreate, FILE_MODE);
  } catch (error) {
    if (systemCode(error) === 'ELOOP') return null;
    throw error;
  }
}

/**
 * Appends to a file by one write, in its turn; creates the file if it is missing.
 * @param noted called when the text is on the disk, with the addition, the file's end before it, and the file after it
 * @returns whether something was appended; `null` if another file took its place meanwhile, and the caller must start again
 * @throws CortexError `disk-full` for a partial write: readers recognize a torn end; `outside-root` for a file with another name
 */
export async function appendText(
  { fs }: Pick<Runtime, 'fs'>,
  turn: Turn,
  target: string,
  change: AppendChange,
  noted?: (addition: NotedAddition, after: OpenText) => void,
): Promise<boolean | null> {
  let fd: number | null = null;
  try {
    requireUnchangedPath(fs, target);
    fd = openForAppend(fs, target);
    if (fd === null) return null;
    requireOneName(fs, fd, target);
    const file = openText(fs, fd);
    const addition = change(file);
    if (addition === null) return isSameFileAt(fs, target, file.stat) ? false : null;
    turn.assertCurrent();
    // If a link took the place of a folder meanwhile, its target must not be written.
    requireUnchangedPath(fs, target);
    if (!isSameFileAt(fs, target, file.stat)) return null;
    const before = addition.parts && readFileEnd(file);
    writeWhole(fs, fd, target, Buffer.from(addition.text));
    // Before anything is reported: text in a file that no longer has a name was not added.
    if (!isSameFileAt(fs, target, file.stat)) return null;
    await syncWritten(fs, fd, target, file.size === 0);
    // After the sync: what is recorded about the text must not outlive it after a power loss.
    addition.written?.(openText(fs, fd));
    if (addition.parts && before) noted?.({ ...before, parts: [...addition.parts] }, openText(fs, fd));
    return true;
  } catch (error) {
    throw fileError(error, target, 'append to the file');
  } finally {
    if (fd !== null) fs.closeSync(fd);
  }
}

/** @param isNew whether its name must survive too @throws CortexError which says that the text is there, but may not survive power loss */
async function syncWritten(fs: FileSystem, fd: number, target: string, isNew: boolean): Promise<void> {
  try {
    await syncDescriptor(fs, fd);
    if (isNew) await syncDirectory(fs, path.dirname(target));
  } catch (error) {
    throw fileError(error, target, 'sync the file to disk after appending to it');
  }
}

/** Uses one write, so that concurrent appends come before or after it, never inside. @throws CortexError `disk-full` for a part of it */
function writeWhole(fs: FileSystem, fd: number, target: string, bytes: Buffer): void {
  const count = fs.writeSync(fd, bytes, 0, bytes.length, null);
  if (count === bytes.length) return;
  const next = 'Free some space and try again. The part that was written stays at the end of the file.';
  throw new CortexError('disk-full', `only ${count} of ${bytes.length} bytes could be written`, { file: target, next });
}
