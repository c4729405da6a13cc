/**
 * Lock paths (seed 1, "SwarmLock".path; docs/protocols/crtx.md). A path is relative to the project root and covers
 *
 * | written | covers |
 * |---|---|
 * | `src/auth` | the file or folder of that name, and everything that is or will be below it |
 * | `src/auth/` | the same |
 * | `src/*.ts` | everything that the pattern matches, and everything below that |
 *
 * `*` matches any run of characters without a slash (also names that begin with a dot), `**` as a whole segment any number of segments,
 * including none, `?` one character, `[a-z_]` one of these, `[!ab]` one other than these, `{a,b}` either.
 * A backslash is a separator and so cannot escape. `[[]`, `[*]`, `[?]` and `[{]` match the character itself, within braces `[,]` and `[}]`
 * as well. A class also covers the literal name that it is written as, because frameworks name files `[id].ts`: `app/[id]/page.tsx` covers
 * `app/i/page.tsx`, `app/d/page.tsx` and `app/[id]/page.tsx`.
 */
import { CortexError } from '../../platform/errors.ts';
import { isPrintableAscii } from '../../text/ascii.ts';
import { checkPattern, escaped, lexemes } from './lock-pattern.ts';

export type LockPathKind = 'file' | 'folder' | 'glob';

export interface LockPathOptions {
  /** True if the file system treats `A` and `a` as the same name. */
  readonly foldCase: boolean;
}

const MAX_BYTES = 1_024;

/** Longest file name that common file systems allow, in bytes of UTF-8. */
export const MAX_NAME_BYTES = 255;

/**
 * Returns the canonical spelling of a lock path: NFC, separated by `/`, without `.` segments and doubled slashes, escaped only where
 * needed. Idempotent. Does not resolve symbolic links.
 * @throws CortexError `outside-root` for absolute paths, `~` and any `..`; `invalid-input` for an empty path, more than 1,024 bytes of
 * UTF-8 or 255 in a name, control characters, or an invalid pattern
 */
export function normaliseLockPath(text: string, options: LockPathOptions): string {
  checkText(text);
  const composed = text.replaceAll('\\', '/').normalize('NFC');
  const folded = options.foldCase ? foldCase(composed).normalize('NFC') : composed;
  // A leading slash is kept so that `checkPattern` refuses the path.
  const path = folded.startsWith('/') ? folded : removeEmptySegments(folded);
  if (path === '') throw namesAll(text);
  checkPattern(path);
  checkText(path);
  checkNames(path);
  return path;
}

/** Fast path: plain names are always normal, so most paths need no check of each character. */
const PLAIN = /^\w[\w.-]*(?:\/\w[\w.-]*)*\/?$/;

/** Reports whether a path is already in the form that `normaliseLockPath` returns. */
export function isNormalLockPath(path: string): boolean {
  if (path.length <= MAX_NAME_BYTES && PLAIN.test(path)) return true;
  try {
    return normaliseLockPath(path, { foldCase: false }) === path;
  } catch {
    return false;
  }
}

function checkText(text: string): void {
  const refuse = (problem: string, next: string) =>
    new CortexError('invalid-input', problem, {
      value: text,
      allowed: `text of 1 to ${MAX_BYTES} bytes without control characters`,
      next,
    });
  if (text === '') throw refuse('a lock path is empty', 'Name a file or folder, or write "**" for the whole project.');
  if (!isPrintableAscii(text) && /[\p{Cc}\p{Cs}]/u.test(text))
    throw refuse('a lock path contains a control character or an unpaired surrogate', 'Remove it.');
  if (Buffer.byteLength(text) > MAX_BYTES) throw refuse('a lock path is too long', 'Lock a folder above it.');
}

function namesAll(text: string): CortexError {
  return new CortexError('invalid-input', 'a lock path names the whole project', {
    value: text,
    allowed: 'a file or folder in it',
    next: 'Write "**" to lock all of it.',
  });
}

