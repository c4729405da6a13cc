// Own code, because symbolic links must stay links and must not lead outside: docs/decisions/0049-custom-code.md
import path from 'node:path';
import { readAll, syncDescriptor, syncDirectory, writeAll, writeParts } from '../platform/descriptor.ts';
import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import { type FileStat, type FileSystem, OPEN } from '../platform/file-system.ts';
import { nonce } from '../platform/ids.ts';
import type { Runtime } from '../platform/runtime.ts';
import { resolveInside } from './safe-path.ts';

export interface ReadOptions {
  /** Larger files are rejected without reading them. */
  readonly maxBytes: number;
  /** Folder that the file must really be in; without it symbolic links are followed anywhere. */
  readonly root?: string;
  /** Next step in the error if the path is not a file. Default: move it away. */
  readonly instead?: string;
}

/** The content of a file, and its stat when the read began. If the file grew meanwhile, the next read sees another `stat`. */
export interface FileContent {
  readonly bytes: Buffer;
  readonly stat: FileStat;
}

function broken(file: string, message: string, next: string): CortexError {
  return new CortexError('broken-file', message, { file, next });
}

/** Rejects anything but a file. Called before opening, because opening a named pipe could wait forever for a writer. */
function requireFile(stat: FileStat, file: string, next = 'Move it away: a file is expected here.'): void {
  if (stat.isFile()) return;
  throw broken(file, `is ${stat.isDirectory() ? 'a folder' : 'a device, pipe or socket'}, not a file`, next);
}

