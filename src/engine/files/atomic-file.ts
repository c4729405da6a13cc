// Our own, because links have to stay links and lead nowhere outside: docs/decisions/0049-own-code.md
import path from 'node:path';
import { readAll, syncDescriptor, syncDirectory, writeAll, writeParts } from '../platform/descriptor.ts';
import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import { type FileStat, type FileSystem, OPEN } from '../platform/file-system.ts';
import { nonce } from '../platform/ids.ts';
import type { Runtime } from '../platform/runtime.ts';
import { resolveInside } from './safe-path.ts';

export interface ReadOptions {
  /** A larger file is refused unread. */
  readonly maxBytes: number;
  /** The folder that the file must really be in; without it symbolic links are followed anywhere. */
  readonly root?: string;
  /** What to do where there is something else than a file; of files that we made, or look for, it is to be moved away. */
  readonly instead?: string;
}

/** The content of a file and what it was when the read began: if it grew meanwhile, the next look sees another `stat`. */
export interface FileContent {
  readonly bytes: Buffer;
  readonly stat: FileStat;
}

function broken(file: string, message: string, next: string): CortexError {
  return new CortexError('broken-file', message, { file, next });
}

/** Anything but a file is refused; what may wait for a writer for ever, as a named pipe does, before it is opened. */
function requireFile(stat: FileStat, file: string, next = 'Move it away; a file belongs here.'): void {
  if (stat.isFile()) return;
  throw broken(file, `is ${stat.isDirectory() ? 'a folder' : 'a device, pipe or socket'}, not a file`, next);
}

function statOrNull(look: () => FileStat, file: string): FileStat | null {
  try {
    return look();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw fileError(error, file, 'look at the file', 'read');
  }
}

function mebibytes(bytes: number | bigint): string {
  return `${(Number(bytes) / 1_048_576).toFixed(1)} MiB`;
}

function tooLarge(file: string, size: number | bigint, maxBytes: number): CortexError {
  return new CortexError('broken-file', `is ${mebibytes(size)} (${size} bytes), larger than the limit of ${mebibytes(maxBytes)}`, {
    file,
    line: 1,
    column: 1,
    allowed: `at most ${maxBytes} bytes`,
    next: 'Move it aside or divide it; it was neither read nor changed.',
  });
}

function isOwnRealPath(fs: FileSystem, file: string): boolean {
  try {
    return fs.realpathSync(file) === file;
  } catch {
    return false;
  }
}

/**
 * Opens a file below `root` that lies where it says. Whole folders are read, and hardly ever is there a link in them.
 * @returns `null` for any other, which has to be looked at before it is opened
 */
function openHere(fs: FileSystem, file: string, root: string): number | null {
  if (!file.startsWith(root + path.sep) || !isOwnRealPath(fs, file)) return null;
  try {
    return fs.openSync(file, OPEN.readHere);
  } catch {
    return null;
  }
}

/** Opens a file through the links that lead to it. @returns `null` when there is none */
function openFound(fs: FileSystem, file: string, { root, instead }: ReadOptions): number | null {
  const entry = statOrNull(() => fs.lstatSync(file, { bigint: true }), file);
  if (entry === null) return null;
  const real = root === undefined ? file : resolveInside(fs, root, path.relative(root, file));
  const target = entry.isSymbolicLink() ? statOrNull(() => fs.statSync(real, { bigint: true }), file) : entry;
  if (target === null) throw broken(file, 'is a symbolic link that leads nowhere', 'Remove the link or restore what it leads to.');
  requireFile(target, file, instead);
  try {
    return fs.openSync(real, OPEN.read);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw fileError(error, file, 'read the file', 'read');
  }
}

/**
 * Reads a whole file of bounded size.
 * @returns `null` when there is no such file
 * @throws CortexError `broken-file` for a folder, pipe or device, for a symbolic link that leads nowhere, and for a file over
 *   `maxBytes`; `outside-root` when it really lies outside `root`; `read-only` or `io` when it cannot be read
 */
export function readFileBounded(fs: FileSystem, file: string, options: ReadOptions): FileContent | null {
  const { maxBytes, root } = options;
  const fd = (root === undefined ? null : openHere(fs, file, root)) ?? openFound(fs, file, options);
  if (fd === null) return null;
  try {
    const stat = fs.fstatSync(fd, { bigint: true });
    requireFile(stat, file, options.instead);
    if (stat.size > BigInt(maxBytes)) throw tooLarge(file, stat.size, maxBytes);
    const bytes = readAll(fs, fd, stat, maxBytes);
    if (bytes.length > maxBytes) throw tooLarge(file, bytes.length, maxBytes);
    return { bytes, stat };
  } catch (error) {
    throw fileError(error, file, 'read the file', 'read');
  } finally {
    // What was read was read, however that ends.
    quietly(() => fs.closeSync(fd));
  }
}

/** What a file is called before it gets its name. */
export const temporaryName = (id: string): string => `.tmp-${id}`;

export interface WriteOptions {
  /** Where the temporary file is made: a folder on the same file system. Default: the folder of the file itself. */
  readonly tempDirectory?: string;
  /** Ends the name of the temporary file, for whoever has to remove it after a crash. Default: random. */
  readonly temporaryId?: string;
  /** The folder that the file must really be in. With it a symbolic link is written through, without it a link is refused. */
  readonly root?: string;
  /** Never replaces a file that is there, not even one that appears meanwhile. */
  readonly exclusive?: boolean;
  /** Called when the temporary file is there and nothing is written yet; what it throws ends the writing. */
  readonly opened?: (fd: number, temporary: string) => void;
  /** Called when all is written, right before the one call that others can see; what it throws ends the writing, and nothing is changed. */
  readonly beforeRename?: () => void;
}

