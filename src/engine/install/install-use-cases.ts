import { findProject } from '../crtx/root.ts';
import { applyInTurn, diffsOf } from '../files/file-changes.ts';
import type { OperationContext, Outcome } from '../platform/operation.ts';
import { GIT, GIT_CONFIGURATION, GIT_PARTS, GIT_STEPS, settingGit, unsettingGit } from './git-settings.ts';
import type { InstallInput, InstallOutput } from './install-schemas.ts';
import { installing, removing } from './installing.ts';
import { INSTALLATIONS } from './vendors.ts';

/**
 * Puts the server entry, the hooks and the instructions into the configuration of a coding agent, or the merge driver into that of git; or takes
 * them out.
 * @throws CortexError `not-found` outside of a project; `broken-file` for a configuration that cannot be read; then no file is changed
 */
export async function install(context: OperationContext, { agent, remove, write }: InstallInput): Promise<Outcome<InstallOutput>> {
  const { runtime, directory, exactDirectory } = context;
  const { tree } = findProject(runtime.fs, directory, exactDirectory);
  const { parts, steps } = agent === GIT ? { parts: GIT_PARTS, steps: GIT_STEPS } : INSTALLATIONS[agent]();
  const changes = (remove ? removing : installing)(runtime, tree, parts);
  const settings = agent === GIT ? await (remove ? unsettingGit : settingGit)(tree) : null;
  const command = ['cortex', 'install', agent, ...(remove ? ['--remove'] : []), '--write'];
  if (write) {
    await applyInTurn(runtime, tree, changes, command);
    await settings?.apply();
  }
  const files = [...diffsOf(changes), ...(settings === null ? [] : [{ path: GIT_CONFIGURATION, diff: settings.diff }])];
  return { ok: true, output: { written: write, files, steps: remove ? [] : [...steps] } };
}
