import path from 'node:path';
import { CortexError, systemCode } from '../errors.ts';
import type { FileStat, FileSystem } from '../file-system.ts';
import { readGit } from './git.ts';
import { firstLineOf, pointerIn } from './git-pointer.ts';

/** References and their logs: git may write any of them, because a reference may stand for another one. */
const REFERENCES = ['refs', 'logs', 'reftable', 'worktrees'];
/** Files and folders of a repository that git writes, or that lead to what it writes. */
const WRITTEN = [...REFERENCES, 'HEAD', 'config', 'config.worktree', 'index', 'packed-refs', 'objects', 'hooks'];

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

/** Returns all files and folders below a folder. Links are returned, but not followed. */
function* entriesBelow(fs: FileSystem, folder: string): Iterable<string> {
  for (const name of orNull(() => fs.readdirSync(folder)) ?? []) {
    const file = path.join(folder, name);
    yield file;
    if (statOrNull(fs, file)?.isDirectory() === true) yield* entriesBelow(fs, file);
  }
}

/** Returns the first link by which git would write outside of the repository. */
function linkLeadingOut(fs: FileSystem, { own, common }: GitFolders): Objection | null {
  const objects = orNull(() => fs.readdirSync(path.join(common, 'objects'))) ?? [];
  const names = [...WRITTEN, ...objects.map((name) => `objects/${name}`)];
  for (const file of new Set([own, common].flatMap((folder) => names.map((name) => path.join(folder, name))))) {
    if (statOrNull(fs, file)?.isSymbolicLink() !== true) continue;
    const real = realOrNull(fs, file);
    if (real === null || ![own, common].some((folder) => isBelow(folder, real)))
      return { what: 'a link in the git repository leads out of it', file };
  }
  return null;
}

/** Returns the first reference or log of a reference that may have another name elsewhere. Git appends to logs. */
function linkedReference(fs: FileSystem, { own, common }: GitFolders): Objection | null {
  for (const folder of new Set([own, common].flatMap((of) => REFERENCES.map((name) => path.join(of, name))))) {
    for (const file of entriesBelow(fs, folder)) {
      const stat = statOrNull(fs, file);
      if (stat?.isSymbolicLink() === true) return { what: 'a reference of the git repository, or its log, is a link', file };
      if (stat?.isFile() === true && stat.nlink > 1n)
        return { what: 'a reference of the git repository, or its log, has another name (hard link)', file };
    }
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
  return linkLeadingOut(fs, folders) ?? linkedReference(fs, folders);
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
