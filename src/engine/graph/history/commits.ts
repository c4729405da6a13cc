import { describeError } from '../../platform/errors.ts';
import type { Commit } from '../../platform/git/commit.ts';
import { readGit } from '../../platform/git/git.ts';
import { readHistory } from '../../platform/git/git-history.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { isCortexFolder } from '../facts-cache.ts';
import type { GraphProblem } from '../problems.ts';
import { cacheCommits, readCachedCommits } from './commit-cache.ts';

/** Maximum number of commits to read, newest first. Reading takes git seconds, and older commits weigh little. */
const MAX_COMMITS = 10_000;
/** Subjects are cut to this length, in UTF-16 code units. */
const MAX_SUBJECT_LENGTH = 200;

/** The commits that could be read. */
export interface ReadCommits {
  /** Newest first. */
  readonly commits: readonly Commit[];
  readonly problems: readonly GraphProblem[];
}

const problem = (message: string): GraphProblem => ({ message, path: null });

/** The state of a repository's history. */
export interface HistoryHead {
  /** Hash of the newest commit. */
  readonly head: string;
  readonly isShallow: boolean;
}

/** Returns the state of the history; `null` if git cannot report it. */
export async function historyHead(root: string, signal: AbortSignal | undefined): Promise<HistoryHead | null> {
  const answer = await readGit(root, ['rev-parse', '--is-shallow-repository', 'HEAD'], signal);
  if ('problem' in answer) return null;
  const [shallow = '', head = ''] = answer.output.toString('utf8').trim().split('\n');
  return { head, isShallow: shallow === 'true' };
}

/** Caches the commits, unless the project has no `.cortex` folder: only a user's command creates that. */
async function cacheHistory(runtime: Runtime, root: string, head: string, commits: readonly Commit[]): Promise<GraphProblem[]> {
  if (!isCortexFolder(runtime.fs, root)) return [];
  try {
    await cacheCommits(runtime, root, head, commits);
    return [];
  } catch (error) {
    return [problem(`cannot cache the git history, so each build reads it again: ${describeError(error)}`)];
  }
}

/** Drops the oldest commit of a shallow clone, because git reports that commit as adding every file. */
function cutShort(commits: readonly Commit[]): ReadCommits {
  const known = commits.slice(0, -1);
  return { commits: known, problems: [problem(`the clone is shallow: only the newest ${known.length} commits are available`)] };
}

function bounded(commits: readonly Commit[]): ReadCommits {
  if (commits.length <= MAX_COMMITS) return { commits, problems: [] };
  const message = `the history has more than ${MAX_COMMITS.toLocaleString('en')} commits: only the newest ones were read`;
  return { commits: commits.slice(0, MAX_COMMITS), problems: [problem(message)] };
}

/**
 * Returns the newest commits of a project, from the cache if there is no newer commit.
 * @param root a real path
 * @param stand as returned by `historyHead`
 * @param signal aborts git
 */
export async function readCommits(runtime: Runtime, root: string, stand: HistoryHead | null, signal?: AbortSignal): Promise<ReadCommits> {
  const kept = stand === null || stand.isShallow ? null : readCachedCommits(runtime, root, stand.head);
  if (kept !== null) return bounded(kept);
  const history = await readHistory(root, signal, MAX_COMMITS + 1);
  if ('problem' in history) return { commits: [], problems: [problem(`cannot read the git history: ${history.problem}`)] };
  const commits = history.commits.map((commit) => ({ ...commit, subject: commit.subject.slice(0, MAX_SUBJECT_LENGTH) }));
  if (stand === null) return bounded(commits);
  if (stand.isShallow) return cutShort(commits.slice(0, MAX_COMMITS + 1));
  const unkept = await cacheHistory(runtime, root, stand.head, commits);
  const { problems, ...read } = bounded(commits);
  return { ...read, problems: [...problems, ...unkept] };
}
