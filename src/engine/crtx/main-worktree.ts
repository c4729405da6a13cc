import path from 'node:path';
import { readFileBounded } from '../files/atomic-file.ts';
import { CortexError, fileError, systemCode } from '../platform/errors.ts';
import { type FileSystem, isThere } from '../platform/file-system.ts';
import { firstLineOf, pointerIn } from '../platform/git/git-pointer.ts';

const CONFIG_BYTES = 1_048_576;

const OR_NAME_IT = 'or pass the project folder with --root.';
const SAY_WHERE = `Run git config core.worktree "$PWD" in the folder of the main worktree that has its .git, ${OR_NAME_IT}`;

/** Returns the real path; `null` if the file does not exist or cannot be reached. */
export function realOrNull(fs: FileSystem, file: string): string | null {
  try {
    return fs.realpathSync(file);
  } catch {
    return null;
  }
}

/** Returns the real path; `null` if there is none. @throws CortexError without permission: this worktree may belong to a swarm there */
function realGitDirectory(fs: FileSystem, directory: string): string | null {
  try {
    return fs.realpathSync(directory);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EACCES' || code === 'EPERM') throw fileError(error, directory, 'find the project', 'read');
    return null;
  }
}

/** Git's folders of a linked worktree. */
interface GitFolders {
  /** Of the worktree. */
  readonly own: string;
  /** Of the repository. */
  readonly common: string;
}

/** Returns git's folders of a linked worktree; `null` if `directory` is not the top of one. */
function foldersOf(fs: FileSystem, directory: string): GitFolders | null {
  const pointer = pointerIn(fs, path.join(directory, '.git'));
  if (pointer === null) return null;
  const own = realGitDirectory(fs, path.resolve(directory, pointer));
  const toCommon = own && firstLineOf(fs, path.join(own, 'commondir'));
  if (own === null || toCommon === null) return null;
  const common = realOrNull(fs, path.resolve(own, toCommon));
  return common !== null && path.dirname(own) === path.join(common, 'worktrees') ? { own, common } : null;
}

/** Returns a value of git's configuration without quotes, escapes and comment. */
function plainValue(written: string): string {
  const parts = written.trim().match(/"(?:\\.|[^"\\])*"|\\.|[^"\\#;]+|[#;].*/g) ?? [];
  const counts = parts.filter((part) => !/^[#;]/.test(part));
  return counts
    .map((part) => (part.startsWith('"') ? part.slice(1, -1) : part))
    .join('')
    .trim()
    .replace(/\\(.)/g, '$1');
}

const SECTION = /^\s*\[([^\]]*)\]/;

/** Parses the section `core` of a configuration: keys in lower case, the last value counts. */
function coreIn(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let section = '';
  for (const line of text.split('\n')) {
    section = SECTION.exec(line)?.[1]?.trim().toLowerCase() ?? section;
    // A key without a value is true.
    const [, key, value = 'true'] = /^\s*([a-z][a-z0-9-]*)\s*(?:=(.*))?$/i.exec(line.replace(SECTION, '')) ?? [];
    if (section === 'core' && key !== undefined) found.set(key.toLowerCase(), plainValue(value));
  }
  return found;
}

/** Reads the repository's `core` settings. `config.worktree` exists if git keeps settings for each worktree. */
function coreOf(fs: FileSystem, common: string): Map<string, string> {
  const texts = ['config', 'config.worktree'].map((name) => readFileBounded(fs, path.join(common, name), { maxBytes: CONFIG_BYTES }));
  return new Map(texts.flatMap((content) => [...coreIn(content?.bytes.toString('utf8') ?? '')]));
}

/** Returns the git folder that `.git` of a folder is or points to, as a real path; `null` if there is none. */
function gitFolder(fs: FileSystem, top: string): string | null {
  const file = path.join(top, '.git');
  const pointer = pointerIn(fs, file);
  return realOrNull(fs, pointer === null ? file : path.resolve(top, pointer));
}

/**
 * Returns the main worktree of a repository; `null` for a bare one, and for one that was never checked out. A configured folder counts only
 * if its `.git` leads back here: otherwise the author of a repository could select any folder.
 * @throws CortexError `broken-file` if there is one whose place is unknown
 */
function mainOf(fs: FileSystem, common: string): string | null {
  const core = coreOf(fs, common);
  const file = path.join(common, 'config');
  const named = core.get('worktree');
  if (named !== undefined) {
    const main = realOrNull(fs, path.resolve(common, named));
    if (main !== null && gitFolder(fs, main) === common) return main;
    const message = 'core.worktree names a main worktree that does not exist or belongs to another repository';
    throw new CortexError('broken-file', message, { file, value: named, next: SAY_WHERE });
  }
  if (path.basename(common) === '.git') return path.dirname(common);
  if (/^(?:true|yes|on|[1-9]\d*)$/i.test(core.get('bare') ?? '') || !isThere(fs, path.join(common, 'index'))) return null;
  const message = 'does not contain the path of the main worktree, whose swarm all git worktrees of the repository share';
  throw new CortexError('broken-file', message, { file, next: SAY_WHERE });
}

/** Checks that git's folder of a worktree points back to that worktree. @throws CortexError `broken-file` */
function requireKnown(fs: FileSystem, own: string, directory: string): void {
  const file = path.join(own, 'gitdir');
  const back = firstLineOf(fs, file);
  const pointer = realOrNull(fs, path.join(directory, '.git'));
  if (back !== null && pointer !== null && realOrNull(fs, path.resolve(own, back)) === pointer) return;
  const next = `If the worktree was moved, run "git worktree repair" in it; if it was copied, create one with "git worktree add" instead; ${OR_NAME_IT}`;
  throw new CortexError('broken-file', `git does not know the worktree ${directory}, which shares the swarm of its main worktree`, {
    file,
    allowed: path.join(directory, '.git'),
    next,
    ...(back !== null && { value: back }),
  });
}

/**
 * Checks that linked worktrees find this main worktree. If `.git` points to a folder named `.git` elsewhere, they take the folder around
 * that one for the main worktree.
 * @throws CortexError `broken-file` in a main worktree that they would not find
 */
function requireFound(fs: FileSystem, directory: string): void {
  const file = path.join(directory, '.git');
  const common = gitFolder(fs, directory);
  if (common === null || common === file || path.basename(common) !== '.git' || !isThere(fs, path.join(common, 'worktrees'))) return;
  const main = mainOf(fs, common);
  if (main === null || main === directory) return;
  const message = `points to a repository whose git worktrees use ${main} as their main worktree, and its swarm`;
  throw new CortexError('broken-file', message, { file, next: SAY_WHERE });
}

/** The main worktree of a linked one. */
export interface MainWorktree {
  /** A real path. */
  readonly folder: string;
  /** The repository's git folder, a real path. */
  readonly git: string;
}

/**
 * Returns the main worktree of a linked git worktree, or `null` if `directory` is not one. Reads git's own files, so git need not be
 * installed. Anybody can write a `.git` file, so it counts only if the repository that it names knows this worktree.
 * @throws CortexError if it is one and its main worktree is uncertain: a separate swarm would start unnoticed
 */
export function mainWorktree(fs: FileSystem, directory: string): MainWorktree | null {
  const found = foldersOf(fs, directory);
  if (found === null) requireFound(fs, directory);
  const folder = found && mainOf(fs, found.common);
  if (found === null || folder === null) return null;
  requireKnown(fs, found.own, directory);
  return { folder, git: found.common };
}
