import path from 'node:path';
import { isInside } from '../files/safe-path.ts';
import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import { type FileSystem, isThere } from '../platform/file-system.ts';
import { type MainWorktree, mainWorktree, realOrNull } from './main-worktree.ts';

/** The protocol's folder below a project root (seed 1, "Directory Structure"). */
export const CORTEX_FOLDER = '.cortex';

/** Subfolder with files of one machine, which are never committed. */
export const LOCAL_FOLDER = '.local';

function isDirectory(fs: FileSystem, file: string): boolean {
  try {
    return fs.statSync(file, { bigint: true }).isDirectory();
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw fileError(error, file, 'find the project', 'read');
  }
}

/** Whether the project's file system ignores case, so that lock paths must ignore it, too. @param root a folder with `.cortex` */
export function ignoresCase(fs: FileSystem, root: string): boolean {
  try {
    fs.lstatSync(path.join(root, CORTEX_FOLDER.toUpperCase()), { bigint: true });
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Files of a person's `~/.cortex` (seed 5, "Configuration"; decision 0018, "Snooze"), and below, files of a project's only. */
const PERSONAL: ReadonlySet<string> = new Set(['config.yaml', 'snoozed.json']);
const OF_PROJECT = /^(?:\.gitignore|reasoning)$|\.crtx$/;

/** Whether a folder has a project's `.cortex`. A person's `~/.cortex` is not a project for all folders below. */
function hasProject(fs: FileSystem, directory: string): boolean {
  const folder = path.join(directory, CORTEX_FOLDER);
  if (!isDirectory(fs, folder)) return false;
  try {
    const names = fs.readdirSync(folder);
    return !names.some((name) => PERSONAL.has(name)) || names.some((name) => OF_PROJECT.test(name));
  } catch {
    // A folder that cannot be listed still counts. Readers of its files report the error.
    return true;
  }
}

/** What git checked out around a directory: a repository, a submodule or a linked worktree. */
interface Checkout {
  /** The nearest folder with a `.git`, or the root of the file system. */
  readonly top: string;
  /** The main worktree, if this is a linked one. */
  readonly main: MainWorktree | null;
}

function topAround(fs: FileSystem, directory: string): string {
  let top = directory;
  while (!isThere(fs, path.join(top, '.git')) && top !== path.dirname(top)) top = path.dirname(top);
  return top;
}

/** @throws CortexError for a linked worktree whose main one is uncertain */
function checkoutAround(fs: FileSystem, directory: string): Checkout {
  const top = topAround(fs, directory);
  return { top, main: mainWorktree(fs, top) };
}

/**
 * Returns the folder of the main worktree that corresponds to `directory`; `null` if there is none. A symlink or another repository at that
 * place does not count, because it may be unrelated.
 */
function counterpartInMain(fs: FileSystem, { top, main }: Checkout, directory: string): string | null {
  if (main === null) return null;
  const same = path.join(main.folder, path.relative(top, directory));
  return realOrNull(fs, same) === same && topAround(fs, same) === main.folder ? same : null;
}

/** Returns the top of the repository, submodule or worktree around a directory; `null` if there is none. @param directory a real path */
export function repositoryAround(fs: FileSystem, directory: string): string | null {
  const top = topAround(fs, directory);
  return isThere(fs, path.join(top, '.git')) ? top : null;
}

/**
 * Returns the main worktree of the linked one around a directory, and the corresponding folder there; `null` if there is no main one. A
 * repository that was never checked out has none, even if its folder is called `.git`.
 * @param directory a real path
 */
export function findInMainWorktree(fs: FileSystem, directory: string): { readonly main: string; readonly same: string | null } | null {
  const checkout = checkoutAround(fs, directory);
  const { main } = checkout;
  if (main === null || !isThere(fs, path.join(main.git, 'index'))) return null;
  return { main: main.folder, same: counterpartInMain(fs, checkout, directory) };
}

/** A project, and how a directory belongs to it. */
export interface NearestProject {
  /** The folder with `.cortex`. */
  readonly root: string;
  /** The project's folder in this worktree: the root, or its counterpart in the linked worktree. */
  readonly tree: string;
  /** True if the directory is in a linked git worktree and the project in its main worktree. */
  readonly ofMainWorktree: boolean;
}

/**
 * Checks that `.cortex` is not a symlink out of the working tree. A repository may contain one, through which files of another project
 * would be shown and overwritten.
 * @param tree the working tree, or the folder itself if there is none
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
    next: `Remove the link. If you trust it, pass --root ${JSON.stringify(directory)} instead. Nothing was read or written through it.`,
  });
}

/**
 * Returns the nearest directory from `start` upwards that has a `.cortex`, or whose counterpart in the main worktree has one.
 * @param start a real path
 * @throws CortexError `outside-root` for a `.cortex` that is a symlink out of its working tree; also if a folder on the way is not
 * accessible, and in a linked worktree whose main one is uncertain
 */
export function nearestProject(fs: FileSystem, start: string): NearestProject | null {
  let checkout = checkoutAround(fs, start);
  for (let directory = start; ; directory = path.dirname(directory)) {
    if (directory === path.dirname(checkout.top)) checkout = checkoutAround(fs, directory);
    const same = counterpartInMain(fs, checkout, directory);
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
 * Returns the root of the project around `directory`: the real path of the nearest folder with a `.cortex`. Agents in linked git worktrees
 * of one repository form one swarm, so they use the main worktree's.
 * @param exact check only `directory` itself
 * @throws CortexError `not-found` if there is none
 */
export function findProjectRoot(fs: FileSystem, directory: string, exact: boolean): string {
  return findProject(fs, directory, exact).root;
}

/** As `findProjectRoot`, with the project's folder in the directory's worktree, a real path, too. */
export function findProject(fs: FileSystem, directory: string, exact: boolean): Pick<NearestProject, 'root' | 'tree'> {
  const itself = { root: directory, tree: directory };
  const hasOne = exact && isDirectory(fs, path.join(directory, CORTEX_FOLDER));
  const found = exact ? (hasOne ? itself : null) : nearestProject(fs, realDirectory(fs, directory));
  if (found !== null) return { root: fs.realpathSync(found.root), tree: fs.realpathSync(found.tree) };
  throw new CortexError('not-found', `no ${CORTEX_FOLDER} folder here${exact ? '' : ' or in any parent folder'}`, {
    file: directory,
    next: 'Run "cortex init" in the project folder first.',
  });
}

/** Returns the real path of a folder. @throws CortexError `not-found` if it does not exist */
export function realDirectory(fs: FileSystem, directory: string): string {
  try {
    return fs.realpathSync(directory);
  } catch (error) {
    throw fileError(error, directory, 'find the project', 'read');
  }
}
