import { CortexError } from '../platform/errors.ts';
import { gitOutput, readGit, writeGit } from '../platform/git/git.ts';
import type { Part } from './part.ts';

/** A change by an installation in git, outside the files of the project. */
export interface GitChange {
  readonly files: readonly { readonly path: string; readonly diff: string }[];
  /** Steps that a person must do, as sentences. */
  readonly steps: readonly string[];
  /** @param command words of the command that completes an interrupted change @throws CortexError */
  apply(command: readonly string[]): Promise<void>;
}

export const NO_CHANGE: GitChange = { files: [], steps: [], apply: async () => undefined };

export const GIT = 'git';
/** Display name of the settings of a clone. */
const GIT_CONFIGURATION = 'git config --local';
export const GIT_STEPS: readonly string[] = [
  'Commit .gitattributes. Run this command once in each clone. A clone without it merges line by line; "cortex settle" and "cstack settle" then resolve the conflicts.',
];
const ATTRIBUTES = '.gitattributes';
const SECTION = 'merge.cortex';

/** Files that git passes to the merge driver (docs/decisions/0051-merge-driver.md). */
export const GIT_PARTS: readonly Part[] = ['.cortex/**/*.crtx', '**/.cstack/*.md'].map((pattern) => {
  return { kind: 'line', file: ATTRIBUTES, line: `${pattern} merge=cortex` };
});

/** Without the program, git merges line by line. A failing driver would leave only one side, without markers. */
const DRIVER =
  'if command -v cortex >/dev/null 2>&1; then cortex merge-driver %O %A %B %P; else git merge-file -L ours -L base -L theirs %A %O %B; fi';

const SETTINGS: ReadonlyMap<string, string> = new Map([
  [`${SECTION}.name`, 'merge files of Cortex by message, task or entry'],
  [`${SECTION}.driver`, DRIVER],
]);

/** Returns our settings that the clone has, by name. @throws CortexError `not-found` outside a repository */
async function present(tree: string): Promise<ReadonlyMap<string, string>> {
  const inside = await readGit(tree, ['rev-parse', '--git-dir']);
  if ('problem' in inside && inside.refused)
    throw new CortexError('not-found', 'the project is not in a git repository', { file: tree, next: 'Create one: git init' });
  gitOutput(inside, tree);
  const answer = await readGit(tree, ['config', '--get-regexp', '--local', '--null', `^${SECTION.replace('.', '\\.')}\\.`]);
  // Git refuses when no setting matches.
  const text = 'problem' in answer && answer.refused ? '' : gitOutput(answer, tree);
  const entries = text.split('\0').filter((entry) => entry !== '');
  return new Map(entries.map((entry): [string, string] => [entry.slice(0, entry.indexOf('\n')), entry.slice(entry.indexOf('\n') + 1)]));
}

const lines = (sign: '+' | '-', settings: Iterable<readonly [string, string]>): string[] =>
  Array.from(settings, ([name, value]) => `${sign}${name} = ${value}`);

/** Returns what installing would change in the settings of a clone. An adapted setting stays. @throws CortexError */
export async function planGitSettings(tree: string): Promise<GitChange> {
  const there = await present(tree);
  const missing = [...SETTINGS].filter(([name]) => !there.has(name));
  if (missing.length === 0) return NO_CHANGE;
  const apply = async () => {
    for (const [name, value] of missing) gitOutput(await writeGit(tree, ['config', '--local', name, value]), tree);
  };
  return { ...NO_CHANGE, files: [{ path: GIT_CONFIGURATION, diff: lines('+', missing).join('\n') }], apply };
}

/** Returns what removing would change: only settings that are as installed. @throws CortexError */
export async function planGitSettingsRemoval(tree: string): Promise<GitChange> {
  const there = await present(tree);
  const own = [...SETTINGS].filter(([name, value]) => there.get(name) === value);
  if (own.length === 0) return NO_CHANGE;
  const apply = async () => {
    if (own.length === there.size) gitOutput(await writeGit(tree, ['config', '--local', '--remove-section', SECTION]), tree);
    else for (const [name] of own) gitOutput(await writeGit(tree, ['config', '--local', '--unset', name]), tree);
  };
  return { ...NO_CHANGE, files: [{ path: GIT_CONFIGURATION, diff: lines('-', own).join('\n') }], apply };
}
