import path from 'node:path';
import { type FileStat, type FileSystem, isThere } from '../../platform/file-system.ts';
import { firstLineOf, pointerIn } from '../../platform/git/git-pointer.ts';
import { cut } from '../../text/cut.ts';
import { isText, shapeGuard } from '../../text/shape.ts';
import { identityOf, statOf } from '../file-content.ts';

/** What git has checked out in a working tree: shows later whether git has written files there since (decision 0037). */
export interface GitState {
  /** Content of `.git/HEAD`: `ref: refs/heads/main`, or the id of a commit. */
  readonly head: string;
  /** Identity of the index file: git replaces it with every command that changes tracked files. */
  readonly index: string;
}

export const isGitState = shapeGuard<GitState>({ head: isText, index: isText });

interface WorkTree {
  /** The git folder of this working tree, which contains its HEAD and its index. */
  readonly folder: string;
  readonly head: string;
}

/** Finds the working tree of a file in the same way as git; `null` outside of all. */
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

/** Returns what git has checked out around a file; `null` outside of all working trees. Does not run git. @param file real path */
export function readGitState(fs: FileSystem, file: string): GitState | null {
  const tree = workTreeOf(fs, file);
  return tree && { head: tree.head, index: nameOf(indexOf(fs, tree)) };
}

/** `switched`: another branch, or none, is checked out; `written`: git may have written the file, as `stash`, `reset` and `restore` do. */
export type GitStateChange = { readonly kind: 'switched'; readonly from: string; readonly to: string } | { readonly kind: 'written' };

/** Returns the branch that is checked out; `null` for a detached HEAD, as during a rebase. */
const branchOf = (head: string): string | null => /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? null;

function describeHead(head: string): string {
  const branch = branchOf(head);
  return branch === null ? `commit ${head.slice(0, 10)}` : `branch ${JSON.stringify(cut(branch, 120))}`;
}

/**
 * Returns what git has done around a file since its state was taken; `null` if it has not written the file.
 * Git writes files first and the index after them. So if the index is older than the file, another program wrote the file.
 * @param file real path
 * @param written the present file
 */
export function gitChangeSince(fs: FileSystem, before: GitState | null, file: string, written: FileStat | null): GitStateChange | null {
  const tree = workTreeOf(fs, file);
  if (tree === null) return null;
  if (before !== null && branchOf(before.head) !== branchOf(tree.head))
    return { kind: 'switched', from: describeHead(before.head), to: describeHead(tree.head) };
  // A git command is running.
  if (statOf(fs, path.join(tree.folder, 'index.lock')) !== null) return { kind: 'written' };
  const index = indexOf(fs, tree);
  if (nameOf(index) === before?.index) return null;
  const isOlder = index !== null && written !== null && index.mtimeNs < written.mtimeNs;
  return isOlder ? null : { kind: 'written' };
}
