import { createHash } from 'node:crypto';
import path from 'node:path';
import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import type { FileSystem } from '../platform/file-system.ts';
import { onDemand } from '../platform/on-demand.ts';
import { isPrintableAscii } from '../text/ascii.ts';

function outside(relative: string, reason: string): CortexError {
  return new CortexError('outside-root', `the path ${reason}`, {
    value: relative,
    allowed: 'a path relative to its root folder that stays inside it',
    next: 'Correct the path.',
  });
}

/**
 * What is wrong with a path before any file is looked at. The rules of all systems hold on all systems, because the files
 * that name such a path travel: a backslash may separate, and a letter with a colon may be a drive.
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

/** Whether a path is a folder or lies below it. Both are absolute; no file is looked at. */
export function isInside(root: string, candidate: string): boolean {
  // Most are this simple, and commands ask for hundreds.
  if (candidate.startsWith(root) && candidate[root.length] === path.sep && !candidate.includes('..')) return true;
  const way = path.relative(root, candidate);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

/** The real path of what exists; `null` for what does not. A link that leads nowhere exists, and nobody knows where it leads. */
function realPathOrNull(fs: FileSystem, candidate: string, relative: string): string | null {
  try {
    return fs.realpathSync(candidate);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ELOOP') throw outside(relative, 'runs through a symbolic link that leads to itself');
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw fileError(error, candidate, 'resolve the path', 'read');
  }
  try {
    // Anything else has appeared between the two looks.
    if (!fs.lstatSync(candidate, { bigint: true }).isSymbolicLink()) return fs.realpathSync(candidate);
  } catch {
    return null;
  }
  throw outside(relative, 'runs through a symbolic link that leads nowhere');
}

/**
 * The real path that `relative` names inside `root`, for paths built from data (task ids, agent names, wikilinks). It need
 * not exist: symbolic links of whatever part exists are resolved, so opening the result follows none that existed now.
 * A path that lies inside after `..` is removed is accepted; `""` and `"."` are the root itself.
 * @throws CortexError `outside-root` when the result would leave the real root, or is absolute, names a drive or holds NUL;
 *   `not-found` when the root does not exist
 */
export function resolveInside(fs: FileSystem, root: string, relative: string): string {
  const problem = lexicalProblem(relative);
  if (problem !== null) throw outside(relative, problem);
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
      if (!isInside(realRoot, real)) throw outside(relative, 'leads out of its root folder through a symbolic link');
      return rest.length === 0 ? real : path.join(real, ...rest);
    }
    rest.unshift(path.basename(existing));
    existing = path.dirname(existing);
  }
}

/** What is said when a path that was resolved leads elsewhere by now. */
export function linkInPlace(folder: string): CortexError {
  const next = 'Remove the link, and find out who made it; what was to be written was not.';
  return new CortexError('outside-root', 'a link has taken the place of a folder on the way since it was looked at', {
    file: folder,
    next,
  });
}

/**
 * Sees to it that a path still leads where it led when it was resolved: no folder on the way is a link by now.
 * @param target what `resolveInside` gave @throws CortexError `outside-root`; `not-found` when the folder is gone
 */
export function requireSameWay(fs: FileSystem, target: string): void {
  const folder = path.dirname(target);
  let real: string;
  try {
    real = fs.realpathSync(folder);
  } catch (error) {
    throw fileError(error, folder, 'find the folder again', 'read');
  }
  if (real !== folder) throw linkInPlace(folder);
}

/** Room for a suffix and an extension below the 255 bytes that common file systems allow. */
const NAME_LIMIT = 200;

/** Device names that Windows keeps for itself, with or without an extension. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(?=\.|$)/i;

/** Marks a name that was cut: no escape looks like it, so it cannot be mistaken. */
const CUT_MARK = '%~';

/** The bytes of UTF-8 of one character; half of a surrogate pair, which has none, as if it had. */
function bytesOf(character: string): Iterable<number> {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0xd800 || code > 0xdfff) return Buffer.from(character);
  return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
}

