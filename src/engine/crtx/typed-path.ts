import path from 'node:path';
import type { FileSystem } from '../kernel/file-system.ts';
import type { OperationContext } from '../kernel/operation.ts';
import { isInside } from '../kernel/safe-path.ts';
import { findProject, realDirectory, realOrNull } from './root.ts';

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
 * A path relative to the project of one that was typed: relative to a folder of it, as git takes paths, or whole. One that leads out,
 * or to somebody's home, is given back as it is: whoever takes paths of the project refuses it.
 * @param literally writes a name of a folder so that it means just that
 */
export function pathInProject(
  fs: FileSystem,
  { root, tree, folder }: Workplace,
  typed: string,
  literally: (name: string) => string,
): string {
  if (folder === null) return typed;
  if (path.isAbsolute(typed)) return wholeInside(fs, tree, typed, literally) ?? wholeInside(fs, root, typed, literally) ?? typed;
  return /^(?:~?(?:[/\\]|$)|[A-Za-z]:)/.test(typed) ? typed : fromFolder(namesBelow(tree, folder), typed, literally);
}

function fromFolder(above: readonly string[], typed: string, literally: (name: string) => string): string {
  const names = typed.split(/[/\\]/);
  const first = names.findIndex((name) => name !== '' && name !== '.' && name !== '..');
  const steps = first < 0 ? names : names.slice(0, first);
  const left = above.length - steps.filter((name) => name === '..').length;
  if (left < 0 || above.length === 0) return typed;
  const rest = first < 0 ? [''] : names.slice(first);
  const found = [...above.slice(0, left).map(literally), ...rest].join('/');
  return found === '' ? '.' : found;
}

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
