import { posix } from 'node:path';
import { detectBreak } from '../../text/break-words.ts';
import type { Commit } from './commit.ts';
import { readGit } from './git.ts';
import { type PlacedCommit, withMergedFixes } from './merged-fixes.ts';

/** Default number of commits to read, newest first. */
const MAX_COMMITS = 5_000;

/** Commits with more files are moves or reformats, which say nothing about a single file. */
export const MAX_FILES = 100;

/** Files that change with everything else, whatever broke. */
const COMPANIONS =
  /(?:^|\/)(?:[^/]{0,100}[-.]lock(?:\.[a-z]{1,8})?|package-lock\.json|npm-shrinkwrap\.json|go\.sum|change(?:s|log)[^/]{0,20})$/i;

/** Whether a file changes with everything else, as lock files and changelogs do. The times of its changes carry no information. */
export function isCompanion(file: string): boolean {
  return COMPANIONS.test(posix.normalize(file));
}

/** Commits, newest first, or the reason why there are none. */
export type History = { readonly commits: readonly Commit[] } | { readonly problem: string };

/** Unquoted names, and no programs of the repository's settings: no signature checks, no diff drivers. */
const LOG = ['log', '--no-ext-diff', '--no-textconv', '--no-show-signature', '--no-color', '-z'] as const;
const CHANGES = ['--no-merges', '--no-renames', '--name-only', '--relative', '--format=%x00%ct %H %P%x00%s%x00%b'];
const MAIN_LINE = ['--first-parent', '--no-patch', '--format=%x00%H %P%x00%s%x00%b'];
const HEAD = /^(?<time>\d{1,12}) (?<hash>[0-9a-f]{1,64}) ?(?<parent>[0-9a-f]{0,64})/;

/**
 * Parses `git log -z`. A commit starts with an empty field. The next three fields are its time, hash and parents; its subject; and its
 * body. Each may be empty. The first file name follows a line break, which is not part of the name. All other characters belong to the
 * name.
 */
export function parseHistory(output: string): PlacedCommit[] {
  const commits: (Omit<PlacedCommit, 'files'> & { readonly files: string[] })[] = [];
  const fields = output.split('\0');
  for (let n = 0; n < fields.length; n += 1) {
    const field = fields[n] ?? '';
    const commit = commits.at(-1);
    if (field !== '') commit?.files.push(commit.files.length === 0 ? field.replace(/^\n/, '') : field);
    else {
      const { time, hash = '', parent = '' } = HEAD.exec(fields[n + 1] ?? '')?.groups ?? {};
      const [subject = '', body = ''] = fields.slice(n + 2, n + 4);
      n += 3;
      if (time !== undefined)
        commits.push({ time: Number(time) * 1_000, hash, parent, subject, broken: detectBreak(subject, body), files: [] });
    }
  }
  return commits;
}

/** Messages of git for folders without a history. */
const WITHOUT_HISTORY: readonly (readonly [RegExp, string])[] = [
  [/^fatal: not a git repository/, 'the project is not in a git repository'],
  [/^fatal: bad revision 'HEAD'/, 'the git repository has no commits yet'],
];

/** Explains why a folder has no git history, for people who do not know git. @param problem git's message */
export function explainNoHistory(problem: string): string {
  return WITHOUT_HISTORY.find(([pattern]) => pattern.test(problem))?.[1] ?? problem;
}

/**
 * Reads the git history of a project without taking a lock.
 * @param root a real path
 * @param signal aborts git
 * @param most how many commits to read, newest first
 */
export async function readHistory(root: string, signal?: AbortSignal, most: number = MAX_COMMITS): Promise<History> {
  const log = (args: readonly string[]) => readGit(root, [...LOG, ...args, `--max-count=${most}`, 'HEAD', '--', '.'], signal);
  const [changes, main] = await Promise.all([log(CHANGES), log(MAIN_LINE)]);
  if ('problem' in changes) return { problem: explainNoHistory(changes.problem) };
  // If the main line cannot be read, fixes are found by the commits alone, not by merges.
  return { commits: withMergedFixes(parseHistory(changes.output.toString('utf8')), 'output' in main ? main.output.toString('utf8') : '') };
}
