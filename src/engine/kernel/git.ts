import path from 'node:path';
import { systemCode } from './errors.ts';

/** A repository that does not answer must not hold anybody up for longer, in milliseconds: a long answer is soon begun. */
const LIMITS_MS = { silence: 5_000, answer: 20_000 };
/** An answer that is larger is none. */
const MOST_BYTES = 128 * 1_048_576;

/** What a surrounding git (a hook, an alias) says of its own repository, which need not be the one of the folder. */
const OF_OTHER_REPOSITORIES = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
]);

/**
 * Reading must not lock the index, nor run what a repository's settings name as a program (monitors, pagers), nor fetch what a partial
 * clone has not, nor look for people's other names in a file of the project; and a name is a name, never a pattern.
 */
const READ_ONLY = [
  ...['--no-optional-locks', '--no-pager', '--literal-pathspecs'],
  ...['-c', 'core.fsmonitor=false', '-c', 'protocol.allow=never', '-c', 'log.mailmap=false', '-c', 'i18n.logOutputEncoding=UTF-8'],
];

/** What git answers, or why it does not. `refused`: git itself says no, as it does outside a repository. */
type GitAnswer = { readonly output: Buffer } | { readonly problem: string; readonly refused: boolean };

function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !OF_OTHER_REPOSITORIES.has(name.toUpperCase()));
  return { ...Object.fromEntries(own), GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
}

/** A pipe where git reads its settings, a disk that is gone: git waits, and says nothing. */
function late(isSilent: boolean): GitAnswer {
  const what = isSilent ? `said nothing for ${LIMITS_MS.silence / 1_000} s` : `was not done within ${LIMITS_MS.answer / 1_000} s`;
  return { problem: `git ${what} and was ended: what it reads may be a pipe, or on a disk that does not answer`, refused: false };
}

function failure(error: Error, said: Buffer, isSilent: boolean): GitAnswer {
  const code = systemCode(error);
  if (code === 'ENOENT') return { problem: 'git is not installed', refused: false };
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return { problem: `git answers more than ${MOST_BYTES} bytes`, refused: false };
  if ('killed' in error && error.killed === true) return late(isSilent);
  const [reason = ''] = said.toString('utf8').trim().split('\n', 1);
  // A git that was ended from outside has no exit code, and has not said no.
  return { problem: reason === '' ? 'git cannot say' : reason.slice(0, 200), refused: 'code' in error && typeof error.code === 'number' };
}

/** How one command of git is run. */
interface GitCommand {
  /** What stands before the command itself. */
  readonly settings: readonly string[];
  readonly args: readonly string[];
  /** Whether a git that says nothing for long is taken for one that hangs. */
  readonly speaks: boolean;
  readonly signal: AbortSignal | undefined;
}

/** The one way in which this program starts git. */
async function runGit(directory: string, { settings, args, speaks, signal }: GitCommand): Promise<GitAnswer> {
  // Most commands ask git nothing.
  const { execFile } = await import('node:child_process');
  const options = {
    // Windows looks for programs in the working directory first: never in one that comes with a project.
    cwd: path.dirname(process.execPath),
    env: environment(),
    encoding: 'buffer',
    maxBuffer: MOST_BYTES,
    timeout: LIMITS_MS.answer,
    windowsHide: true,
    ...(signal && { signal }),
  } as const;
  return new Promise((resolve) => {
    let isSilent = true;
    const child = execFile('git', [...settings, '-C', directory, ...args], options, (error, output, said) => {
      clearTimeout(silence);
      resolve(error === null ? { output } : failure(error, said, isSilent));
    });
    const silence = speaks ? setTimeout(() => child.kill(), LIMITS_MS.silence) : undefined;
    child.stdout?.once('data', () => {
      isSilent = false;
      clearTimeout(silence);
    });
  });
}

/**
 * Asks git something that changes nothing.
 * @param directory the folder whose repository is meant, whatever a surrounding git says
 * @param args of a command that only reads
 * @param signal ends git
 */
export function readGit(directory: string, args: readonly string[], signal?: AbortSignal): Promise<GitAnswer> {
  return runGit(directory, { settings: READ_ONLY, args, speaks: true, signal });
}

/** A commit of ours runs nothing that a repository names: no hook, no monitor, no program that signs. */
const COMMITTING = [
  ...['--no-pager', '--literal-pathspecs', '-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'],
  ...['-c', 'commit.gpgSign=false', '-c', 'gc.auto=0', '-c', 'maintenance.auto=false'],
];

/**
 * Commits files as they are, and nothing else: what a person has staged stays staged and is not committed.
 * @param files relative to `directory`; they need not have been added
 * @returns what git says is wrong, or `null`
 */
export async function commitFiles(directory: string, message: string, files: readonly string[]): Promise<string | null> {
  const run = (...args: string[]): Promise<GitAnswer> =>
    runGit(directory, { settings: COMMITTING, args, speaks: false, signal: undefined });
  const known = await run('ls-files', '-z', '--', ...files);
  if ('problem' in known) return known.problem;
  const tracked = new Set(known.output.toString().split('\0'));
  const untracked = files.filter((file) => !tracked.has(file));
  const added = untracked.length === 0 ? null : await run('add', '--intent-to-add', '--', ...untracked);
  if (added !== null && 'problem' in added) return added.problem;
  const committed = await run('commit', '--quiet', '--no-verify', '--only', `--message=${message}`, '--', ...files);
  if (!('problem' in committed)) return null;
  // What was not committed is as it was before.
  if (untracked.length > 0) await run('update-index', '--force-remove', '--', ...untracked);
  return committed.problem;
}
