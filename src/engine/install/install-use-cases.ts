import { findProject } from '../crtx/root.ts';
import { applyInTurn, diffsOf } from '../files/file-changes.ts';
import { requireOwnRepository } from '../platform/git/own-repository.ts';
import type { OperationContext, Outcome } from '../platform/operation.ts';
import type { Runtime } from '../platform/runtime.ts';
import { hookingCommits, unhookingCommits } from './commit-hook.ts';
import type { GitChange } from './git-change.ts';
import { GIT, GIT_PARTS, GIT_STEPS, settingGit, unsettingGit } from './git-settings.ts';
import type { InstallInput, InstallOutput } from './install-schemas.ts';
import { installing, isInstalled, removing } from './installing.ts';
import type { Section } from './part.ts';
import { INSTALLATIONS, VENDORS } from './vendors.ts';

async function gitChanges(runtime: Runtime, tree: string, remove: boolean): Promise<GitChange[]> {
  await requireOwnRepository(runtime.fs, tree);
  if (remove) return [await unsettingGit(tree), await unhookingCommits(runtime, tree)];
  return [await settingGit(tree), await hookingCommits(runtime, tree)];
}

/** Reports whether another installed agent reads the same instructions, which must then stay. */
function isShared(runtime: Runtime, tree: string, { file }: Section, agent: InstallInput['agent']): boolean {
  const others = VENDORS.filter((vendor) => vendor !== agent).map((vendor) => INSTALLATIONS[vendor]().parts);
  return others.some((parts) => {
    const own = parts.filter((part) => part.kind !== 'section' && !(part.kind === 'value' && part.isFrame === true));
    return parts.some((part) => part.kind === 'section' && part.file === file) && own.some((part) => isInstalled(runtime, tree, part));
  });
}

/**
 * Adds or removes the server entry, hooks and instructions of a coding agent, or the merge driver and commit check of git.
 * @throws CortexError `not-found` outside a project; `broken-file` for a configuration that cannot be read, without changing any file
 */
export async function install(context: OperationContext, { agent, remove, write }: InstallInput): Promise<Outcome<InstallOutput>> {
  const { runtime, directory, exactDirectory } = context;
  const { tree } = findProject(runtime.fs, directory, exactDirectory);
  const { parts: own, steps } = agent === GIT ? { parts: GIT_PARTS, steps: GIT_STEPS } : INSTALLATIONS[agent]();
  const parts = remove ? own.filter((part) => part.kind !== 'section' || !isShared(runtime, tree, part, agent)) : own;
  const others = agent === GIT ? await gitChanges(runtime, tree, remove) : [];
  const changes = (remove ? removing : installing)(runtime, tree, parts);
  const command = ['cortex', 'install', agent, ...(remove ? ['--remove'] : []), '--write'];
  if (write) {
    await applyInTurn(runtime, tree, changes, command);
    for (const each of others) await each.apply(command);
  }
  const files = [...diffsOf(changes), ...others.flatMap((each) => each.files)];
  const left = remove ? [] : [...steps, ...others.flatMap((each) => each.steps)];
  return { ok: true, output: { written: write, files, steps: left } };
}
