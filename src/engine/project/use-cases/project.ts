import { CortexIO } from '../../crtx/cortex-io.ts';
import { CORTEX_FOLDER, findInMainWorktree, nearestProject, realDirectory, repositoryAround } from '../../crtx/root.ts';
import type { FileSystem } from '../../platform/file-system.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import type { InitOutput } from '../schemas/project.ts';

/**
 * Creates `.cortex/` in the directory itself, never in a parent; does nothing when it exists. In a linked git worktree, it is created at
 * the same place of the main worktree, which all worktrees share, unless there is one already. An explicitly named directory is always
 * used as given.
 */
export async function initProject({ runtime, directory, exactDirectory }: OperationContext): Promise<Outcome<InitOutput>> {
  const { fs } = runtime;
  const own = realDirectory(fs, directory);
  const present = exactDirectory ? null : nearestProject(fs, own);
  if (present?.ofMainWorktree) {
    const warning = `this is a linked git worktree, which uses the ${CORTEX_FOLDER} of its main worktree; none was created here`;
    return { ok: true, output: { root: fs.realpathSync(present.root), created: false }, warnings: [warning] };
  }
  const inMain = exactDirectory ? null : findInMainWorktree(fs, own);
  const root = (present?.root === own ? null : inMain?.same) ?? own;
  const notices = exactDirectory ? [] : placeNotices(fs, root);
  const io = new CortexIO(root, runtime);
  const created = !io.exists();
  await io.init();
  return { ok: true, output: { root, created }, warnings: [...worktreeNotices(inMain?.main, root !== own), ...notices] };
}

/** Returns notices about a folder that gets a new `.cortex`; none if it has one. */
function placeNotices(fs: FileSystem, root: string): string[] {
  const other = nearestProject(fs, root);
  if (other?.root === root) return [];
  if (other !== null) return [`the parent folder ${other.root} also has a ${CORTEX_FOLDER}; it is no longer used in this folder and below`];
  const top = repositoryAround(fs, root);
  return top === null || top === root
    ? []
    : [`this is not the top of the git repository (${top}); this ${CORTEX_FOLDER} is used only in this folder and below`];
}

/** @param main main worktree, when the command runs in a linked one */
function worktreeNotices(main: string | undefined, isMadeThere: boolean): string[] {
  if (main === undefined) return [];
  if (isMadeThere) return [`this is a linked git worktree: the ${CORTEX_FOLDER} is in its main worktree, and all worktrees use it`];
  return [
    `only this git worktree uses it: its main worktree, ${main}, has no ${CORTEX_FOLDER} at this place. Create one there to share it with all worktrees`,
  ];
}
