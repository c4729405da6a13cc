import { describeError } from '../kernel/errors.ts';
import { commitFiles, readGit } from '../kernel/git.ts';
import { type Now, oldSessions, oldTasks, prunedQueue } from './housekeeping.ts';
import { trimSessions } from './session-log.ts';
import type { TeamStore } from './team-store.ts';

/** What housekeeping removes, as it was written. */
export interface Removal {
  /** Of the file, below the team directory. */
  readonly path: string;
  readonly kind: 'task' | 'session';
  /** Of the task; empty for an entry of a session log. */
  readonly id: string;
  readonly text: string;
}

export interface HousekeepingReport {
  readonly removed: readonly Removal[];
  /** Whether the changes were committed; `null` where there is no git work tree. */
  readonly committed: boolean | null;
  /** What a person should look at. */
  readonly problems: readonly string[];
}

/** The seed's own (seed 5, "Housekeeping"). */
const PRUNED = 'chore: prune completed tasks and old session logs';
const RECORDED = 'chore: record tasks and session logs before they are pruned';

/** What says that there is no history to be kept. */
const NO_GIT = /not a git repository|git is not installed/;

interface Pruning {
  readonly path: string;
  /** What goes from a text, and the text without it. */
  removals(text: string): Removal[];
  prune(text: string): string;
}

/** What is pruned, by file; those where nothing is left out. */
function prunings(store: TeamStore, now: Now): Pruning[] {
  const ofQueues = [...store.projects.values()].map(({ path, shape }): Pruning => {
    const removals = (text: string): Removal[] =>
      oldTasks(text, shape, now).map(({ id, range }) => ({ path, kind: 'task', id, text: text.slice(range.from, range.to).trim() }));
    return { path, removals, prune: (text) => prunedQueue(text, shape, now) };
  });
  const ofLogs = [...store.agents.values()].map(({ path }): Pruning => {
    const removals = (text: string): Removal[] => oldSessions(text).map((entry) => ({ path, kind: 'session', id: '', text: entry }));
    return { path, removals, prune: trimSessions };
  });
  return [...ofQueues, ...ofLogs];
}

/** Whether a folder is in a git work tree, or why git cannot say: then there may be a history that would miss what is removed. */
async function isInGit(directory: string): Promise<boolean | { readonly problem: string }> {
  const answer = await readGit(directory, ['rev-parse', '--is-inside-work-tree']);
  if ('output' in answer) return answer.output.toString().trim() === 'true';
  return NO_GIT.test(answer.problem) ? false : answer;
}

/**
 * Sees to it that git has what will be removed: it stays in the history, and nowhere else.
 * @returns what git says is wrong, or `null`
 */
async function recorded(root: string, files: readonly string[]): Promise<string | null> {
  const status = await readGit(root, ['status', '--porcelain=v1', '-z', '--no-renames', '--ignored', '--', ...files]);
  if ('problem' in status) return status.problem;
  // Git names them from the top of the work tree, each behind two letters; what we asked for is all that it can name.
  const isClean = status.output.length === 0;
  return isClean ? null : commitFiles(root, RECORDED, files);
}

/**
 * Removes what has been done for over 7 days, and all but the newest entry of each session log, and commits just that (seed 5,
 * "Housekeeping"; rulings, team 5). In a git work tree nothing is removed that git could not record before.
 */
export async function housekeep(store: TeamStore, now: Now, dryRun: boolean): Promise<HousekeepingReport> {
  const planned = prunings(store, now).map((each) => ({ ...each, removed: each.removals(store.text(each.path) ?? '') }));
  const some = planned.filter(({ removed }) => removed.length > 0);
  const removed = some.flatMap((each) => each.removed);
  if (dryRun || some.length === 0) return { removed, committed: null, problems: [] };
  const inGit = await isInGit(store.root);
  const files = some.map(({ path }) => path);
  const problem = inGit === false ? null : inGit === true ? await recorded(store.root, files) : inGit.problem;
  if (problem !== null) {
    return { removed: [], committed: false, problems: [`nothing was removed, as git cannot record it before: ${problem}`] };
  }
  return pruned(store, some, inGit === true);
}

/** Prunes file by file, and commits those that were: one that cannot be changed keeps nobody from it. */
async function pruned(store: TeamStore, planned: readonly Pruning[], inGit: boolean): Promise<HousekeepingReport> {
  const [removed, problems, files]: [Removal[], string[], string[]] = [[], [], []];
  for (const { path, removals, prune } of planned) {
    let gone: Removal[] = [];
    const change = (text: string | null): string | null => {
      gone = text === null ? [] : removals(text);
      return gone.length === 0 || text === null ? null : prune(text);
    };
    try {
      if ((await store.edits.edit(path, change)).changed) {
        files.push(path);
        removed.push(...gone);
      }
    } catch (error) {
      problems.push(describeError(error));
    }
    store.update(path);
  }
  const uncommitted = inGit && files.length > 0 ? await commitFiles(store.root, PRUNED, files) : null;
  if (uncommitted !== null) problems.push(`the pruned files are not committed: ${uncommitted}`);
  return { removed, committed: inGit ? uncommitted === null : null, problems };
}
