import { describeError } from '../../platform/errors.ts';
import type { Commit } from '../../platform/git/commit.ts';
import { readGit } from '../../platform/git/git.ts';
import { readHistory } from '../../platform/git/git-history.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { isCortexFolder } from '../facts-cache.ts';
import type { GraphProblem } from '../problems.ts';
import { cacheCommits, cachedCommits } from './commit-cache.ts';

/** How many commits are read, the newest: reading them takes git seconds, and what is older weighs little. */
const MOST_COMMITS = 10_000;
/** No more of a subject is looked at. */
const LONGEST_SUBJECT = 200;

/** What is known of the history. */
export interface ReadCommits {
  /** The newest first. */
  readonly commits: readonly Commit[];
  readonly problems: readonly GraphProblem[];
}

const problem = (message: string): GraphProblem => ({ message, path: null });

/** Where the history stands. */
export interface CommitStand {
  /** The newest commit. */
  readonly head: string;
  readonly isShallow: boolean;
}

/** Where the history stands; `null` where git cannot say. */
export async function standOf(root: string, signal: AbortSignal | undefined): Promise<CommitStand | null> {
  const answer = await readGit(root, ['rev-parse', '--is-shallow-repository', 'HEAD'], signal);
  if ('problem' in answer) return null;
  const [shallow = '', head = ''] = answer.output.toString('utf8').trim().split('\n');
  return { head, isShallow: shallow === 'true' };
}

/** Where there is no folder for it nothing is kept: a project gets one from whoever asks for it. */
async function keep(runtime: Runtime, root: string, head: string, commits: readonly Commit[]): Promise<GraphProblem[]> {
  if (!isCortexFolder(runtime.fs, root)) return [];
  try {
    await cacheCommits(runtime, root, head, commits);
    return [];
  } catch (error) {
    return [problem(`the history is read anew each time, because it cannot be kept: ${describeError(error)}`)];
  }
}

/** A shallow clone takes the oldest commit that it has for one that made every file. */
function cutShort(commits: readonly Commit[]): ReadCommits {
  const known = commits.slice(0, -1);
  return { commits: known, problems: [problem(`the clone is shallow: of its history only the newest ${known.length} commits are known`)] };
}

function bounded(commits: readonly Commit[]): ReadCommits {
  if (commits.length <= MOST_COMMITS) return { commits, problems: [] };
  const message = `the history is longer than the newest ${MOST_COMMITS.toLocaleString('en')} commits, which were read`;
  return { commits: commits.slice(0, MOST_COMMITS), problems: [problem(message)] };
}

/**
 * The newest commits of a project, from what was kept of them as long as there is no newer one.
 * @param root a real path
 * @param stand where the history stands, as `standOf` says
 * @param signal ends git
 */
export async function readCommits(runtime: Runtime, root: string, stand: CommitStand | null, signal?: AbortSignal): Promise<ReadCommits> {
  const kept = stand === null || stand.isShallow ? null : cachedCommits(runtime, root, stand.head);
  if (kept !== null) return bounded(kept);
  const history = await readHistory(root, signal, MOST_COMMITS + 1);
  if ('problem' in history) return { commits: [], problems: [problem(`nothing is known of the history: ${history.problem}`)] };
  const commits = history.commits.map((commit) => ({ ...commit, subject: commit.subject.slice(0, LONGEST_SUBJECT) }));
  if (stand === null) return bounded(commits);
  if (stand.isShallow) return cutShort(commits.slice(0, MOST_COMMITS + 1));
  const unkept = await keep(runtime, root, stand.head, commits);
  const { problems, ...read } = bounded(commits);
  return { ...read, problems: [...problems, ...unkept] };
}
