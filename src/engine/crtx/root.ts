import path from 'node:path';
import { isInside } from '../files/safe-path.ts';
import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import { type FileSystem, isThere } from '../platform/file-system.ts';
import { type MainWorktree, mainWorktree, realOrNull } from './main-worktree.ts';

/** The protocol's folder below a project root (seed 1, "Directory Structure"). */
export const CORTEX_FOLDER = '.cortex';

/** Below it: what belongs to one machine and is never committed. */
export const LOCAL_FOLDER = '.local';

function isDirectory(fs: FileSystem, file: string): boolean {
  try {
    return fs.statSync(file, { bigint: true }).isDirectory();
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw fileError(error, file, 'look for the project', 'read');
  }
}

/** True where `A` and `a` name the same file in a project: then lock paths must not tell them apart either. @param root that has a `.cortex` */
export function ignoresCase(fs: FileSystem, root: string): boolean {
  try {
    fs.lstatSync(path.join(root, CORTEX_FOLDER.toUpperCase()), { bigint: true });
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** What a person's own `~/.cortex` holds (seed 5, "Configuration"; decision 0018, "Snooze"), and what only a project's does. */
const PERSONAL: ReadonlySet<string> = new Set(['config.yaml', 'snoozed.json']);
const OF_PROJECT = /^(?:\.gitignore|reasoning)$|\.crtx$/;

/** Whether a folder has the `.cortex` of a project: what a person has at home is not that of all projects below. */
function hasProject(fs: FileSystem, directory: string): boolean {
  const folder = path.join(directory, CORTEX_FOLDER);
  if (!isDirectory(fs, folder)) return false;
  try {
    const names = fs.readdirSync(folder);
    return !names.some((name) => PERSONAL.has(name)) || names.some((name) => OF_PROJECT.test(name));
  } catch {
    // What may not be listed is somebody's all the same: whoever reads its files says what is wrong.
    return true;
  }
}

/** What git checked out around a directory: a repository, a submodule of one, a linked worktree. */
interface Checkout {
  /** The nearest folder that has a `.git`; that of the file system where there is none. */
  readonly top: string;
  /** The main worktree, where this is a linked one. */
  readonly main: MainWorktree | null;
}

function topAround(fs: FileSystem, directory: string): string {
  let top = directory;
  while (!isThere(fs, path.join(top, '.git')) && top !== path.dirname(top)) top = path.dirname(top);
  return top;
}

/** @throws CortexError where it is a linked worktree whose main one is not certain */
function checkoutAround(fs: FileSystem, directory: string): Checkout {
  const top = topAround(fs, directory);
  return { top, main: mainWorktree(fs, top) };
}

/**
 * The folder of the main worktree that stands where `directory` does in a linked one; `null` where there is none. A link there, or
 * another repository, may lead to what this worktree has nothing to do with.
 */
function sameInMain(fs: FileSystem, { top, main }: Checkout, directory: string): string | null {
  if (main === null) return null;
  const same = path.join(main.folder, path.relative(top, directory));
  return realOrNull(fs, same) === same && topAround(fs, same) === main.folder ? same : null;
}

/** The top of the repository, submodule or worktree that a directory lies in; `null` when it lies in none. @param directory a real path */
export function repositoryAround(fs: FileSystem, directory: string): string | null {
  const top = topAround(fs, directory);
  return isThere(fs, path.join(top, '.git')) ? top : null;
}

/**
 * The main worktree of the linked one that a directory lies in, and the folder that stands for the directory there; `null` when there is
 * no main one: a repository that was never checked out has none, also where its folder is called `.git`.
 * @param directory a real path
 */
export function placeInMain(fs: FileSystem, directory: string): { readonly main: string; readonly same: string | null } | null {
  const checkout = checkoutAround(fs, directory);
  const { main } = checkout;
  if (main === null || !isThere(fs, path.join(main.git, 'index'))) return null;
  return { main: main.folder, same: sameInMain(fs, checkout, directory) };
}

/** A project, and how a directory came to belong to it. */
export interface NearestProject {
  /** The folder that has the `.cortex`. */
  readonly root: string;
  /** The folder that stands for it: the same, or the one at its place in the linked worktree. */
  readonly tree: string;
  /** True when the directory lies in a linked git worktree and the project in its main worktree. */
  readonly ofMainWorktree: boolean;
}

/**
 * A repository may come with a link in place of the folder, through which files of another project would be shown and overwritten.
 * @param tree the working tree, or the folder itself where there is none
 * @throws CortexError `outside-root` for a `.cortex` that leads out of it
 */
function requireInside(fs: FileSystem, tree: string, directory: string): void {
  const folder = path.join(directory, CORTEX_FOLDER);
  const real = realOrNull(fs, folder);
  if (real === null || isInside(realOrNull(fs, tree) ?? tree, real)) return;
  throw new CortexError('outside-root', `${CORTEX_FOLDER} is a link that leads out of the working tree`, {
    file: folder,
    value: real,
    allowed: `a folder inside ${tree}`,
    next: `Remove the link; or, if you trust it, name the project with --root ${JSON.stringify(directory)}. Nothing behind it was read or written.`,
  });
}

/**
 * The nearest directory from `start` upwards that holds `.cortex` or, in a linked worktree, at whose place in the main worktree one is.
 * @param start a real path
 * @throws CortexError `outside-root` for a `.cortex` that is a link out of its working tree; when a folder on the way cannot be looked at, and in a linked worktree whose main one is not certain
 */
export function nearestProject(fs: FileSystem, start: string): NearestProject | null {
  let checkout = checkoutAround(fs, start);
  for (let directory = start; ; directory = path.dirname(directory)) {
    if (directory === path.dirname(checkout.top)) checkout = checkoutAround(fs, directory);
    const same = sameInMain(fs, checkout, directory);
    if (same !== null && hasProject(fs, same)) {
      requireInside(fs, checkout.main?.folder ?? same, same);
      return { root: same, tree: directory, ofMainWorktree: true };
    }
    if (hasProject(fs, directory)) {
      requireInside(fs, isThere(fs, path.join(checkout.top, '.git')) ? checkout.top : directory, directory);
      return { root: directory, tree: directory, ofMainWorktree: false };
    }
    if (directory === path.dirname(directory)) return null;
  }
}

/**
 * The root of the project that `directory` belongs to: the real path of the nearest folder that has a `.cortex`. Agents that
 * work in linked git worktrees of one repository are one swarm: they share the main worktree's.
 * @param exact look only at `directory` itself
 * @throws CortexError `not-found` when there is none
 */
export function findProjectRoot(fs: FileSystem, directory: string, exact: boolean): string {
  return findProject(fs, directory, exact).root;
}

/** As `findProjectRoot`, with the folder that stands for the project where the directory is, a real path too. */
export function findProject(fs: FileSystem, directory: string, exact: boolean): Pick<NearestProject, 'root' | 'tree'> {
  const itself = { root: directory, tree: directory };
  const hasOne = exact && isDirectory(fs, path.join(directory, CORTEX_FOLDER));
  const found = exact ? (hasOne ? itself : null) : nearestProject(fs, realDirectory(fs, directory));
  if (found !== null) return { root: fs.realpathSync(found.root), tree: fs.realpathSync(found.tree) };
  throw new CortexError('not-found', `there is no ${CORTEX_FOLDER} folder here${exact ? '' : ' or in any folder above'}`, {
    file: directory,
    next: 'Run "cortex init" in the project\'s folder first.',
  });
}

/** The real path of a folder. @throws CortexError `not-found` when there is none */
export function realDirectory(fs: FileSystem, directory: string): string {
  try {
    return fs.realpathSync(directory);
  } catch (error) {
    throw fileError(error, directory, 'look for the project', 'read');
  }
}
