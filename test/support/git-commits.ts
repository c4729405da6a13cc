import { execFileSync } from 'node:child_process';

export interface MadeCommit {
  readonly subject: string;
  /** The changed files, with any names. */
  readonly files: readonly string[];
  /** Milliseconds since 1970 UTC. Default: a minute after the previous commit. */
  readonly time?: number;
}

/** Default time of the first commit: 2026-01-01. */
const FIRST = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;

const quoted = (name: string): string => `"${name.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;

export function git(root: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=n', '-c', 'user.email=e', '-c', 'commit.gpgsign=false', '-c', 'gc.auto=0'];
  return execFileSync('git', ['-C', root, ...identity, ...args], { encoding: 'utf8', stdio: 'pipe' });
}

/** Creates a repository with these commits, oldest first, with real git, and checks out the files. */
export function makeCommits(root: string, commits: readonly MadeCommit[]): void {
  git(root, 'init', '--quiet', '--initial-branch=main');
  const stream = commits.map(({ subject, files, time }, n) => {
    const changes = files.map((file) => `M 100644 inline ${quoted(file)}\n${data(`${n}\n`)}`);
    return `commit refs/heads/main\ncommitter n <e> ${(time ?? FIRST + n * MINUTE_MS) / 1_000} +0000\n${data(subject)}${changes.join('')}`;
  });
  execFileSync('git', ['-C', root, 'fast-import', '--quiet'], { input: stream.join('\n'), stdio: ['pipe', 'pipe', 'pipe'] });
  git(root, 'reset', '--quiet', '--hard');
}
