import { createHash } from 'node:crypto';
import path from 'node:path';
import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { onDemand } from '../platform/on-demand.ts';
import { isPrintableAscii } from '../text/ascii.ts';

function outsideError(relative: string, reason: string): CortexError {
  return new CortexError('outside-root', `the path ${reason}`, {
    value: relative,
    allowed: 'a path relative to its root folder that stays inside it',
    next: 'Correct the path.',
  });
}

/**
 * Returns what is wrong with a path, without accessing files. The rules of all systems apply on every system, because files that contain
 * such paths move between systems: a backslash may be a separator, and a letter with a colon a drive.
 */
function lexicalProblem(relative: string): string | null {
  if (relative.includes('\0')) return 'holds a NUL character';
  if (/^[/\\]/.test(relative)) return 'is absolute';
  if (/^[A-Za-z]:/.test(relative)) return 'names a drive';
  let depth = 0;
  for (const part of relative.split(/[/\\]/)) {
    if (part === '..') depth -= 1;
    else if (part !== '' && part !== '.') depth += 1;
    if (depth < 0) return 'leads out of its root folder';
  }
  return null;
}

/** Returns whether a path is a folder or lies below it. Both are absolute; no file is accessed. */
export function isInside(root: string, candidate: string): boolean {
  // A fast path: most paths are this simple, and commands check hundreds.
  if (candidate.startsWith(root) && candidate[root.length] === path.sep && !candidate.includes('..')) return true;
  const way = path.relative(root, candidate);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

/** Returns the real path of an existing file; `null` if it does not exist. @throws for a dangling link, whose target is unknown */
function realPathOrNull(fs: FileSystem, candidate: string, relative: string): string | null {
  try {
    return fs.realpathSync(candidate);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ELOOP') throw outsideError(relative, 'contains a symbolic link that points to itself');
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw fileError(error, candidate, 'resolve the path', 'read');
  }
  try {
    // Anything else was created between the two looks.
    if (!fs.lstatSync(candidate, { bigint: true }).isSymbolicLink()) return fs.realpathSync(candidate);
  } catch {
    return null;
  }
  throw outsideError(relative, 'contains a symbolic link whose target does not exist');
}

/**
 * Returns the real path of `relative` inside `root`, for paths built from data (task ids, agent names, wikilinks). It need not exist:
 * symbolic links in the existing part are resolved, so opening the result follows no link that existed then. `..` is allowed if the
 * result lies inside; `""` and `"."` are the root itself.
 * @throws CortexError `outside-root` if the result would leave the real root, or is absolute, names a drive or contains NUL;
 *   `not-found` if the root does not exist
 */
export function resolveInside(fs: FileSystem, root: string, relative: string): string {
  const problem = lexicalProblem(relative);
  if (problem !== null) throw outsideError(relative, problem);
  let realRoot: string;
  try {
    realRoot = fs.realpathSync(root);
  } catch (error) {
    throw fileError(error, root, 'resolve the root folder', 'read');
  }
  let existing = path.resolve(realRoot, relative);
  const rest: string[] = [];
  for (;;) {
    const real = existing === realRoot ? realRoot : realPathOrNull(fs, existing, relative);
    if (real !== null) {
      if (!isInside(realRoot, real)) throw outsideError(relative, 'leads out of its root folder through a symbolic link');
      return rest.length === 0 ? real : path.join(real, ...rest);
    }
    rest.unshift(path.basename(existing));
    existing = path.dirname(existing);
  }
}

/** Returns the error for a path that leads elsewhere since it was resolved. */
export function linkError(folder: string): CortexError {
  const next = 'Remove the link, and find out who created it. Nothing was written.';
  return new CortexError('outside-root', 'a folder of the path was replaced with a link during the operation', {
    file: folder,
    next,
  });
}

/**
 * Checks that a resolved path still leads to the same place: no folder on it has become a link (TOCTOU).
 * @param target result of `resolveInside` @throws CortexError `outside-root`; `not-found` if the folder is gone
 */
export function requireUnchangedPath(fs: FileSystem, target: string): void {
  const folder = path.dirname(target);
  let real: string;
  try {
    real = fs.realpathSync(folder);
  } catch (error) {
    throw fileError(error, folder, 'find the folder again', 'read');
  }
  if (real !== folder) throw linkError(folder);
}

/** Longest name in bytes. Leaves room for a suffix and an extension below the 255 bytes that common file systems allow. */
const NAME_LIMIT = 200;

/** Device names that Windows reserves, with or without an extension. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(?=\.|$)/i;

/** Marks a truncated name. No escape looks like it, so it is unambiguous. */
const CUT_MARK = '%~';

/** Returns the UTF-8 bytes of one character. A lone surrogate, which has none, is encoded in the same way. */
function bytesOf(character: string): Iterable<number> {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0xd800 || code > 0xdfff) return Buffer.from(character);
  return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
}

