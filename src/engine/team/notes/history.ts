import path from 'node:path';
import { readFileBounded } from '../../files/atomic-file.ts';
import { MAX_TEXT_SIZE } from '../../files/second-look/replaced-file.ts';
import { systemCode } from '../../platform/errors.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import { readGit } from '../../platform/git/git.ts';
import { commitFiles } from '../../platform/git/git-commit.ts';
import type { TeamStore } from '../team-store.ts';

const RECORDED = 'chore: record tasks and session logs before they are pruned';

/** Git's messages that mean that there is no history. */
const NO_GIT = /not a git repository \(or any|git is not installed/;

/**
 * Reports whether a folder is in a git working tree, or why this is unknown. In that case there may be a history that would lack the
 * removed text.
 */
export async function isInGit({ root, runtime }: TeamStore): Promise<boolean | { readonly problem: string }> {
  const answer = await readGit(root, ['rev-parse', '--is-inside-work-tree']);
  if ('problem' in answer) {
    if (!NO_GIT.test(answer.problem)) return answer;
    const broken = repositoryOf(runtime.fs, root);
    return broken === null ? false : { problem: `git does not recognize ${broken} as a repository` };
  }
  if (answer.output.toString().trim() !== 'true') return false;
  const branch = await readGit(root, ['symbolic-ref', '--quiet', 'HEAD']);
  return 'output' in branch || { problem: 'no branch is checked out, so the commit could be lost' };
}

/** Returns the path of a `.git` at or above a folder. */
function repositoryOf(fs: FileSystem, folder: string): string | null {
  for (let at = folder, above = path.dirname(at); ; at = above, above = path.dirname(at)) {
    const git = path.join(at, '.git');
    if (pathExists(fs, git)) return git;
    if (above === at) return null;
  }
}

/** Reports whether anything exists at a path. */
export function pathExists(fs: FileSystem, file: string): boolean {
  try {
    fs.lstatSync(file, { bigint: true });
    return true;
  } catch (error) {
    return systemCode(error) !== 'ENOENT';
  }
}

/** Returns the path of a team file as git knows it, with symlinks resolved: git stores only the target of a link. */
export function nameInGit({ root, runtime }: TeamStore, file: string): string {
  try {
    const real = runtime.fs.realpathSync(path.join(root, file));
    return path.relative(root, real).split(path.sep).join('/');
  } catch {
    return file;
  }
}

/**
 * Returns which of the files have staged changes. They would be committed together with ours.
 * @returns their paths, or git's error
 */
export async function findStaged(root: string, files: readonly string[]): Promise<ReadonlySet<string> | string> {
  const head = await readGit(root, ['rev-parse', '--quiet', '--verify', 'HEAD']);
  // Before the first commit, every tracked file is staged.
  const answer = await readGit(
    root,
    'output' in head
      ? ['diff-index', '--cached', '--name-only', '--relative', '--no-renames', '--ignore-submodules', '-z', 'HEAD', '--', ...files]
      : ['ls-files', '-z', '--', ...files],
  );
  return 'problem' in answer ? answer.problem : new Set(answer.output.toString().split('\0'));
}

/**
 * Commits files before text is removed from them, so that it stays in the history.
 * @returns git's error, or `null`
 */
export async function commitBeforeRemoval({ root, runtime }: TeamStore, files: readonly string[]): Promise<string | null> {
  const answer = await readGit(root, ['ls-files', '--others', '--ignored', '--exclude-standard', '-z', '--', ...files]);
  if ('problem' in answer) return answer.problem;
  const ignored = answer.output.toString().split('\0').filter(Boolean);
  if (ignored.length > 0) return `${ignored.join(', ')} is ignored by .gitignore`;
  const present = files.flatMap((name) => {
    const content = readFileBounded(runtime.fs, path.join(root, name), { maxBytes: MAX_TEXT_SIZE });
    return content === null ? [] : [{ name, bytes: content.bytes }];
  });
  return commitFiles(runtime.fs, root, RECORDED, present);
}
