import path from 'node:path';
import { findProject } from '../../crtx/index.ts';
import { CortexError, describeError, joinSentences } from '../../platform/errors.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { resolveCortexConflicts, type SettleOutput } from '../../project/index.ts';
import { resolveStackConflicts } from '../../stack/index.ts';
import { resolveTeamConflicts } from '../../team/index.ts';
import { shellWord } from '../../text/shell-word.ts';
import { repositoryAround, resolveVaultConflicts } from '../../vault/index.ts';
import { listMarkedFiles } from './marked-files.ts';
import { listUnmergedFiles, type OtherConflict } from './other-conflicts.ts';

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

const left = (file: string, problem: string, warnings: readonly string[] = []): Resolved => {
  return { ok: false, output: { files: [], left: [{ file, problem }] }, warnings };
};

/** Says how the generated files of a vault are resolved: they have nothing that the notes do not have. */
function describeIndex(vault: string): string {
  const [folder, files] = [shellWord(vault), ['index', 'layers'].map((name) => shellWord(path.join(vault, name))).join(' ')];
  return `${vault}: its index has conflicts. When its notes are settled, write it again: cortex vault index --vault ${folder}; then: git add -- ${files}`;
}

/** A protocol that cannot be read must not stop the others. */
async function markedOrNone(context: OperationContext, tree: string): ReturnType<typeof listMarkedFiles> {
  try {
    return await listMarkedFiles(context, tree);
  } catch (error) {
    if (error instanceof CortexError) return [];
    throw error;
  }
}

/** Resolves one file. A failure must not stop the other files. */
async function resolveOther(context: OperationContext, { file, protocol }: OtherConflict): Promise<Resolved> {
  try {
    const { ok, warnings = [] } = await RESOLVERS[protocol]({ ...context, directory: path.dirname(file), exactDirectory: false }, { file });
    return { ok, output: { files: [{ file, entries: null }], left: [] }, warnings };
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    return left(file, describeError(error), error.warnings);
  }
}

/**
 * Keeps both sides of the conflicts in all unmerged files of `.cortex`, also in subfolders, and of stacks, vaults and teams, in the current
 * worktree. `ok` is false while one of them has a conflict.
 * @throws CortexError `not-found` when there is no conflict, `io` if git is not available
 */
export async function settleAll(context: OperationContext): Promise<Resolved> {
  const tree = await treeOf(context);
  const { others, undecided, indexed, projects } = await listUnmergedFiles(context.runtime.fs, tree);
  const outcomes: Resolved[] = [];
  // Files with markers that were committed are only found in the project itself. Sequential: the files of one stack or team share records.
  for (const directory of new Set([tree, ...projects])) {
    const own = await unlessNotFound(() => resolveCortexConflicts({ ...context, directory }));
    if (own !== null) outcomes.push(own);
  }
  for (const other of others) outcomes.push(await resolveOther(context, other));
  for (const { file, message, next } of undecided) outcomes.push(left(file, `${file}: ${joinSentences(message, next)}`));
  for (const vault of indexed) outcomes.push(left(vault, describeIndex(vault)));
  const named = new Set(outcomes.flatMap(({ output }) => [...output.files, ...output.left].map(({ file }) => file)));
  for (const { file, problem } of await markedOrNone(context, tree)) if (!named.has(file)) outcomes.push(left(file, problem));
  if (outcomes.length === 0)
    throw new CortexError('not-found', 'no file of Cortex in it has a git merge conflict', { file: tree, next: 'Nothing to do.' });
  return {
    ok: outcomes.every(({ ok }) => ok),
    output: { files: outcomes.flatMap(({ output }) => output.files), left: outcomes.flatMap(({ output }) => output.left) },
    warnings: outcomes.flatMap(({ warnings = [] }) => warnings),
  };
}
