import path from 'node:path';
import { isInside } from '../../files/safe-path.ts';
import { CortexError } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { OperationContext } from '../../platform/operation.ts';
import { realOrNull } from '../main-worktree.ts';
import { findProject, realDirectory } from '../root.ts';

/** The folders to which typed paths are relative. All are real paths. */
export interface Workplace {
  /** The project's folder. */
  readonly root: string;
  /** The project's folder in the caller's worktree: the root, or its counterpart in a linked git worktree. */
  readonly tree: string;
  /** The folder of `tree` to which paths are relative; `null` if paths are always relative to the project. */
  readonly folder: string | null;
}

/** @throws CortexError `not-found` if there is no project */
export function findWorkplace({ runtime: { fs }, directory, exactDirectory, typedThere }: OperationContext): Workplace {
  const { root, tree } = findProject(fs, directory, exactDirectory);
  return { root, tree, folder: typedThere === true ? realDirectory(fs, directory) : null };
}

/** Returns the names on the path from a folder to a file; empty for the folder itself. */
function namesBelow(folder: string, file: string): string[] {
  return path
    .relative(folder, file)
    .split(path.sep)
    .filter((name) => name !== '');
}

/**
 * Converts a typed path to one relative to the project. The typed path is absolute, or relative to a folder of the project, as in git.
 * Absolute paths outside the project and paths to a home directory are returned unchanged; the functions that use project paths refuse
 * them.
 * @param literally escapes the name of a folder that may look like a pattern
 * @throws CortexError `invalid-input` if its `..` lead out of the project
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
  if (found === 'out') throw outsideProjectError(typed);
  if (found === 'unclear') return [...above.map(literally), ...names].join('/');
  const { way, real } = found;
  if (way.length === 0) return '.';
  const end = ['', '.'].includes(names.at(-1) ?? '') ? [''] : [];
  return [...way.map((name, index) => (index < real ? literally(name) : name)), ...end].join('/');
}

/** Applies the typed names to a path. `real`: how many leading names are real folders, not patterns. */
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

/** Whether `..` just removes the previous typed name. False if a typed name is a symlink or a pattern. */
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

/** The typed path leads out by itself, whatever is on the disk: a usage error. */
export function outsideProjectError(typed: string): CortexError {
  return new CortexError('invalid-input', 'the path is outside the project', {
    value: typed,
    allowed: 'a path inside the project',
    next: 'Name a file or folder of the project, such as src/app.ts.',
  });
}

/** Whether a typed path is still absolute, so that it is outside the project. */
export const isOutsideProject = ({ folder }: Workplace, text: string): boolean => folder !== null && path.isAbsolute(text);

/** Converts an absolute path; `null` if no folder on it lies in `base`. The rest after the first such folder stays as typed. */
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
