import path from 'node:path';
import { applyInTurn, type FileChange, readPresentText, toDiffs } from '../files/file-changes.ts';
import { isInside } from '../files/safe-path.ts';
import { gitOutput, readGit } from '../platform/git/git.ts';
import type { Runtime } from '../platform/runtime.ts';
import { shellWord } from '../text/shell-word.ts';
import { type GitChange, NO_CHANGE } from './git-settings.ts';

const NAME = 'pre-commit';
const FIRST_LINE = '#!/bin/sh\n';
const [BEGIN, END] = ['# cortex begin\n', '# cortex end\n'];
const SHELL = /^#!.*\b(?:ba|da|z|k|a)?sh\b/;
const RUNNABLE = 0o755;

/** Location of the git hooks of a project. */
interface Hooks {
  /** Real path; `null` if other repositories may share the folder. */
  readonly folder: string | null;
  /** The folder as git names it, for messages. */
  readonly named: string;
  /** The shell lines that run the guard. */
  readonly lines: string;
}

async function lineOf(tree: string, ...args: readonly string[]): Promise<string> {
  return gitOutput(await readGit(tree, ['rev-parse', ...args]), tree).replace(/\n$/, '');
}

/**
 * Returns `core.hooksPath` from the user's settings; `undefined` when it is not set. `readGit` sets the same key on its command line. That
 * value comes last, so the one before it is the user's.
 */
async function namedFolder(tree: string): Promise<string | undefined> {
  const answer = await readGit(tree, ['config', '--get-regexp', '--null', '^core\\.hookspath$']);
  const entries = 'output' in answer ? answer.output.toString().split('\0') : [];
  const values = entries.filter((entry) => entry !== '').map((entry) => entry.slice(entry.indexOf('\n') + 1));
  return values.at(-2);
}

async function hooksOf({ fs }: Runtime, tree: string): Promise<Hooks> {
  const top = await lineOf(tree, '--show-toplevel');
  const common = path.resolve(tree, await lineOf(tree, '--git-common-dir'));
  const set = await namedFolder(tree);
  const below = path.relative(fs.realpathSync(top), fs.realpathSync(tree)).split(path.sep).join('/');
  const place = below === '' ? '' : ` --root ${shellWord(below)}`;
  const lines = `${BEGIN}if command -v cortex >/dev/null 2>&1; then cortex guard --for git${place} || exit 1; fi\n${END}`;
  // Husky regenerates the folder `_`, whose scripts run the files beside it. So the hook belongs beside it.
  const named = (set === undefined ? path.join(common, 'hooks') : path.resolve(top, set)).replace(/(?<=[\\/]\.husky)[\\/]_$/, '');
  const isOwn = set?.startsWith('~') !== true && [top, common].some((folder) => isInside(folder, named));
  return { folder: isOwn ? named : null, named: set ?? named, lines };
}

/** Inserts our lines after the first line, so that the rest of the hook runs as before. */
function withLines(text: string, lines: string): string {
  const end = text.startsWith('#!') ? text.indexOf('\n') + 1 || text.length : 0;
  const first = text.slice(0, end);
  return `${first}${first === '' || first.endsWith('\n') ? '' : '\n'}${lines}${text.slice(end)}`;
}

/** Removes our lines, with any text between the markers. */
function withoutLines(text: string): string {
  const from = text.indexOf(BEGIN);
  const to = text.indexOf(END, from);
  return from < 0 || to < 0 ? text : text.slice(0, from) + text.slice(to + END.length);
}

function changeOf(runtime: Runtime, folder: string, { before, after }: Pick<FileChange, 'before' | 'after'>): GitChange {
  const change: FileChange = { path: NAME, before, after, folder: null };
  const file = path.join(folder, NAME);
  const apply = async (command: readonly string[]) => {
    await applyInTurn(runtime, folder, [change], command);
    if (before === null) makeRunnable(runtime, file);
  };
  return { files: toDiffs([change]).map(({ diff }) => ({ path: file, diff })), steps: [], apply };
}

function makeRunnable({ fs }: Runtime, file: string): void {
  const descriptor = fs.openSync(file, 0);
  try {
    fs.fchmodSync(descriptor, RUNNABLE);
  } finally {
    fs.closeSync(descriptor);
  }
}

const byHand = (file: string, lines: string): GitChange => ({
  ...NO_CHANGE,
  steps: [`${file} is not changed, because it is not a shell script or other repositories share it. Add these lines to it:\n${lines}`],
});

/** Returns a step for a person when git ignores an existing hook, which may be disabled on purpose. Husky runs its files itself. */
function enabling({ fs }: Runtime, folder: string): string[] {
  const file = path.join(folder, NAME);
  const isRun =
    process.platform === 'win32' || path.basename(folder) === '.husky' || (fs.statSync(file, { bigint: true }).mode & 0o111n) !== 0n;
  return isRun ? [] : [`Git ignores ${file}, because it is not executable. To check commits, run: chmod +x ${shellWord(file)}`];
}

/** Adds the guard to the pre-commit hook; an existing hook runs as before. @throws CortexError `io`, `broken-file` */
export async function planCommitHook(runtime: Runtime, tree: string): Promise<GitChange> {
  const { folder, named, lines } = await hooksOf(runtime, tree);
  if (folder === null) return byHand(path.join(named, NAME), lines);
  const before = readPresentText(runtime, folder, NAME);
  if (before !== null && (before.includes('\0') || (before.startsWith('#!') && !SHELL.test(before))))
    return byHand(path.join(folder, NAME), lines);
  const steps = before === null ? [] : enabling(runtime, folder);
  if (before?.includes(lines)) return { ...NO_CHANGE, steps };
  return { ...changeOf(runtime, folder, { before, after: withLines(withoutLines(before ?? FIRST_LINE), lines) }), steps };
}

/** Removes our lines from the pre-commit hook, and the file when nothing else is left. @throws CortexError `io`, `broken-file` */
export async function planCommitHookRemoval(runtime: Runtime, tree: string): Promise<GitChange> {
  const { folder } = await hooksOf(runtime, tree);
  const before = folder === null ? null : readPresentText(runtime, folder, NAME);
  if (folder === null || before === null) return NO_CHANGE;
  const after = withoutLines(before);
  if (after === before) return NO_CHANGE;
  return changeOf(runtime, folder, { before, after: after.trim() === FIRST_LINE.trim() ? null : after });
}
