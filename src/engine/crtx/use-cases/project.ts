import type { OperationContext, Outcome } from '../../kernel/operation.ts';
import { CortexIO } from '../cortex-io.ts';
import type { InitOutput } from '../operations/project.ts';
import { CORTEX_FOLDER, nearestProject, realDirectory } from '../root.ts';

/**
 * Makes `.cortex/` in the directory itself, never in one above; a second time changes nothing. In a linked git worktree whose main
 * worktree has one none is made, because nobody would use it, unless the directory was named.
 */
export async function initProject({ runtime, directory, exactDirectory }: OperationContext): Promise<Outcome<InitOutput>> {
  const root = realDirectory(runtime.fs, directory);
  const other = exactDirectory ? null : nearestProject(runtime.fs, root);
  if (other?.ofMainWorktree) {
    const warning = `this is a linked git worktree, which uses the ${CORTEX_FOLDER} of its main worktree; none was made here`;
    return { ok: true, output: { root: runtime.fs.realpathSync(other.root), created: false }, warnings: [warning] };
  }
  const io = new CortexIO(root, runtime);
  const created = !io.exists();
  await io.init();
  const above = other !== null && other.root !== root;
  const warnings = above ? [`${other.root} above has a ${CORTEX_FOLDER} too; in this folder and below it that one is no longer used`] : [];
  return { ok: true, output: { root, created }, warnings };
}
