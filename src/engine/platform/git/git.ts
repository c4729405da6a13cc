// Own code instead of a library, because a repository must not run programs: docs/decisions/0049-custom-code.md
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { CortexError, systemCode } from '../errors.ts';

/** Timeouts in milliseconds: until the first byte of output, and until the whole answer. A long answer still starts soon. */
const LIMITS_MS = { silence: 5_000, answer: 20_000 };
/** Larger output is an error. */
const MAX_BYTES = 128 * 1_048_576;

/** Variables that a surrounding git (a hook, an alias) sets for its own repository, which may be another one. */
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
 * Name of an empty environment variable. A filter's name may contain `=`, where `-c` would split it; `--config-env` splits at the last `=`.
 */
const EMPTY = 'CORTEX_GIT_EMPTY';

/** All transports to other repositories. A repository's own setting for one of them would override `protocol.allow` alone. */
const TRANSPORTS = ['ext', 'fd', 'file', 'ftp', 'ftps', 'git', 'http', 'https', 'ssh'];

/**
 * Settings for every git command. No program that a repository configures runs: no hook, no file monitor, no filter (the commands below
 * read no files that need one), no transport helper, no signing program. A bare repository counts only if it is named explicitly, because a
 * project may contain one as a folder. Reading neither waits for the index lock nor takes it. Paths are literal, never patterns.
 */
const SETTINGS = [
  ...['--no-optional-locks', '--no-pager', '--literal-pathspecs'],
  ...['-c', 'safe.bareRepository=explicit', '-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'core.splitIndex=false'],
  ...['-c', 'log.mailmap=false', '-c', 'log.showSignature=false', '-c', 'i18n.logOutputEncoding=UTF-8'],
  ...['-c', 'protocol.allow=never', ...TRANSPORTS.flatMap((name) => ['-c', `protocol.${name}.allow=never`])],
];

/**
 * Read-only commands. None compares the working tree with the index, as `status`, `diff` and `ls-files --modified` do: git would run the
 * project's filters for that.
 */
export type ReadingCommand =
  | readonly ['cat-file' | 'log' | 'ls-files' | 'ls-tree' | 'rev-parse' | 'symbolic-ref', ...string[]]
  | readonly ['config', '--get-regexp', ...string[]]
  | readonly ['diff-index', '--cached', ...string[]];

/**
 * Commands that write. They print nothing while they work. Only those that write the repository's own index look at files of the working
 * tree, and only at files that may have changed since the index recorded their times.
 */
export type WritingCommand =
  | readonly ['commit-tree' | 'hash-object' | 'merge-file' | 'read-tree' | 'update-index' | 'update-ref' | 'write-tree', ...string[]]
  | readonly ['config', '--local', ...string[]];

/** Output of git, or why there is none. `refused` means that git itself exited with an error, as it does outside a repository. */
export type GitAnswer = { readonly output: Buffer } | { readonly problem: string; readonly refused: boolean };

let noTransport: string | null = null;

/**
 * Returns the name of the only allowed transport. It does not exist. A repository that knew it could define a remote helper with this name,
 * whatever its other settings are.
 */
function unknownTransport(): string {
  noTransport ??= randomBytes(16).toString('hex');
  return noTransport;
}

function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !OF_OTHER_REPOSITORIES.has(name.toUpperCase()));
  return {
    ...Object.fromEntries(own),
    GIT_ALLOW_PROTOCOL: unknownTransport(),
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  };
}

/** Error of a timeout. Git waits silently if its settings are a pipe or if a disk is gone. */
function timeoutAnswer(isSilent: boolean): GitAnswer {
  const what = isSilent ? `gave no output for ${LIMITS_MS.silence / 1_000} s` : `did not finish within ${LIMITS_MS.answer / 1_000} s`;
  return { problem: `git ${what} and was stopped: a file that it reads may be a pipe, or on a disk that does not respond`, refused: false };
}