/** Other programs on Windows (scanners, editors, indexers) hold files open for moments. Milliseconds. */
const RENAME_PATIENCE_MS = 2_000;
const RENAME_RETRIED = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** `FileStat` does not promise a mode; Node's own has one. */
function permissions(stat: FileStat | null): number {
  const mode = stat !== null && 'mode' in stat && typeof stat.mode === 'bigint' ? Number(stat.mode) : 0o666;
  return mode & 0o777;
}

async function renamePatiently(runtime: Runtime, from: string, to: string): Promise<void> {
  const { fs, clock } = runtime;
  const deadline = clock.monotonic() + RENAME_PATIENCE_MS;
  for (let pause = 5; ; pause = Math.min(2 * pause, 100)) {
    try {
      fs.renameSync(from, to);
      return;
    } catch (error) {
      if (!RENAME_RETRIED.has(systemCode(error) ?? '') || clock.monotonic() >= deadline) throw error;
    }
    await runtime.sleep(pause);
  }
}

/** For cleaning up, where a failure is reported already or changes nothing. */
function quietly(action: () => void): void {
  try {
    action();
  } catch {
    // There is nothing more to tell.
  }
}

/** All bytes of a file. What is large is given in parts: they are written while the process does other things. */
type Content = Uint8Array | readonly Uint8Array[];

interface Replacement {
  readonly temporary: string;
  readonly target: string;
  readonly content: Content;
  /** Of the file that is replaced; `null` where there is none. */
  readonly present: FileStat | null;
}

/** Writes and syncs a temporary file and renames it in; leaves none behind when that fails. */
async function replace(runtime: Runtime, { temporary, target, content, present }: Replacement, options: WriteOptions): Promise<void> {
  const { fs } = runtime;
  const mode = permissions(present);
  const fd = fs.openSync(temporary, OPEN.createNew, mode);
  let open = true;
  try {
    // The umask has taken its part of the mode. Where there are no modes, there is nothing to keep.
    if (present !== null) quietly(() => fs.fchmodSync(fd, mode));
    options.opened?.(fd, temporary);
    if (content instanceof Uint8Array) writeAll(fs, fd, content);
    else await writeParts(fs, fd, content);
    await syncDescriptor(fs, fd);
    open = false;
    fs.closeSync(fd);
    options.beforeRename?.();
    if (options.exclusive === true) moveInto(fs, temporary, target);
    else await renamePatiently(runtime, temporary, target);
  } catch (error) {
    if (open) quietly(() => fs.closeSync(fd));
    quietly(() => fs.unlinkSync(temporary));
    throw error;
  }
}

/** A rename that fails where the name is taken. @throws CortexError `already-exists` */
function moveInto(fs: FileSystem, temporary: string, target: string): void {
  try {
    fs.linkSync(temporary, target);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    throw new CortexError('already-exists', 'is there already', { file: target, next: 'It was not changed.' }, { cause: error });
  }
  quietly(() => fs.unlinkSync(temporary));
}

/**
 * Replaces a file as a whole, or makes it: a temporary file beside it, synced, then renamed in, then the folder synced. At
 * any crash the file holds the old bytes or the new ones; when the promise is fulfilled the new ones survive power loss.
 * Never falls back to writing in place. The permissions of an existing file are kept; owner, ACLs
 * and hard links are not. A process killed before the rename leaves a
 * `.tmp-*` file in `tempDirectory`.
 * @throws CortexError `disk-full`, `read-only`, `io`; `busy` when another program holds the file for 2 s; `outside-root` for a
 *   symbolic link that leads out of `root` or stands without one; `already-exists` where that is asked for; `broken-file` when something else than a file has the name
 */
export async function writeFileDurable(runtime: Runtime, file: string, content: Content, options: WriteOptions = {}): Promise<void> {
  const { fs } = runtime;
  const target = options.root === undefined ? file : resolveInside(fs, options.root, path.relative(options.root, file));
  const present = statOrNull(() => fs.lstatSync(target, { bigint: true }), file);
  if (present?.isSymbolicLink()) {
    const next = 'Remove the link; what it leads to was not changed.';
    throw new CortexError('outside-root', 'is a symbolic link; replacing it would cut the link', { file, next });
  }
  if (present !== null) requireFile(present, file);
  const temporary = path.join(options.tempDirectory ?? path.dirname(target), temporaryName(options.temporaryId ?? nonce(runtime.random)));
  try {
    await replace(runtime, { temporary, target, content, present }, options);
  } catch (error) {
    if (systemCode(error) !== 'EBUSY') throw fileError(error, file, 'write the file');
    const next = 'Close it there and try again; its content is as it was.';
    throw new CortexError('busy', 'cannot replace the file: another program holds it', { file, next }, { cause: error });
  }
  await syncNames(fs, path.dirname(target), file);
}

/**
 * Makes the names in a folder survive power loss, after `file` was given one of them.
 * @throws CortexError which says that the file is written, and that only this is not certain
 */
export async function syncNames(fs: FileSystem, folder: string, file: string): Promise<void> {
  try {
    await syncDirectory(fs, folder);
  } catch (error) {
    throw fileError(error, file, 'make sure that the file, which is written, survives power loss');
  }
}
