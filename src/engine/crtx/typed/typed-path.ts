import path from 'node:path';
import { isInside } from '../../files/safe-path.ts';
import { CortexError } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { OperationContext } from '../../platform/operation.ts';
import { realOrNull } from '../main-worktree.ts';
import { findProject, realDirectory } from '../root.ts';

/** Where an operation was asked for, as far as paths are concerned. All are real paths. */
export interface Workplace {
  /** The project's folder. */
  readonly root: string;
  /** The folder that stands for it where the operation was asked for: the same, or a linked git worktree. */
  readonly tree: string;
  /** The folder of `tree` from which paths are meant; `null` when they are the project's own: relative to it, always. */
  readonly folder: string | null;
}

/** @throws CortexError `not-found` when there is no project */
export function workplaceOf({ runtime: { fs }, directory, exactDirectory, typedThere }: OperationContext): Workplace {
  const { root, tree } = findProject(fs, directory, exactDirectory);
  return { root, tree, folder: typedThere === true ? realDirectory(fs, directory) : null };
}

/** The names of a path below a folder, none for the folder itself. */
function namesBelow(folder: string, file: string): string[] {
  return path
    .relative(folder, file)
    .split(path.sep)
    .filter((name) => name !== '');
}

/**
 * A path relative to the project of one that was typed: relative to a folder of it, as git takes paths, or whole. A whole one that
 * leads out, or one to somebody's home, is given back as it is: whoever takes paths of the project refuses it.
 * @param literally writes a name of a folder so that it means just that
 * @throws CortexError `invalid-input` when its `..` lead out
 */
export function pathInProject(fs: FileSystem, place: Workplace, typed: string, literally: (name: string) => string): string {
  const { root, tree, folder } = place;
  if (path.isAbsolute(typed)) return wholeInside(fs, tree, typed, literally) ?? wholeInside(fs, root, typed, literally) ?? typed;
  if (folder === null || typed === '') return typed;
  if (/^(?:~?(?:[/\\]|$)|[A-Za-z]:)/.test(typed)) return typed;
  return fromFolder(fs, place, namesBelow(tree, folder), typed, literally);
}

function fromFolder(
  fs: FileSystem,
  place: Workplace,
  above: readonly string[],
  typed: string,
  literally: (name: string) => string,
): string {
  const names = typed.split(/[/\\]/);
  if (above.length === 0 && !names.includes('..')) return typed;
  const found = walk(fs, place, above, names);
  if (found === 'out') throw leadsOut(typed);
  if (found === 'unclear') return [...above.map(literally), ...names].join('/');
  const { way, real } = found;
  if (way.length === 0) return '.';
  const end = ['', '.'].includes(names.at(-1) ?? '') ? [''] : [];
  return [...way.map((name, index) => (index < real ? literally(name) : name)), ...end].join('/');
}

/** Goes the names that were typed. `real`: how many of the way are folders above, whose names are not patterns. */
function walk(fs: FileSystem, place: Workplace, above: readonly string[], names: readonly string[]) {
  const way = [...above];
  let real = above.length;
  for (const name of names) {
    if (name === '..') {
      if (way.length === 0) return 'out';
      if (way.length > real && !isStepBack(fs, place, way, real)) return 'unclear';
      way.pop();
      real = Math.min(real, way.length);
    } else if (name !== '' && name !== '.') way.push(name);
  }
  return { way, real };
}

/** Whether `..` behind names that were typed leads to the name before: not where they run into a link or are a pattern. */
function isStepBack(fs: FileSystem, { root, tree }: Workplace, way: readonly string[], real: number): boolean {
  return !way.slice(real).some((name) => /[*?[{]/.test(name)) && ![root, tree].some((each) => isLink(fs, path.join(each, ...way)));
}

function isLink(fs: FileSystem, file: string): boolean {
  try {
    return fs.lstatSync(file, { bigint: true }).isSymbolicLink();
  } catch {
    return false;
  }
}

/** What was typed leads out by itself, whatever there is on the disk: that is wrong usage. */
export function leadsOut(typed: string): CortexError {
  return new CortexError('invalid-input', 'the path leads out of the project', {
    value: typed,
    allowed: 'a path inside the project',
    next: 'Name a file or folder of the project, such as src/app.ts.',
  });
}

/** Whether a typed path that could not be made one of the project begins somewhere else. */
export const isElsewhere = ({ folder }: Workplace, text: string): boolean => folder !== null && path.isAbsolute(text);

/** `null` when no folder on the way of a whole path lies in `base`. What comes behind the first one that does stays as it was typed. */
function wholeInside(fs: FileSystem, base: string, typed: string, literally: (name: string) => string): string | null {
  const ends = [...[...typed.matchAll(/[/\\]+/g)].map(({ index }) => Math.max(index, 1)), typed.length];
  for (const end of ends) {
    const real = realOrNull(fs, typed.slice(0, end));
    if (real === null) return null;
    if (!isInside(base, real)) continue;
    const rest = typed.slice(end).replace(/^[/\\]+/, '');
    const found = [...namesBelow(base, real).map(literally), rest].join('/');
    return found === '' ? '.' : found;
  }
  return null;
}
