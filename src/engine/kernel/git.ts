import { execFile } from 'node:child_process';
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

/**
 * Asks git something that changes nothing: the one way in which this program starts git.
 * @param directory the folder whose repository is meant, whatever a surrounding git says
 * @param args of a command that only reads
 * @param signal ends git
 */
export function readGit(directory: string, args: readonly string[], signal?: AbortSignal): Promise<GitAnswer> {
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
    const child = execFile('git', [...READ_ONLY, '-C', directory, ...args], options, (error, output, said) => {
      clearTimeout(silence);
      resolve(error === null ? { output } : failure(error, said, isSilent));
    });
    const silence = setTimeout(() => child.kill(), LIMITS_MS.silence);
    child.stdout?.once('data', () => {
      isSilent = false;
      clearTimeout(silence);
    });
  });
}
