import { execFile } from 'node:child_process';
import { CortexError, systemCode } from './errors.ts';

/** An answer of git is never larger; more is an error. */
const MOST_BYTES = 128 * 1_048_576;
/** A repository on a disk that does not answer must not hold anybody up for longer, in milliseconds. */
const LONGEST_MS = 20_000;
/** Reading must neither lock the index, nor run what a repository names as a program, nor fetch what a partial clone has not. */
const READ_ONLY = ['--no-optional-locks', '-c', 'core.fsmonitor=false'];
const ENVIRONMENT = { GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };

/**
 * What git answers to a command that only reads, asked in a folder.
 * @returns `null` when git refuses, as it does outside a repository
 * @throws CortexError `not-found` when there is no git; `io` when it takes too long or answers too much
 */
export function readGit(directory: string, args: readonly string[]): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd: directory,
      encoding: 'buffer',
      maxBuffer: MOST_BYTES,
      timeout: LONGEST_MS,
      env: { ...process.env, ...ENVIRONMENT },
    } as const;
    execFile('git', [...READ_ONLY, ...args], options, (error, stdout) => {
      if (error === null) resolve(stdout);
      else if (systemCode(error) === 'ENOENT') reject(new CortexError('not-found', 'there is no git to ask', { next: 'Install git.' }));
      else if (typeof error.code === 'number') resolve(null);
      else reject(new CortexError('io', 'git did not answer', { file: directory, next: 'Try again.' }, { cause: error }));
    });
  });
}
