import { mayBeUnmerged } from '../../files/git-state.ts';
import type { Need } from '../../platform/need.ts';
import type { OperationContext } from '../../platform/operation.ts';

/**
 * Returns the needs for unmerged files of Cortex in the current worktree that no protocol named: a team or a vault there need not be the
 * one that is used. Starts git only during a merge.
 * @param named the needs of all protocols
 */
export async function unnamedConflicts(
  context: Pick<OperationContext, 'runtime' | 'directory'>,
  named: readonly Need[],
): Promise<readonly Need[]> {
  if (!mayBeUnmerged(context.runtime.fs, context.directory)) return [];
  return (await import('./conflict-needs.ts')).conflictNeeds(context, named);
}