function toFailure(error: Error, errorOutput: Buffer, isSilent: boolean): GitAnswer {
  const code = systemCode(error);
  if (code === 'ENOENT') return { problem: 'git is not installed', refused: false };
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return { problem: `the output of git exceeds ${MAX_BYTES} bytes`, refused: false };
  if ('killed' in error && error.killed === true) return timeoutAnswer(isSilent);
  const [reason = ''] = errorOutput.toString('utf8').trim().split('\n', 1);
  // A git process that was killed has no exit code, so it did not refuse.
  return {
    problem: reason === '' ? 'git failed without a message' : reason.slice(0, 200),
    refused: 'code' in error && typeof error.code === 'number',
  };
}

/** Options for one git command. */
interface GitRun {
  /** Whether the command prints early, so that silence means that it hangs. */
  readonly speaks: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly input?: Uint8Array | undefined;
  readonly settings?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

/** Runs git. No other function of this program starts it. */
async function runGit(
  directory: string,
  args: readonly string[],
  { speaks, signal, input, settings = [], variables }: GitRun,
): Promise<GitAnswer> {
  // Loaded lazily, because most commands do not use git.
  const { execFile } = await import('node:child_process');
  const options = {
    // Windows searches the working directory for programs first. It must not be a folder of a project.
    cwd: path.dirname(process.execPath),
    env: { ...environment(), ...variables },
    encoding: 'buffer',
    maxBuffer: MAX_BYTES,
    timeout: LIMITS_MS.answer,
    windowsHide: true,
    ...(signal && { signal }),
  } as const;
  return new Promise((resolve) => {
    let isSilent = true;
    const child = execFile('git', [...SETTINGS, ...settings, '-C', directory, ...args], options, (error, output, errorOutput) => {
      clearTimeout(silence);
      resolve(error === null ? { output } : toFailure(error, errorOutput, isSilent));
    });
    const silence = speaks ? setTimeout(() => child.kill(), LIMITS_MS.silence) : undefined;
    child.stdout?.once('data', () => {
      isSilent = false;
      clearTimeout(silence);
    });
    // If git exits before it has read its input, its exit code and message explain why.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/**
 * Runs a git command that changes nothing.
 * @param directory the folder whose repository is used, regardless of the environment of a surrounding git
 * @param signal aborts git
 * @param index an index file to use instead of the repository's own
 */
export function readGit(directory: string, args: ReadingCommand, signal?: AbortSignal, index?: string): Promise<GitAnswer> {
  return runGit(directory, args, { speaks: true, signal, ...(index !== undefined && { variables: { GIT_INDEX_FILE: index } }) });
}

/**
 * Returns the output of a git command as text.
 * @param directory the folder that the error names
 * @throws CortexError `io` with git's message
 */
export function gitOutput(answer: GitAnswer, directory: string): string {
  if ('output' in answer) return answer.output.toString();
  throw new CortexError('io', answer.problem, { file: directory, next: 'Fix the problem and run the command again.' });
}

/**
 * Returns settings that disable all configured filters. Files that a filter would change then count as changed, and are compared again
 * later.
 */
async function withoutFilters(directory: string): Promise<GitAnswer | { readonly settings: string[] }> {
  const answer = await readGit(directory, ['config', '--get-regexp', '--null', '--name-only', '^filter\\.']);
  if ('problem' in answer && !answer.refused) return answer;
  const keys = 'output' in answer ? answer.output.toString().split('\0').filter(Boolean) : [];
  const filters = new Set(keys.map((key) => key.slice(0, key.lastIndexOf('.'))));
  const named = [...filters].flatMap((name) => [`${name}.clean`, `${name}.process`, `${name}.required`]);
  return { settings: named.map((key) => `--config-env=${key}=${EMPTY}`) };
}

/**
 * Runs a git command that writes.
 * @param input standard input of git
 * @param index an index file to use instead of the repository's own
 */
export async function writeGit(directory: string, args: WritingCommand, input?: Uint8Array, index?: string): Promise<GitAnswer> {
  if (index !== undefined) return runGit(directory, args, { speaks: false, input, variables: { GIT_INDEX_FILE: index } });
  if (args[0] !== 'update-index') return runGit(directory, args, { speaks: false, input });
  const quiet = await withoutFilters(directory);
  return 'settings' in quiet ? runGit(directory, args, { speaks: false, input, ...quiet, variables: { [EMPTY]: '' } }) : quiet;
}
