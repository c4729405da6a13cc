import { join } from 'node:path';
import { resolveInside } from '../../files/safe-path.ts';
import { type FileStat, type FileSystem, isThere as isNameThere } from '../../platform/file-system.ts';
import { isPrintableAscii } from '../../text/ascii.ts';
import { coversFile } from './lock-overlap.ts';
import { escapeLockPath, lockPathKind, MAX_NAME_BYTES, unescapeLockName } from './lock-path.ts';

/** Returns the status of a file, or `null` if it does not exist or cannot be read. */
export function statOrNull(fs: FileSystem, file: string): FileStat | null {
  try {
    return fs.statSync(file, { bigint: true });
  } catch {
    return null;
  }
}

/** Returns a name as its folder spells it: "é" may be one code point there or two, regardless of what was typed. */
function spellingOnDisk(fs: FileSystem, folder: string, name: string): string {
  if (isPrintableAscii(name) || isNameThere(fs, join(folder, name))) return name;
  const composed = name.normalize('NFC');
  try {
    return fs.readdirSync(folder).find((entry) => entry.normalize('NFC') === composed) ?? name;
  } catch {
    return name;
  }
}

/** Resolves a name to its real path. @throws CortexError `outside-root` for a name that leaves the root through a symlink */
export function resolveOnDisk(fs: FileSystem, tree: string, name: string): string {
  const found: string[] = [];
  for (const part of name.split('/')) found.push(spellingOnDisk(fs, join(tree, ...found), part));
  return resolveInside(fs, tree, found.join('/'));
}

/** A route parameter of web frameworks, whether or not it exists yet: `[slug]`, `[...rest]`, `[[lang]]`, `[id].tsx`. */
const ROUTE_NAME = /^\[{1,2}(?:\.{3})?[A-Za-z_]\w+\]{1,2}(?:\.\w+)*$/;

/**
 * Reports whether a name is a route parameter. If `a.ts` or `b.ts` exists, `[ab].ts` is a class of characters instead.
 * @param folders the folders that may contain the name
 */
function isRoute(fs: FileSystem, folders: readonly string[], name: string): boolean {
  if (!ROUTE_NAME.test(name)) return false;
  const entries = /^\[\w+\]/.test(name) ? folders.flatMap((folder) => namesIn(fs, folder)) : [];
  return entries.includes(name) || !entries.some((entry) => coversFile(name, entry));
}

function namesIn(fs: FileSystem, folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Escapes the names in a path that exist on disk, so that they match literally. `app/[id]` and `{a,b}.ts` are names if there is such a
 * folder or file, and `[slug]` also if there is none yet. A name with a star or question mark stays a pattern: `src/*` means everything in
 * `src`, even beside a file with that name. The result is not normalised.
 * @param trees folders, one of which may contain the names
 * @throws CortexError `outside-root` for a name that leaves the root through a symlink
 */
export function escapeExisting(fs: FileSystem, trees: readonly string[], text: string): string {
  const names = text.split(/[/\\]/);
  if (!/[[{]/.test(text) || names.includes('..') || names[0] === '') return text;
  const front: string[] = [];
  for (const [at, name] of names.entries()) {
    if (/[*?]/.test(name.replace(/\[[*?]\]/g, ''))) break;
    const written = [...front, name].join('/');
    const folders = trees.map((tree) => resolveOnDisk(fs, tree, front.join('/')));
    // A pattern with many alternatives is longer than any name.
    const isThere = () =>
      Buffer.byteLength(name) <= MAX_NAME_BYTES && trees.some((tree) => statOrNull(fs, resolveOnDisk(fs, tree, written)) !== null);
    if (/[[{]/.test(name) && (isRoute(fs, folders, name) || isThere())) {
      names[at] = escapeLockPath(name);
      front.push(name);
    } else if (lockPathKind(name) === 'glob') break;
    else front.push(unescapeLockName(name));
  }
  return names.join('/');
}