/** Checks the length of names. A segment with a pattern may be longer than the names that it matches. */
function checkNames(path: string): void {
  const tooLong = segmentTexts(path).find(
    (name) => lockPathKind(name) !== 'glob' && Buffer.byteLength(unescapeLockName(name)) > MAX_NAME_BYTES,
  );
  if (tooLong === undefined) return;
  throw new CortexError('invalid-input', 'a name in a lock path is too long', {
    value: tooLong,
    allowed: `names of 1 to ${MAX_NAME_BYTES} bytes`,
    next: 'Correct the name.',
  });
}

/** Returns the name that an escaped path stands for: `app/[[]id].ts` → `app/[id].ts`. */
export function unescapeLockName(name: string): string {
  return name.replace(/\[([[*?{},])\]/g, '$1');
}

/** Folds each character by itself and only to a single character, so that `?` and classes still match the same names. */
function foldCase(text: string): string {
  const single = (folded: string, otherwise: string) => ([...folded].length === 1 ? folded : otherwise);
  return Array.from(text, (character) => {
    const upper = single(character.toUpperCase(), character);
    return single(upper.toLowerCase(), upper);
  }).join('');
}

/** Removes empty and `.` segments; a trailing `.` means a folder, as a trailing slash does. */
function removeEmptySegments(text: string): string {
  const names = segmentTexts(text);
  const kept = names.filter((name) => name !== '' && name !== '.');
  const last = names.at(-1);
  return kept.length > 0 && (last === '' || last === '.') ? `${kept.join('/')}/` : kept.join('/');
}

/** Splits at the slashes outside braces. Outside braces, `[,]` and `[}]` need no escape and lose it, so that a name has one spelling. */
function segmentTexts(text: string): string[] {
  const names: string[] = [];
  let name = '';
  let depth = 0;
  for (const part of lexemes(text)) {
    if (part === '{') depth += 1;
    else if (part === '}' && depth > 0) depth -= 1;
    if (part === '/' && depth === 0) {
      names.push(name);
      name = '';
    } else name += depth === 0 && (part === '[,]' || part === '[}]') ? escaped(part) : part;
  }
  return [...names, name];
}

/** Escapes a file or folder name so that it is taken literally: `app/[id].ts` → `app/[[]id].ts`. The result still has to be normalised. */
export function escapeLockPath(name: string): string {
  return name.replace(/[[*?{]/g, '[$&]');
}

/** Classifies a normalised path. A path whose only special characters are escaped is a file or a folder. */
export function lockPathKind(path: string): LockPathKind {
  if (/[*?[{]/.test(path) && /[*?[{]/.test(path.replace(/\[[[*?{},]\]/g, ''))) return 'glob';
  return path.endsWith('/') ? 'folder' : 'file';
}

/** Returns the file or folder that a normalised path names, as on disk and without a trailing slash; `null` for a pattern. */
export function lockPathToFile(path: string): string | null {
  return lockPathKind(path) === 'glob' ? null : unescapeLockName(path).replace(/\/$/, '');
}

/** Returns a lock path as shown to people: a file or folder by its name on disk, a folder with a trailing slash, a pattern unchanged. */
export function describeLockPath(lockPath: string): string {
  const file = lockPathToFile(lockPath);
  if (file === null) return lockPath;
  return lockPath.endsWith('/') ? `${file}/` : file;
}

/** Returns the name of a project file in the form that `lockPathToFile` returns for a lock on it. */
export function fileToLockName(file: string, { foldCase: folds }: LockPathOptions): string {
  // Called for thousands of files at once, and most names are plain ASCII, which NFC leaves unchanged.
  const composed = isPrintableAscii(file) ? file : file.normalize('NFC');
  return folds ? foldCase(composed).normalize('NFC') : composed;
}

/** Returns the segments before the first one with a pattern, as written. Everything that a glob covers begins with them. */
export function literalSegments(glob: string): string[] {
  const names: string[] = [];
  for (const name of glob.split('/')) {
    if (name === '' || lockPathKind(name) === 'glob') break;
    names.push(name);
  }
  return names;
}
