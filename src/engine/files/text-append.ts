import { hash } from 'node:crypto';
import path from 'node:path';
import { syncDescriptor, syncDirectory } from '../platform/descriptor.ts';
import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import { type FileStat, type FileSystem, OPEN } from '../platform/file-system.ts';
import type { Runtime } from '../platform/runtime.ts';
import type { Turn } from './mutex.ts';
import { linkInPlace, requireSameWay } from './safe-path.ts';

const FILE_MODE = 0o666;

/** A file that something is about to be added to. */
export interface OpenText {
  /** Bytes. */
  readonly size: number;
  readonly stat: FileStat;
  /** The bytes from one offset to another. */
  read(from: number, to: number): Buffer;
}

/** A part of what is added that may go from the file by itself, and what is reported when it is gone a second later. */
export interface AddedPart {
  readonly text: string;
  readonly what: string;
}

/** What is added to the end of a file. */
export interface Addition {
  readonly text: string;
  /** Together they are the text. Default: nobody looks whether it is still there. */
  readonly parts?: readonly AddedPart[];
  /** Called when it is on the disk, in the same turn, with the file as it is then. */
  readonly written?: (file: OpenText) => void;
}

/** Says what to add, from the file as it is; `null` for nothing. */
export type AppendChange = (file: OpenText) => Addition | null;

/** How a file ended before something was added to it. */
export interface End {
  /** Bytes. */
  readonly size: number;
  /** Hash of the last 4 KiB. */
  readonly tail: string;
}

/** What was added, and how the file ended before. */
export interface NotedAddition extends End {
  readonly parts: AddedPart[];
}

const TAIL_BYTES = 4_096;

export function endOf({ size, read }: Pick<OpenText, 'size' | 'read'>): End {
  return { size, tail: hash('sha256', read(Math.max(0, size - TAIL_BYTES), size), 'hex') };
}

/** Reads from an open file; what ends before is shorter. */
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

/** Whether a name is that of this file; another one, or a link, may have been put in its place. */
export function isAt(fs: FileSystem, target: string, { dev, ino }: FileStat): boolean {
  try {
    const stat = fs.lstatSync(target, { bigint: true });
    return stat.dev === dev && stat.ino === ino;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** For the temporary file of a target: sees to it that no link has led it elsewhere, before there is anything in it. */
export function inSight({ fs }: Pick<Runtime, 'fs'>, target: string): (fd: number, temporary: string) => void {
  return (fd, temporary) => {
    requireSameWay(fs, target);
    if (!isAt(fs, temporary, fs.fstatSync(fd, { bigint: true }))) throw linkInPlace(path.dirname(target));
  };
}

/**
 * Opens a file for adding to it, and makes it where it is missing. A named pipe would wait for a reader, so it is looked at before.
 * @returns `null` when a link has taken its place since it was looked for
 */
function openForAppend(fs: FileSystem, target: string): number | null {
  try {
    if (!fs.statSync(target, { bigint: true }).isFile()) {
      throw new CortexError('broken-file', 'is no regular file', { file: target, next: 'Move it away; a file belongs here.' });
    }
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
  try {
    return fs.openSync(target, OPEN.appendHere, FILE_MODE);
  } catch (error) {
    if (systemCode(error) === 'ELOOP') return null;
    throw error;
  }
}

/**
 * Adds to the end of a file by one write, in its turn; makes the file where it is missing.
 * @param noted called when it is on the disk, with what was added, how the file ended before, and the file as it is then
 * @returns whether something was added; `null` when another file was put in its place meanwhile, and all is to be done anew
 * @throws CortexError `disk-full` for half a write: readers know a torn end
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
    requireSameWay(fs, target);
    fd = openForAppend(fs, target);
    if (fd === null) return null;
    const file = openText(fs, fd);
    const addition = change(file);
    if (addition === null) return isAt(fs, target, file.stat) ? false : null;
    turn.assertCurrent();
    // What a link led to meanwhile is not written into.
    requireSameWay(fs, target);
    if (!isAt(fs, target, file.stat)) return null;
    const before = addition.parts && endOf(file);
    writeWhole(fs, fd, target, Buffer.from(addition.text));
    // Before anybody is told: what went into a file that has no name any more was not added.
    if (!isAt(fs, target, file.stat)) return null;
    await syncWritten(fs, fd, target, file.size === 0);
    // Behind the sync: what is written down of it must not outlive it when the power fails.
    addition.written?.(openText(fs, fd));
    if (addition.parts && before) noted?.({ ...before, parts: [...addition.parts] }, openText(fs, fd));
    return true;
  } catch (error) {
    throw fileError(error, target, 'add to the file');
  } finally {
    if (fd !== null) fs.closeSync(fd);
  }
}

/** @param isNew then the name must survive, too @throws CortexError which says that the text is there, and that only this is not certain */
async function syncWritten(fs: FileSystem, fd: number, target: string, isNew: boolean): Promise<void> {
  try {
    await syncDescriptor(fs, fd);
    if (isNew) await syncDirectory(fs, path.dirname(target));
  } catch (error) {
    throw fileError(error, target, 'make sure that what was added, which is written, survives power loss');
  }
}

/** One write: what others add at the same moment stands before or behind it, never within. @throws CortexError `disk-full` for half of it */
function writeWhole(fs: FileSystem, fd: number, target: string, bytes: Buffer): void {
  const count = fs.writeSync(fd, bytes, 0, bytes.length, null);
  if (count === bytes.length) return;
  const next = 'Free some space and try again; the half that was written stays as a torn end.';
  throw new CortexError('disk-full', `only ${count} of ${bytes.length} bytes could be written`, { file: target, next });
}