function statOrNull(look: () => FileStat, file: string): FileStat | null {
  try {
    return look();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw fileError(error, file, 'read the file', 'read');
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
    next: 'Move it away or split it. It was neither read nor changed.',
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
 * Opens a file below `root` whose path has no symbolic link. A fast path, because whole folders are read and links are rare.
 * @returns `null` for any other file, which must be checked before it is opened
 */
function openHere(fs: FileSystem, file: string, root: string): number | null {
  if (!file.startsWith(root + path.sep) || !isOwnRealPath(fs, file)) return null;
  try {
    return fs.openSync(file, OPEN.readHere);
  } catch {
    return null;
  }
}

/** Opens a file through its symbolic links. @returns `null` if it does not exist */
function openFound(fs: FileSystem, file: string, { root, instead }: ReadOptions): number | null {
  const entry = statOrNull(() => fs.lstatSync(file, { bigint: true }), file);
  if (entry === null) return null;
  const real = root === undefined ? file : resolveInside(fs, root, path.relative(root, file));
  const target = entry.isSymbolicLink() ? statOrNull(() => fs.statSync(real, { bigint: true }), file) : entry;
  if (target === null) throw broken(file, 'is a symbolic link that leads nowhere', 'Remove the link or restore its target.');
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
 * @returns `null` if the file does not exist
 * @throws CortexError `broken-file` for a folder, pipe or device, for a dangling symbolic link, and for a file over `maxBytes`;
 *   `outside-root` if it really lies outside `root`; `read-only` or `io` if it cannot be read
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
    // A failed close does not affect the bytes that were read.
    ignoreErrors(() => fs.closeSync(fd));
  }
}

/** Returns the name of a file before it is renamed to its final name. */
export const temporaryName = (id: string): string => `.tmp-${id}`;

export interface WriteOptions {
  /** Folder of the temporary file, on the same file system. Default: the folder of the file itself. */
  readonly tempDirectory?: string;
  /** End of the temporary file's name, so that it can be found and removed after a crash. Default: random. */
  readonly temporaryId?: string;
  /** Folder that the file must really be in. With it a symbolic link is written through, without it a link is rejected. */
  readonly root?: string;
  /** Never replaces an existing file, not even one that appears meanwhile. */
  readonly exclusive?: boolean;
  /** Called when the temporary file exists and is still empty. If it throws, the write is aborted. */
  readonly opened?: (fd: number, temporary: string) => void;
  /** Called after the content is written, right before the one call that others can see. If it throws, nothing is changed. */
  readonly beforeRename?: () => void;
}

/** How long a rename is retried, in milliseconds: other programs on Windows (scanners, editors, indexers) hold files open briefly. */
const RENAME_PATIENCE_MS = 2_000;
const RENAME_RETRIED = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** Returns the permissions. `FileStat` does not promise a mode, but Node's stat has one. */
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

/** For cleanup, where a failure was reported already or does not matter. */
function ignoreErrors(action: () => void): void {
  try {
    action();
  } catch {
    // There is nothing more to report.
  }
}

/** All bytes of a file. Large content comes in parts, so that the process can do other things while it is written. */
type Content = Uint8Array | readonly Uint8Array[];

interface Replacement {
  readonly temporary: string;
  readonly target: string;
  readonly content: Content;
  /** Stat of the file that is replaced; `null` if there is none. */
  readonly present: FileStat | null;
}

/** Writes and syncs a temporary file and renames it; removes it if that fails. */
async function replace(runtime: Runtime, { temporary, target, content, present }: Replacement, options: WriteOptions): Promise<void> {
  const { fs } = runtime;
  const mode = permissions(present);
  const fd = fs.openSync(temporary, OPEN.createNew, mode);
  let open = true;
  try {
    // The umask has reduced the mode. Errors are ignored, because some file systems have no modes.
    if (present !== null) ignoreErrors(() => fs.fchmodSync(fd, mode));
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
    if (open) ignoreErrors(() => fs.closeSync(fd));
    ignoreErrors(() => fs.unlinkSync(temporary));
    throw error;
  }
}

/** Moves a file, but fails if the name is taken. @throws CortexError `already-exists` */
function moveInto(fs: FileSystem, temporary: string, target: string): void {
  try {
    fs.linkSync(temporary, target);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    throw new CortexError('already-exists', 'already exists', { file: target, next: 'It was not changed.' }, { cause: error });
  }
  ignoreErrors(() => fs.unlinkSync(temporary));
}

/**
 * Replaces a whole file, or creates it: writes a temporary file, syncs it, renames it, and syncs the folder. After any crash the file has
 * the old bytes or the new ones; when the promise resolves the new ones survive power loss. Never falls back to writing in place. Keeps
 * the permissions of an existing file, but not its owner, ACLs and hard links. A process killed before the rename leaves a `.tmp-*` file
 * in `tempDirectory`.
 * @throws CortexError `disk-full`, `read-only`, `io`; `busy` if another program holds the file for 2 s; `outside-root` for a symbolic link
 *   that leads out of `root`, or any link without `root`; `already-exists` with `exclusive`; `broken-file` if the name is not a file's
 */
export async function writeFileDurable(runtime: Runtime, file: string, content: Content, options: WriteOptions = {}): Promise<void> {
  const { fs } = runtime;
  const target = options.root === undefined ? file : resolveInside(fs, options.root, path.relative(options.root, file));
  const present = statOrNull(() => fs.lstatSync(target, { bigint: true }), file);
  if (present?.isSymbolicLink()) {
    const next = 'Remove the link. Its target was not changed.';
    throw new CortexError('outside-root', 'is a symbolic link: replacing it would break the link', { file, next });
  }
  if (present !== null) requireFile(present, file);
  const temporary = path.join(options.tempDirectory ?? path.dirname(target), temporaryName(options.temporaryId ?? nonce(runtime.random)));
  try {
    await replace(runtime, { temporary, target, content, present }, options);
  } catch (error) {
    if (systemCode(error) !== 'EBUSY') throw fileError(error, file, 'write the file');
    const next = 'Close it there and try again. Its content is unchanged.';
    throw new CortexError('busy', 'cannot replace the file: another program has it open', { file, next }, { cause: error });
  }
  await syncNames(fs, path.dirname(target), file);
}

/**
 * Makes the names in a folder survive power loss, after `file` was given one of them.
 * @throws CortexError which says that the file is written, and that only its durability is uncertain
 */
export async function syncNames(fs: FileSystem, folder: string, file: string): Promise<void> {
  try {
    await syncDirectory(fs, folder);
  } catch (error) {
    throw fileError(error, file, 'sync the file to disk after writing it');
  }
}
