/**
 * Lock paths (seed 1, "SwarmLock".path; docs/protocols/crtx.md). A path is relative to the project root and covers
 *
 * | written | covers |
 * |---|---|
 * | `src/auth` | the file or folder of that name, and everything that is or will be below it |
 * | `src/auth/` | the same |
 * | `src/*.ts` | what the pattern matches; where it ends in a name or in `/`, also everything below that |
 *
 * `*` is any run of characters without a slash (names that begin with a dot too), `**` as a whole segment any number of
 * segments, none included, `?` one character, `[a-z_]` one of these, `[!ab]` one other than these, `{a,b}` either.
 * A backslash is a separator and so cannot escape; `[[]`, `[*]`, `[?]` and `[{]` stand for the character itself, within braces
 * `[,]` and `[}]` as well. A class also covers the name that is written like it, because frameworks name files `[id].ts`:
 * `app/[id]/page.tsx` covers `app/i/page.tsx`, `app/d/page.tsx` and `app/[id]/page.tsx`.
 */
import { CortexError } from '../../platform/errors.ts';
import { isPrintableAscii } from '../../text/ascii.ts';
import { checkPattern, escaped, lexemes } from './lock-pattern.ts';

export type LockPathKind = 'file' | 'folder' | 'glob';

export interface LockPathOptions {
  /** True where the file system takes `A` and `a` for the same name. */
  readonly foldCase: boolean;
}

const MOST_BYTES = 1_024;

/** What common file systems allow: no file with a longer name can exist. */
export const MOST_NAME_BYTES = 255;

/**
 * The one way to write a path that is to be locked: NFC, separated by `/`, without `.` segments and doubled slashes, escaped only
 * where needed. What it gives out it lets through unchanged. Symbolic links are not looked at.
 * @throws CortexError `outside-root` for absolute paths, `~` and any `..`; `invalid-input` for what is empty, over 1,024 bytes of
 * UTF-8 or 255 in a name, has control characters or is not a pattern
 */
export function normaliseLockPath(text: string, options: LockPathOptions): string {
  checkText(text);
  const composed = text.replaceAll('\\', '/').normalize('NFC');
  const folded = options.foldCase ? foldCase(composed).normalize('NFC') : composed;
  // A path that begins with a slash keeps it until `checkPattern` has refused it.
  const path = folded.startsWith('/') ? folded : tidy(folded);
  if (path === '') throw namesAll(text);
  checkPattern(path);
  checkText(path);
  checkNames(path);
  return path;
}

/** Names of which nobody doubts that they are normal: most paths, told without a look at each of their characters. */
const PLAIN = /^\w[\w.-]*(?:\/\w[\w.-]*)*\/?$/;

/** Whether a path is written in the one way in which `normaliseLockPath` gives it out. */
export function isNormalLockPath(path: string): boolean {
  if (path.length <= MOST_NAME_BYTES && PLAIN.test(path)) return true;
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
      allowed: `text of 1 to ${MOST_BYTES} bytes without control characters`,
      next,
    });
  if (text === '') throw refuse('a lock path is empty', 'Name a file or folder, or write "**" for the whole project.');
  if (!isPrintableAscii(text) && /[\p{Cc}\p{Cs}]/u.test(text))
    throw refuse('a lock path has a control character or half a character in it', 'Remove it.');
  if (Buffer.byteLength(text) > MOST_BYTES) throw refuse('a lock path is too long', 'Lock a folder above it.');
}

function namesAll(text: string): CortexError {
  return new CortexError('invalid-input', 'a lock path names the whole project', {
    value: text,
    allowed: 'a file or folder in it',
    next: 'Write "**" to lock all of it.',
  });
}

/** A segment with a pattern may be longer than the names that it matches. */
function checkNames(path: string): void {
  const tooLong = segmentTexts(path).find((name) => kind(name) !== 'glob' && Buffer.byteLength(unescaped(name)) > MOST_NAME_BYTES);
  if (tooLong === undefined) return;
  throw new CortexError('invalid-input', 'a lock path has a name in it that is too long', {
    value: tooLong,
    allowed: `names of 1 to ${MOST_NAME_BYTES} bytes`,
    next: 'Correct the name.',
  });
}

/** The name that an escaped path stands for: `app/[[]id].ts` → `app/[id].ts`. */
export function unescaped(name: string): string {
  return name.replace(/\[([[*?{},])\]/g, '$1');
}

/** One character at a time and never to more than one, so that `?` and classes still match what they matched. */
function foldCase(text: string): string {
  const single = (folded: string, otherwise: string) => ([...folded].length === 1 ? folded : otherwise);
  return Array.from(text, (character) => {
    const upper = single(character.toUpperCase(), character);
    return single(upper.toLowerCase(), upper);
  }).join('');
}

/** Drops empty and `.` segments; a `.` at the end means a folder, as a slash does. */
function tidy(text: string): string {
  const names = segmentTexts(text);
  const kept = names.filter((name) => name !== '' && name !== '.');
  const last = names.at(-1);
  return kept.length > 0 && (last === '' || last === '.') ? `${kept.join('/')}/` : kept.join('/');
}

/** Splits at the slashes outside braces; there, a comma and a brace need no escape and lose it, so that a name has one spelling. */
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

/**
 * The lock path of a file or folder whose name is to be taken as it is: `app/[id].ts` → `app/[[]id].ts`. It still has to be
 * normalised.
 */
export function escapeLockPath(name: string): string {
  return name.replace(/[[*?{]/g, '[$&]');
}

/** What a normalised path is. A path whose only special characters are escaped is a file or a folder. */
export function kind(path: string): LockPathKind {
  if (/[*?[{]/.test(path) && /[*?[{]/.test(path.replace(/\[[[*?{},]\]/g, ''))) return 'glob';
  return path.endsWith('/') ? 'folder' : 'file';
}

/** The file or folder that a normalised path names, as the disk knows it, without a slash at its end; `null` for a pattern. */
export function fileOfLockPath(path: string): string | null {
  return kind(path) === 'glob' ? null : unescaped(path).replace(/\/$/, '');
}

/** A lock path as a person knows it: a file or folder by its name on the disk, a folder with a slash at its end; a pattern as it is. */
export function shownLockPath(lockPath: string): string {
  const file = fileOfLockPath(lockPath);
  if (file === null) return lockPath;
  return lockPath.endsWith('/') ? `${file}/` : file;
}

/** The name by which locks know a file of the project: what `fileOfLockPath` gives of a lock on it. */
export function nameToLocks(file: string, { foldCase: folds }: LockPathOptions): string {
  // Thousands of files are asked about at once, and most names have no other form.
  const composed = isPrintableAscii(file) ? file : file.normalize('NFC');
  return folds ? foldCase(composed).normalize('NFC') : composed;
}

/** The segments before the first one with a pattern in it, as they are written: everything that a glob covers begins with them. */
export function literalSegments(glob: string): string[] {
  const names: string[] = [];
  for (const name of glob.split('/')) {
    if (name === '' || kind(name) === 'glob') break;
    names.push(name);
  }
  return names;
}
