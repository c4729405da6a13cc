import path from 'node:path';
import { findProject } from '../../crtx/index.ts';
import { CortexError, describeError } from '../../platform/errors.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { resolveCortexConflicts, type SettleOutput } from '../../project/index.ts';
import { resolveStackConflicts } from '../../stack/index.ts';
import { resolveTeamConflicts } from '../../team/index.ts';
import { repositoryAround, resolveVaultConflicts } from '../../vault/index.ts';
import { type OtherConflict, otherConflicts } from './other-conflicts.ts';

const RESOLVERS = { stack: resolveStackConflicts, team: resolveTeamConflicts, vault: resolveVaultConflicts } as const;

type Resolved = Outcome<SettleOutput>;

/** Runs work that finds nothing to do in many projects. @returns `null` for the error `not-found` */
async function unlessNotFound<T>(work: () => T | Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CortexError && error.code === 'not-found') return null;
    throw error;
  }
}

/** Returns the folder whose files are resolved: the project in this worktree, or else the repository. */
async function treeOf({ runtime: { fs }, directory, exactDirectory }: OperationContext): Promise<string> {
  const project = await unlessNotFound(() => findProject(fs, directory, exactDirectory).tree);
  if (project !== null || exactDirectory) return project ?? fs.realpathSync(directory);
  const here = fs.realpathSync(directory);
  return repositoryAround(fs, here) ?? here;
}

/** Resolves one file. A failure must not stop the other files. */
async function resolveOther(context: OperationContext, { file, protocol }: OtherConflict): Promise<Resolved> {
  try {
    const { ok, warnings = [] } = await RESOLVERS[protocol]({ ...context, directory: path.dirname(file), exactDirectory: false }, { file });
    return { ok, output: { files: [{ file, entries: null }], left: [] }, warnings };
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    return { ok: false, output: { files: [], left: [{ file, problem: describeError(error) }] }, warnings: error.warnings };
  }
}

/**
 * Keeps both sides of the conflicts in all unmerged files of `.cortex`, stacks, vaults and teams, in the current worktree. `ok` is false
 * while one of them has a conflict.
 * @throws CortexError `not-found` when there is no conflict, `io` if git is not available
 */
export async function settleAll(context: OperationContext): Promise<Resolved> {
  const others = await otherConflicts(context.runtime.fs, await treeOf(context));
  const own = others.length === 0 ? await resolveCortexConflicts(context) : await unlessNotFound(() => resolveCortexConflicts(context));
  const outcomes = own === null ? [] : [own];
  // Sequential: files of one stack or team share its records.
  for (const other of others) outcomes.push(await resolveOther(context, other));
  return {
    ok: outcomes.every(({ ok }) => ok),
    output: { files: outcomes.flatMap(({ output }) => output.files), left: outcomes.flatMap(({ output }) => output.left) },
    warnings: outcomes.flatMap(({ warnings = [] }) => warnings),
  };
}
