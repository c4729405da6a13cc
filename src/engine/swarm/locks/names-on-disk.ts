import { join } from 'node:path';
import { resolveInside } from '../../files/safe-path.ts';
import { type FileStat, type FileSystem, isThere as isNameThere } from '../../platform/file-system.ts';
import { isPrintableAscii } from '../../text/ascii.ts';
import { coversFile } from './lock-overlap.ts';
import { escapeLockPath, kind, MOST_NAME_BYTES, unescaped } from './lock-path.ts';

/** `null` for what is not there, and for what nobody may look at. */
export function statOrNull(fs: FileSystem, file: string): FileStat | null {
  try {
    return fs.statSync(file, { bigint: true });
  } catch {
    return null;
  }
}

/** A name as its folder spells it: "é" may be one character there or two, whatever was typed. */
function spelled(fs: FileSystem, folder: string, name: string): string {
  if (isPrintableAscii(name) || isNameThere(fs, join(folder, name))) return name;
  const composed = name.normalize('NFC');
  try {
    return fs.readdirSync(folder).find((entry) => entry.normalize('NFC') === composed) ?? name;
  } catch {
    return name;
  }
}

/** Where a name leads to. @throws CortexError `outside-root` for what leads out through a symbolic link */
export function realPlace(fs: FileSystem, tree: string, name: string): string {
  const found: string[] = [];
  for (const part of name.split('/')) found.push(spelled(fs, join(tree, ...found), part));
  return resolveInside(fs, tree, found.join('/'));
}

/** A parameter in a route of web frameworks, whether it is there yet or not: `[slug]`, `[...rest]`, `[[lang]]`, `[id].tsx`. */
const ROUTE_NAME = /^\[{1,2}(?:\.{3})?[A-Za-z_]\w+\]{1,2}(?:\.\w+)*$/;

/**
 * Whether a name stands for a parameter of a route. `[ab].ts` does not where there are `a.ts` or `b.ts`: there it is a class of characters.
 * @param folders in which the name would be
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
 * A path, not yet normalised, with the names in it that are on the disk written so that they stand for themselves: `app/[id]` and
 * `{a,b}.ts` are names where there is such a folder or file, and `[slug]` also where there is none yet. What has a star or a question mark
 * stays a pattern: whoever writes `src/*` means everything in there, also beside a file with that name.
 * @param trees folders in one of which the names may be
 * @throws CortexError `outside-root` for a name that leads out through a symbolic link
 */
export function escapeExisting(fs: FileSystem, trees: readonly string[], text: string): string {
  const names = text.split(/[/\\]/);
  if (!/[[{]/.test(text) || names.includes('..') || names[0] === '') return text;
  const front: string[] = [];
  for (const [at, name] of names.entries()) {
    if (/[*?]/.test(name.replace(/\[[*?]\]/g, ''))) break;
    const written = [...front, name].join('/');
    const folders = trees.map((tree) => realPlace(fs, tree, front.join('/')));
    // A pattern with many alternatives is longer than any name.
    const isThere = () =>
      Buffer.byteLength(name) <= MOST_NAME_BYTES && trees.some((tree) => statOrNull(fs, realPlace(fs, tree, written)) !== null);
    if (/[[{]/.test(name) && (isRoute(fs, folders, name) || isThere())) {
      names[at] = escapeLockPath(name);
      front.push(name);
    } else if (kind(name) === 'glob') break;
    else front.push(unescaped(name));
  }
  return names.join('/');
}