function escapeCharacter(character: string): string {
  return Array.from(bytesOf(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/** Encodes a name of any length. Injective, because it can be reversed: a `%` always begins an escape, or is the whole result. */
function escapeName(name: string, unsafe: RegExp, escaped: (part: string) => string): string {
  if (name === '') return '%';
  return name
    .replace(unsafe, escaped)
    .replace(/^\.|\.$/g, escaped)
    .replace(RESERVED, (device) => escaped(device[0] ?? '') + device.slice(1));
}

/** Truncates a name that is too long; it stays unique. */
function cutName(escaped: string): string {
  if (escaped.length <= NAME_LIMIT) return escaped;
  const tail = CUT_MARK + createHash('sha256').update(escaped, 'latin1').digest('hex').slice(0, 32);
  // Drop an escape that the cut went through.
  return escaped.slice(0, NAME_LIMIT - tail.length).replace(/%(?:u[0-9a-f]{0,3}|[0-9a-f]?)$/, '') + tail;
}

/**
 * Turns any string into a file name that is valid on Windows, macOS and Linux, at most 200 bytes of ASCII.
 *
 * `a-z 0-9 _ - .` stay; every other byte of its UTF-8 becomes `%xx` in lower-case hexadecimal, as do a dot at either end and
 * the first letter of a Windows device name. **Upper case is escaped too**: on a file system that ignores case `T1` and `t1`
 * would be one file, so two names never differ by case alone. Letters beyond ASCII are escaped because it depends on the system
 * which of them are equal (case, composition). Callers that check for clashes themselves may use a portable name
 * (`isPortableFileName`) unchanged.
 *
 * Over 200 bytes the end is replaced by `%~` and 32 hexadecimal digits of the SHA-256: still unique.
 */
export function encodeFileName(name: string): string {
  return cutName(escapeName(name, /[^a-z0-9._-]/gu, escapeCharacter));
}

/** Like `encodeFileName`, for a portable name that is taken: the result always differs from the name. */
export function encodeTakenName(name: string): string {
  const encoded = encodeFileName(name);
  return encoded === name ? escapeCharacter(name.slice(0, 1)) + name.slice(1) : encoded;
}

function escapeUnit(unit: string): string {
  const code = unit.charCodeAt(0);
  return code < 0x100 ? `%${code.toString(16).padStart(2, '0')}` : `%u${code.toString(16).padStart(4, '0')}`;
}

/** Returns whether the escapes in a name are bytes of UTF-8, as `encodeFileName` writes them. */
function isUtf8(encoded: string): boolean {
  try {
    decodeURIComponent(encoded.replace(/%~[0-9a-f]{32}$/, ''));
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the file name that earlier versions produced, from UTF-16 code units (`%xx`, `%uxxxx`). `null` if that is the same name, or if
 * another string has it now: `Ã©` was written as `é` is.
 */
export function formerFileName(name: string): string | null {
  const former = cutName(escapeName(name, /[^a-z0-9._-]/g, escapeUnit));
  return former === encodeFileName(name) || isUtf8(former) ? null : former;
}

/** Characters that make a name in a listing look like another one, or like two. */
const misleadingCharacter = onDemand(() => /[\u0080-\u009f\p{Bidi_Control}\p{Zl}\p{Zp}]/u);

/**
 * Returns whether a name is a valid file name on Windows, macOS and Linux, is displayed unchanged, and cannot be mistaken for an encoded
 * one. Names that differ only by case or composition are one file on some systems: compare with `sameFileNameKey`.
 */
export function isPortableFileName(name: string): boolean {
  if (name === '' || Buffer.byteLength(name) > NAME_LIMIT) return false;
  if (!isPrintableAscii(name) && (/\p{Surrogate}/u.test(name) || misleadingCharacter().test(name))) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return !/[<>:"/\\|?*%\u0000-\u001f\u007f]/.test(name) && !/^ |[. ]$/.test(name) && !RESERVED.test(name);
}

/** Returns a key that is equal for names which some file system treats as the same file. Other names may have the same key. */
export function sameFileNameKey(name: string): string {
  // Most names are ASCII, and every name of a vault may be asked for.
  return isPrintableAscii(name) ? name.toLowerCase() : name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}