function escapeCharacter(character: string): string {
  return Array.from(bytesOf(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/** The whole encoding, however long. Injective, because it can be undone: a `%` in it always begins an escape, or is all there is. */
function escapeName(name: string, unsafe: RegExp, escaped: (part: string) => string): string {
  if (name === '') return '%';
  return name
    .replace(unsafe, escaped)
    .replace(/^\.|\.$/g, escaped)
    .replace(RESERVED, (device) => escaped(device[0] ?? '') + device.slice(1));
}

/** What is longer than a name may be is cut, and stays unique. */
function cutName(escaped: string): string {
  if (escaped.length <= NAME_LIMIT) return escaped;
  const tail = CUT_MARK + createHash('sha256').update(escaped, 'latin1').digest('hex').slice(0, 32);
  // An escape that the cut went through is dropped whole.
  return escaped.slice(0, NAME_LIMIT - tail.length).replace(/%(?:u[0-9a-f]{0,3}|[0-9a-f]?)$/, '') + tail;
}

/**
 * Turns any string into a file name that is valid on Windows, macOS and Linux, at most 200 bytes of ASCII.
 *
 * `a-z 0-9 _ - .` stay; every other byte of its UTF-8 becomes `%xx` in lower-case hexadecimal, as do a dot at either end and
 * the first letter of a Windows device name. **Upper case is escaped too**: on a file system that ignores case `T1` and `t1`
 * would be one file, so two names never differ by case alone. Letters beyond ASCII are escaped because which of them are equal
 * (case, composition) depends on the system. A name that already is a good file name everywhere may be used as it is
 * (`isPortableFileName`) by callers that watch for clashes themselves.
 *
 * Over 200 bytes the end is replaced by `%~` and 32 hexadecimal digits of the SHA-256: still unique.
 */
export function encodeFileName(name: string): string {
  return cutName(escapeName(name, /[^a-z0-9._-]/gu, escapeCharacter));
}

/** As `encodeFileName`, for a name that could be used as it is but is taken: never the name itself. */
export function encodeTakenName(name: string): string {
  const encoded = encodeFileName(name);
  return encoded === name ? escapeCharacter(name.slice(0, 1)) + name.slice(1) : encoded;
}

function escapeUnit(unit: string): string {
  const code = unit.charCodeAt(0);
  return code < 0x100 ? `%${code.toString(16).padStart(2, '0')}` : `%u${code.toString(16).padStart(4, '0')}`;
}

/** Whether the escapes of a name are bytes of UTF-8, as `encodeFileName` writes them. */
function isUtf8(encoded: string): boolean {
  try {
    decodeURIComponent(encoded.replace(/%~[0-9a-f]{32}$/, ''));
    return true;
  } catch {
    return false;
  }
}

/**
 * As `encodeFileName` did it before, by UTF-16 units (`%xx`, `%uxxxx`). `null` where that is the same name, or one that another string
 * has by now: `Ã©` was written as `é` is.
 */
export function formerFileName(name: string): string | null {
  const former = cutName(escapeName(name, /[^a-z0-9._-]/g, escapeUnit));
  return former === encodeFileName(name) || isUtf8(former) ? null : former;
}

/** Where a folder is listed, these make one name look like another, or like two. */
const misleadingCharacter = onDemand(() => /[\u0080-\u009f\p{Bidi_Control}\p{Zl}\p{Zp}]/u);

/**
 * Whether a name is a valid file name on Windows, macOS and Linux as it is, is shown as it is, and cannot be mistaken for an encoded one.
 * Names that differ only by case or composition are one file on some systems: compare with `sameFileNameKey`.
 */
export function isPortableFileName(name: string): boolean {
  if (name === '' || Buffer.byteLength(name) > NAME_LIMIT) return false;
  if (!isPrintableAscii(name) && (/\p{Surrogate}/u.test(name) || misleadingCharacter().test(name))) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return !/[<>:"/\\|?*%\u0000-\u001f\u007f]/.test(name) && !/^ |[. ]$/.test(name) && !RESERVED.test(name);
}

/** Equal for names that some file system takes for the same file; sometimes equal for others, too. */
export function sameFileNameKey(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}
