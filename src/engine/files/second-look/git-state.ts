import path from 'node:path';
import { type FileStat, type FileSystem, isThere } from '../../platform/file-system.ts';
import { firstLineOf, pointerIn } from '../../platform/git/git-pointer.ts';
import { cut } from '../../text/cut.ts';
import { isText, shaped } from '../../text/shape.ts';
import { identityOf, statOf } from '../file-content.ts';

/** What git has checked out in a work tree: enough to tell later whether git has written files there since (decision 0037). */
export interface GitState {
  /** What `.git/HEAD` says: `ref: refs/heads/main`, or the id of a commit. */
  readonly head: string;
  /** Which file the index is: git puts another one in its place with every command that changes tracked files. */
  readonly index: string;
}

export const isGitState = shaped<GitState>({ head: isText, index: isText });

interface WorkTree {
  /** The folder of git of this work tree, which holds its HEAD and its index. */
  readonly folder: string;
  readonly head: string;
}

/** The work tree that a file is in, as git looks for it; `null` outside of all. */
function workTreeOf(fs: FileSystem, file: string): WorkTree | null {
  for (let directory = path.dirname(file), inner = file; directory !== inner; directory = path.dirname(directory)) {
    inner = directory;
    const git = path.join(directory, '.git');
    if (!isThere(fs, git)) continue;
    const pointer = pointerIn(fs, git);
    const folder = pointer === null ? git : path.resolve(directory, pointer);
    const head = firstLineOf(fs, path.join(folder, 'HEAD'));
    if (head !== null) return { folder, head };
  }
  return null;
}

const indexOf = (fs: FileSystem, { folder }: WorkTree): FileStat | null => statOf(fs, path.join(folder, 'index'));
const nameOf = (index: FileStat | null): string => (index === null ? 'none' : identityOf(index));

/** What git has checked out around a file; `null` for a file that is in no work tree. Git is not run. @param file real path */
export function gitStateOf(fs: FileSystem, file: string): GitState | null {
  const tree = workTreeOf(fs, file);
  return tree && { head: tree.head, index: nameOf(indexOf(fs, tree)) };
}

/** `switched`: something else is checked out; `written`: git may have written the file, as `git stash`, `reset` and `restore` do. */
export type GitChange = { readonly kind: 'switched'; readonly from: string; readonly to: string } | { readonly kind: 'written' };

/** The branch that is checked out; `null` for a commit without a branch, as during a rebase. */
const branchOf = (head: string): string | null => /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? null;

function wordsFor(head: string): string {
  const branch = branchOf(head);
  return branch === null ? `commit ${head.slice(0, 10)}` : `branch ${JSON.stringify(cut(branch, 120))}`;
}

/**
 * What git has done around a file since its state was taken; `null` when it has not written the file.
 * Git writes files first and the index after them. So an index that is older than the file says that somebody else wrote it.
 * @param file real path
 * @param written the file as it is now
 */
export function gitChangeSince(fs: FileSystem, before: GitState | null, file: string, written: FileStat | null): GitChange | null {
  const tree = workTreeOf(fs, file);
  if (tree === null) return null;
  if (before !== null && branchOf(before.head) !== branchOf(tree.head))
    return { kind: 'switched', from: wordsFor(before.head), to: wordsFor(tree.head) };
  // Git is at work.
  if (statOf(fs, path.join(tree.folder, 'index.lock')) !== null) return { kind: 'written' };
  const index = indexOf(fs, tree);
  if (nameOf(index) === before?.index) return null;
  const isOlder = index !== null && written !== null && index.mtimeNs < written.mtimeNs;
  return isOlder ? null : { kind: 'written' };
}
