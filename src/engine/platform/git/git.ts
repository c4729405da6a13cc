// Our own, because a repository must run nothing: docs/decisions/0049-own-code.md
import path from 'node:path';
import { CortexError, systemCode } from '../errors.ts';

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

/** A variable that is empty. The name of a filter may hold a `=`, at which `-c` would end it; git takes `--config-env` apart at the last one. */
const EMPTY = 'CORTEX_GIT_EMPTY';

/** Ways to another repository. `protocol.allow` alone would give way to a setting of the repository for one of them. */
const TRANSPORTS = ['ext', 'fd', 'file', 'ftp', 'ftps', 'git', 'http', 'https', 'ssh'];

/**
 * Nothing that a repository names as a program runs: no hook, no monitor of its files, no filter of what is read (the commands below read
 * none), no helper of a transport, no program that signs or checks a signature. A bare repository counts only where it was named, as a
 * project may bring one along as a folder. No lock of the index is waited for or taken to read; a name is a name, never a pattern.
 */
const SETTINGS = [
  ...['--no-optional-locks', '--no-pager', '--literal-pathspecs'],
  ...['-c', 'safe.bareRepository=explicit', '-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'core.splitIndex=false'],
  ...['-c', 'log.mailmap=false', '-c', 'log.showSignature=false', '-c', 'i18n.logOutputEncoding=UTF-8'],
  ...['-c', 'protocol.allow=never', ...TRANSPORTS.flatMap((name) => ['-c', `protocol.${name}.allow=never`])],
];

/**
 * The commands that this program reads with. None compares a file of the work tree with the index, as `status`, `diff` and
 * `ls-files --modified` do: for that git runs the filters that a project names.
 */
export type ReadingCommand =
  | readonly ['cat-file' | 'log' | 'ls-files' | 'ls-tree' | 'rev-parse' | 'symbolic-ref', ...string[]]
  | readonly ['config', '--get-regexp', ...string[]]
  | readonly ['diff-index', '--cached', ...string[]];

/**
 * And those that it commits with: they take what they are given, and say nothing while they write. Only one that writes the repository's own
 * index looks at files of the work tree: at those that may have changed since their times were noted.
 */
export type WritingCommand =
  | readonly ['commit-tree' | 'hash-object' | 'merge-file' | 'read-tree' | 'update-index' | 'update-ref' | 'write-tree', ...string[]]
  | readonly ['config', '--local', ...string[]];

/** What git answers, or why it does not. `refused`: git itself says no, as it does outside a repository. */
export type GitAnswer = { readonly output: Buffer } | { readonly problem: string; readonly refused: boolean };

function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !OF_OTHER_REPOSITORIES.has(name.toUpperCase()));
  return { ...Object.fromEntries(own), GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
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
interface GitRun {
  /** Whether a git that says nothing for long is taken for one that hangs. */
  readonly speaks: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly input?: Uint8Array | undefined;
  readonly settings?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

/** The one way in which this program starts git. */
async function runGit(
  directory: string,
  args: readonly string[],
  { speaks, signal, input, settings = [], variables }: GitRun,
): Promise<GitAnswer> {
  // Most commands ask git nothing.
  const { execFile } = await import('node:child_process');
  const options = {
    // Windows looks for programs in the working directory first: never in one that comes with a project.
    cwd: path.dirname(process.execPath),
    env: { ...environment(), ...variables },
    encoding: 'buffer',
    maxBuffer: MOST_BYTES,
    timeout: LIMITS_MS.answer,
    windowsHide: true,
    ...(signal && { signal }),
  } as const;
  return new Promise((resolve) => {
    let isSilent = true;
    const child = execFile('git', [...SETTINGS, ...settings, '-C', directory, ...args], options, (error, output, said) => {
      clearTimeout(silence);
      resolve(error === null ? { output } : failure(error, said, isSilent));
    });
    const silence = speaks ? setTimeout(() => child.kill(), LIMITS_MS.silence) : undefined;
    child.stdout?.once('data', () => {
      isSilent = false;
      clearTimeout(silence);
    });
    // A git that ends before it has read everything says itself why.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/**
 * Asks git something that changes nothing.
 * @param directory the folder whose repository is meant, whatever a surrounding git says
 * @param signal ends git
 * @param index a file that is the index instead of the repository's own
 */
export function readGit(directory: string, args: ReadingCommand, signal?: AbortSignal, index?: string): Promise<GitAnswer> {
  return runGit(directory, args, { speaks: true, signal, ...(index !== undefined && { variables: { GIT_INDEX_FILE: index } }) });
}

/**
 * The output of a git command.
 * @param directory the folder that the error names
 * @throws CortexError `io` with what git said
 */
export function gitOutput(answer: GitAnswer, directory: string): string {
  if ('output' in answer) return answer.output.toString();
  throw new CortexError('io', answer.problem, { file: directory, next: 'Fix it, and run the command again.' });
}

/** The settings under which no filter that is configured runs: what it would change counts as changed, and is looked at again later. */
async function withoutFilters(directory: string): Promise<GitAnswer | { readonly settings: string[] }> {
  const answer = await readGit(directory, ['config', '--get-regexp', '--null', '--name-only', '^filter\\.']);
  if ('problem' in answer && !answer.refused) return answer;
  const keys = 'output' in answer ? answer.output.toString().split('\0').filter(Boolean) : [];
  const filters = new Set(keys.map((key) => key.slice(0, key.lastIndexOf('.'))));
  const named = [...filters].flatMap((name) => [`${name}.clean`, `${name}.process`, `${name}.required`]);
  return { settings: named.map((key) => `--config-env=${key}=${EMPTY}`) };
}

/**
 * Has git write.
 * @param input what it reads
 * @param index a file that is the index instead of the repository's own
 */
export async function writeGit(directory: string, args: WritingCommand, input?: Uint8Array, index?: string): Promise<GitAnswer> {
  if (index !== undefined) return runGit(directory, args, { speaks: false, input, variables: { GIT_INDEX_FILE: index } });
  if (args[0] !== 'update-index') return runGit(directory, args, { speaks: false, input });
  const quiet = await withoutFilters(directory);
  return 'settings' in quiet ? runGit(directory, args, { speaks: false, input, ...quiet, variables: { [EMPTY]: '' } }) : quiet;
}
