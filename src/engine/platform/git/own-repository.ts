import path from 'node:path';
import { CortexError, systemCode } from '../errors.ts';
import type { FileStat, FileSystem } from '../file-system.ts';
import { readGit } from './git.ts';
import { firstLineOf, pointerIn } from './git-pointer.ts';

/** Files and folders of a repository that git writes, or that lead to what it writes. */
const WRITTEN = ['HEAD', 'config', 'config.worktree', 'index', 'packed-refs', 'objects', 'refs', 'refs/heads', 'logs', 'hooks'];
/** Longest chain of symbolic references that git follows. */
const MAX_REFERENCES = 5;

/** The folders that git uses, as real paths. */
interface GitFolders {
  /** Of the working tree. */
  readonly own: string;
  /** Of the repository; the same, except in a linked worktree. */
  readonly common: string;
}

/** A reason not to write, and the file that it is about. */
interface Objection {
  readonly what: string;
  readonly file: string;
}

function orNull<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return null;
  }
}

const statOrNull = (fs: FileSystem, file: string): FileStat | null => orNull(() => fs.lstatSync(file, { bigint: true }));
const realOrNull = (fs: FileSystem, file: string): string | null => orNull(() => fs.realpathSync(file));

function isBelow(folder: string, file: string): boolean {
  const way = path.relative(folder, file);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

/** Returns the `.git` entry that leads git to a folder, in the given folder or above; `null` if there is none. */
function entryFor(fs: FileSystem, directory: string, own: string): string | null {
  for (let folder = fs.realpathSync(directory); ; folder = path.dirname(folder)) {
    const entry = path.join(folder, '.git');
    const pointer = pointerIn(fs, entry);
    if (realOrNull(fs, pointer === null ? entry : path.resolve(folder, pointer)) === own) return entry;
    if (folder === path.dirname(folder)) return null;
  }
}

/** Returns whether a repository elsewhere knows the working tree: as a linked worktree, or by `core.worktree`, as for a submodule. */
async function pointsBack(fs: FileSystem, entry: string, { own, common }: GitFolders): Promise<boolean> {
  if (own !== common) {
    const back = firstLineOf(fs, path.join(own, 'gitdir'));
    const isListed = path.dirname(own) === path.join(common, 'worktrees');
    return isListed && back !== null && realOrNull(fs, path.resolve(own, back)) === realOrNull(fs, entry);
  }
  const answer = await readGit(path.dirname(entry), ['config', '--get-regexp', '--null', '^core\\.worktree$']);
  const values = 'output' in answer ? answer.output.toString().split('\0').filter(Boolean) : [];
  const named = values.at(-1)?.replace(/^[^\n]*\n/, '');
  return named !== undefined && realOrNull(fs, path.resolve(own, named)) === realOrNull(fs, path.dirname(entry));
}

/** Returns the names of the current branch and of all references on the way to it. */
function references(fs: FileSystem, { own, common }: GitFolders): string[] {
  const found: string[] = [];
  let next = firstLineOf(fs, path.join(own, 'HEAD'));
  while (found.length < MAX_REFERENCES) {
    const name = /^ref:\s*(\S+)$/.exec(next ?? '')?.[1];
    if (name === undefined) break;
    found.push(name);
    next = firstLineOf(fs, path.join(common, name));
  }
  return found;
}

/** Returns a path and all folders on the way to it: `a`, `a/b`, `a/b/c`. */
const wayTo = (name: string): string[] => name.split('/').map((_, at, names) => names.slice(0, at + 1).join('/'));

/** Returns the first entry that leads out of the repository: a link, or a log that has another name elsewhere. */
function leadingOut(fs: FileSystem, folders: GitFolders): Objection | null {
  const { own, common } = folders;
  const branches = references(fs, folders);
  const logs = ['logs/HEAD', ...branches.flatMap((name) => wayTo(`logs/${name}`))];
  const objects = orNull(() => fs.readdirSync(path.join(common, 'objects'))) ?? [];
  const names = [...WRITTEN, ...logs, ...branches.flatMap(wayTo), ...objects.map((name) => `objects/${name}`)];
  for (const file of new Set([own, common].flatMap((folder) => names.map((name) => path.join(folder, name))))) {
    const stat = statOrNull(fs, file);
    if (stat === null) continue;
    const real = realOrNull(fs, file);
    if (stat.isSymbolicLink() && (real === null || ![own, common].some((folder) => isBelow(folder, real))))
      return { what: 'a link in the git repository leads out of it', file };
    // Git appends to its logs, and replaces other files.
    if (stat.isFile() && stat.nlink > 1n && isBelow(path.join(common, 'logs'), file))
      return { what: 'a log of the git repository has another name (hard link)', file };
  }
  return null;
}

async function foldersOf(fs: FileSystem, directory: string): Promise<GitFolders | null> {
  const answers = [
    await readGit(directory, ['rev-parse', '--absolute-git-dir']),
    await readGit(directory, ['rev-parse', '--git-common-dir']),
  ];
  const [own = null, common = null] = answers.map((answer) =>
    'output' in answer ? realOrNull(fs, path.resolve(directory, answer.output.toString().replace(/\n$/, ''))) : null,
  );
  return own === null || common === null ? null : { own, common };
}

async function objectionTo(fs: FileSystem, directory: string): Promise<Objection | null> {
  const folders = await foldersOf(fs, directory);
  // Git itself says why it finds no repository.
  if (folders === null) return null;
  const entry = entryFor(fs, directory, folders.own);
  const file = entry ?? folders.own;
  const isHere = entry !== null && folders.own === folders.common && statOrNull(fs, entry)?.isDirectory() === true;
  if (!isHere && (entry === null || !(await pointsBack(fs, entry, folders))))
    return { what: `git uses another repository here (${folders.common}), which does not name this working tree`, file };
  return leadingOut(fs, folders);
}

/**
 * Returns why git must not write in the repository of a folder: its author could choose files elsewhere that git then writes. `null` if it
 * may, or if there is no repository.
 */
export async function repositoryProblem(fs: FileSystem, directory: string): Promise<string | null> {
  const found = await objectionTo(fs, directory);
  return found === null ? null : `${found.file}: ${found.what}, so nothing is written`;
}

/** Requires that writing to the repository of a folder changes no files elsewhere. @throws CortexError `outside-root` */
export async function requireOwnRepository(fs: FileSystem, directory: string): Promise<void> {
  const found = await objectionTo(fs, directory);
  if (found === null) return;
  const next =
    'Replace it with a file or folder of the repository. If the repository is elsewhere on purpose: git config core.worktree "$PWD"';
  throw new CortexError('outside-root', found.what, { file: found.file, next });
}
