import { findProject } from '../crtx/root.ts';
import { applyInTurn, type FileChange, toDiffs } from '../files/file-changes.ts';
import { CortexError } from '../platform/errors.ts';
import { requireOwnRepository } from '../platform/git/own-repository.ts';
import type { OperationContext, Outcome } from '../platform/operation.ts';
import type { Runtime } from '../platform/runtime.ts';
import { planCommitHook, planCommitHookRemoval } from './commit-hook.ts';
import { GIT, GIT_PARTS, GIT_STEPS, type GitChange, planGitSettings, planGitSettingsRemoval } from './git-settings.ts';
import type { InstallInput, InstallOutput } from './install-schemas.ts';
import type { Section } from './part.ts';
import { isInstalled, planInstall, planRemoval } from './plan-install.ts';
import { programOnPath } from './program-on-path.ts';
import { INSTALLATIONS, VENDORS } from './vendors.ts';

async function gitChanges(runtime: Runtime, tree: string, remove: boolean): Promise<GitChange[]> {
  await requireOwnRepository(runtime.fs, tree);
  if (remove) return [await planGitSettingsRemoval(tree), await planCommitHookRemoval(runtime, tree)];
  return [await planGitSettings(tree), await planCommitHook(runtime, tree)];
}

/** Reports whether another installed agent reads the same instructions, which must then stay. */
function isShared(runtime: Runtime, tree: string, { file }: Section, agent: InstallInput['agent']): boolean {
  const others = VENDORS.filter((vendor) => vendor !== agent).map((vendor) => INSTALLATIONS[vendor]().parts);
  return others.some((parts) => {
    const own = parts.filter((part) => part.kind !== 'section' && !(part.kind === 'value' && part.isFrame === true));
    return parts.some((part) => part.kind === 'section' && part.file === file) && own.some((part) => isInstalled(runtime, tree, part));
  });
}

/** Runs work that precedes the first write, and says in its errors that nothing was changed. */
async function beforeWriting<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CortexError)) throw error;
    const { code, message, data, warnings } = error;
    const next = [data.next, 'Nothing was changed.'].filter((each) => each !== undefined).join(' ');
    throw new CortexError(code, message, { ...data, next }, { cause: error, warnings });
  }
}

/** Hooks, servers and git start the program by name, also where a person has an alias for it. */
const NOT_ON_PATH =
  'the program cortex is not on the PATH (an alias or a shell function does not count), so what was installed does nothing. Put it on the PATH: npm install -g FOLDER_OF_CORTEX';

interface Plan {
  readonly changes: readonly FileChange[];
  readonly others: readonly GitChange[];
  readonly steps: readonly string[];
}

/** Returns what installing or removing would change. @throws CortexError `broken-file` */
async function planned(runtime: Runtime, tree: string, { agent, remove }: InstallInput): Promise<Plan> {
  const { parts: own, steps } = agent === GIT ? { parts: GIT_PARTS, steps: GIT_STEPS } : INSTALLATIONS[agent]();
  const parts = remove ? own.filter((part) => part.kind !== 'section' || !isShared(runtime, tree, part, agent)) : own;
  const others = agent === GIT ? await gitChanges(runtime, tree, remove) : [];
  return { changes: (remove ? planRemoval : planInstall)(runtime, tree, parts), others, steps };
}

/**
 * Adds or removes the server entry, hooks and instructions of a coding agent, or the merge driver and commit check of git.
 * @throws CortexError `not-found` outside a project; `broken-file` for a configuration that cannot be read, without changing any file
 */
export async function install(context: OperationContext, input: InstallInput): Promise<Outcome<InstallOutput>> {
  const { runtime, directory, exactDirectory } = context;
  const { agent, remove, write } = input;
  const { tree } = findProject(runtime.fs, directory, exactDirectory);
  const plan = () => planned(runtime, tree, input);
  const { changes, others, steps } = await (write ? beforeWriting(plan) : plan());
  const command = ['cortex', 'install', agent, ...(remove ? ['--remove'] : []), '--write'];
  if (write) {
    await applyInTurn(runtime, tree, changes, command);
    for (const each of others) await each.apply(command);
  }
  const files = [...toDiffs(changes), ...others.flatMap((each) => each.files)];
  const left = remove ? [] : [...steps, ...others.flatMap((each) => each.steps)];
  const isMissing = write && !remove && programOnPath(runtime, context.environment ?? {}) === null;
  return { ok: true, output: { written: write, files, steps: left }, warnings: isMissing ? [NOT_ON_PATH] : [] };
}
