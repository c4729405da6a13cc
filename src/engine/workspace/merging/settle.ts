import path from 'node:path';
import { isInside } from '../../files/safe-path.ts';
import { CortexError, describeError, joinSentences } from '../../platform/errors.ts';
import type { OperationContext, Outcome } from '../../platform/operation.ts';
import { resolveCortexConflicts, type SettleOutput } from '../../project/index.ts';
import { resolveStackConflicts } from '../../stack/index.ts';
import { resolveTeamConflicts } from '../../team/index.ts';
import { repositoryAround, resolveVaultConflicts } from '../../vault/index.ts';
import type { NamedPlaces } from '../named-places.ts';
import { type FoundProtocol, findProtocols, namedElsewhere } from './marked-files.ts';
import { indexAdvice, listUnmergedFiles, type OtherConflict } from './other-conflicts.ts';
import { settledTree, unlessNotFound } from './settled-tree.ts';

const RESOLVERS = { stack: resolveStackConflicts, team: resolveTeamConflicts, vault: resolveVaultConflicts } as const;

type Resolved = Outcome<SettleOutput>;

const left = (file: string, problem: string, warnings: readonly string[] = []): Resolved => {
  return { ok: false, output: { files: [], left: [{ file, problem }] }, warnings };
};

function describeIndex(vault: string): string {
  const { message, next } = indexAdvice(vault);
  return `${vault}: ${joinSentences(message, next)}`;
}

/** What `settle` works on. */
interface Places {
  readonly context: OperationContext;
  /** The worktree of the current folder. */
  readonly tree: string;
  readonly found: readonly FoundProtocol[];
}

/** Returns the option that the command of a vault needs where its files do not tell that they are in one. */
function vaultOption({ found }: Places, { file, protocol }: OtherConflict): { vault?: string } {
  const vault =
    protocol === 'vault' ? found.find((each) => each.isNamed && each.protocol === 'vault' && isInside(each.root, file)) : undefined;
  return vault === undefined ? {} : { vault: vault.root };
}

/** Returns the working tree for `git add`, where it is not that of the current folder. */
function repositoryOf({ context, tree }: Places, file: string): { repository?: string | null } {
  return isInside(tree, file) ? {} : { repository: repositoryAround(context.runtime.fs, path.dirname(file)) };
}

/** Resolves one file. A failure must not stop the other files. */
async function resolveOther(places: Places, conflict: OtherConflict): Promise<Resolved> {
  const { file, protocol } = conflict;
  const context = { ...places.context, directory: path.dirname(file), exactDirectory: false };
  try {
    const { ok, warnings = [] } = await RESOLVERS[protocol](context, { file, ...vaultOption(places, conflict) });
    return { ok, output: { files: [{ file, entries: null, ...repositoryOf(places, file) }], left: [] }, warnings };
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    return left(file, describeError(error), error.warnings);
  }
}

/** Resolves what git holds as unmerged below a folder. */
async function resolveUnmerged(places: Places, folder: string): Promise<Resolved[]> {
  const { context, found } = places;
  const { others, undecided, indexed, projects } = await listUnmergedFiles(context.runtime.fs, folder, found);
  const outcomes: Resolved[] = [];
  // Files with markers that were committed are only found in the project itself. Sequential: the files of one stack or team share records.
  for (const directory of new Set([folder, ...projects])) {
    const own = await unlessNotFound(() => resolveCortexConflicts({ ...context, directory }));
    if (own !== null) outcomes.push(own);
  }
  for (const other of others) outcomes.push(await resolveOther(places, other));
  for (const { file, message, next } of undecided) outcomes.push(left(file, `${file}: ${joinSentences(message, next)}`));
  for (const vault of indexed) outcomes.push(left(vault, describeIndex(vault)));
  return outcomes;
}

/** Resolves the files with markers that git does not hold as unmerged: these were committed, added, or made without git. */
async function resolveMarked(places: Places, folders: readonly string[], done: readonly Resolved[]): Promise<Resolved[]> {
  const named = new Set(done.flatMap(({ output }) => [...output.files, ...output.left].map(({ file }) => file)));
  const outcomes: Resolved[] = [];
  for (const { marked } of places.found) {
    for (const each of marked) {
      // A file is listed for each of its conflicts.
      if (named.has(each.file) || !folders.some((folder) => isInside(folder, each.file))) continue;
      named.add(each.file);
      outcomes.push(await resolveOther(places, each));
    }
  }
  return outcomes;
}

/** Returns a warning for each file of the usual team with markers: it serves other projects, too, so it is resolved only if it is named. */
function elsewhere({ found }: Places, folders: readonly string[]): string[] {
  const marked = found.flatMap((each) => each.marked).filter(({ file }) => !folders.some((folder) => isInside(folder, file)));
  return marked.map(({ problem }) => problem);
}

/**
 * Keeps both sides of the conflicts in all files of `.cortex`, also in subfolders, and of stacks, vaults and teams, in the current worktree
 * and in a team and a vault that are named. `ok` is false while one of them has a conflict.
 * @throws CortexError `not-found` when there is no conflict, `io` if git is not available
 */
export async function settleAll(context: OperationContext, named: NamedPlaces): Promise<Resolved> {
  const tree = await settledTree(context);
  const found = await findProtocols(context, named);
  const places = { context, tree, found };
  const folders = [tree, ...namedElsewhere(found, tree)];
  const outcomes: Resolved[] = [];
  for (const folder of folders) outcomes.push(...(await resolveUnmerged(places, folder)));
  outcomes.push(...(await resolveMarked(places, folders, outcomes)));
  const outside = elsewhere(places, folders);
  const warnings = [...outcomes.flatMap((each) => each.warnings ?? []), ...outside];
  if (outcomes.length === 0) {
    const next = outside.length === 0 ? 'Nothing to do.' : 'Files outside of it are settled only if you name their --team or --vault.';
    const place = { file: folders.join(', '), next };
    throw new CortexError('not-found', 'no file of Cortex in it has a git merge conflict', place, { warnings });
  }
  return {
    ok: outcomes.every(({ ok }) => ok),
    output: { files: outcomes.flatMap(({ output }) => output.files), left: outcomes.flatMap(({ output }) => output.left) },
    warnings,
  };
}
