import { posix } from 'node:path';
import { breakIn } from '../../text/break-words.ts';
import type { Commit } from './commit.ts';
import { readGit } from './git.ts';
import { type PlacedCommit, withMergedFixes } from './merged-fixes.ts';

/** How many changes are looked at, the newest, where nobody asks for another number. */
const MOST_COMMITS = 5_000;

/** A commit over more files is a move or a reformat: it says nothing of any of them. */
export const MOST_FILES = 100;

/** Files that change with everything else, whatever breaks. */
const COMPANIONS =
  /(?:^|\/)(?:[^/]{0,100}[-.]lock(?:\.[a-z]{1,8})?|package-lock\.json|npm-shrinkwrap\.json|go\.sum|change(?:s|log)[^/]{0,20})$/i;

/** Whether a file changes with everything else, as lock files and changelogs do: when it changes says nothing of it. */
export function isCompanion(file: string): boolean {
  return COMPANIONS.test(posix.normalize(file));
}

/** The newest commits first, or why there are none. */
export type History = { readonly commits: readonly Commit[] } | { readonly problem: string };

/** Names as they are, and nothing that runs what a repository's settings name: signatures, diff drivers. */
const LOG = ['log', '--no-ext-diff', '--no-textconv', '--no-show-signature', '--no-color', '-z'] as const;
const CHANGES = ['--no-merges', '--no-renames', '--name-only', '--relative', '--format=%x00%ct %H %P%x00%s%x00%b'];
const MAIN_LINE = ['--first-parent', '--no-patch', '--format=%x00%H %P%x00%s%x00%b'];
const HEAD = /^(?<time>\d{1,12}) (?<hash>[0-9a-f]{1,64}) ?(?<parent>[0-9a-f]{0,64})/;

/**
 * What `git log -z` says of changes. A commit begins with an empty field; the next three are its time, hash and parents, its subject and
 * its body, each of which may be empty; the first of its files follows a line end that is not part of its name. Whatever else a name holds
 * is the name's own.
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
        commits.push({ time: Number(time) * 1_000, hash, parent, subject, broken: breakIn(subject, body), files: [] });
    }
  }
  return commits;
}

/** What git says of folders that have no history. */
const WITHOUT_HISTORY: readonly (readonly [RegExp, string])[] = [
  [/^fatal: not a git repository/, 'the project is not in a git repository'],
  [/^fatal: bad revision 'HEAD'/, 'the git repository has no commits yet'],
];

/** Why git has no history of a folder, in words for those who do not know git. @param problem what git says */
export function inWords(problem: string): string {
  return WITHOUT_HISTORY.find(([pattern]) => pattern.test(problem))?.[1] ?? problem;
}

/**
 * The history of a project as git has it, read without any lock.
 * @param root a real path
 * @param signal ends git
 * @param most how many commits are read, the newest
 */
export async function readHistory(root: string, signal?: AbortSignal, most: number = MOST_COMMITS): Promise<History> {
  const log = (args: readonly string[]) => readGit(root, [...LOG, ...args, `--max-count=${most}`, 'HEAD', '--', '.'], signal);
  const [changes, main] = await Promise.all([log(CHANGES), log(MAIN_LINE)]);
  if ('problem' in changes) return { problem: inWords(changes.problem) };
  // Without the main line merges say nothing; their commits do.
  return { commits: withMergedFixes(parseHistory(changes.output.toString('utf8')), 'output' in main ? main.output.toString('utf8') : '') };
}
