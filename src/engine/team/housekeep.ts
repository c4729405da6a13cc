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
const NO_GIT = /not a git repository \(or any|git is not installed/;

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
 * Those of some files of which a person has staged something: it would be committed with ours.
 * @returns what git says is wrong, or their paths
 */
async function stagedOf(root: string, files: readonly string[]): Promise<ReadonlySet<string> | string> {
  const answer = await readGit(root, ['diff', '--cached', '--name-only', '--relative', '-z', '--', ...files]);
  return 'problem' in answer ? answer.problem : new Set(answer.output.toString().split('\0'));
}

/**
 * Sees to it that git has what will be removed: it stays in the history, and nowhere else.
 * @returns what git says is wrong, or `null`
 */
async function recorded(root: string, files: readonly string[]): Promise<string | null> {
  const status = await readGit(root, ['status', '--porcelain=v1', '-z', '--no-renames', '--ignored', '--', ...files]);
  if ('problem' in status) return status.problem;
  // Git names them from the top of the work tree, each behind two letters; what we asked for is all that it can name.
  const entries = status.output.toString().split('\0');
  const ignored = entries.filter((entry) => entry.startsWith('!! ')).map((entry) => entry.slice(3));
  if (ignored.length > 0) return `${ignored.join(', ')} is ignored by .gitignore`;
  return status.output.length === 0 ? null : commitFiles(root, RECORDED, files);
}

/** Git's words for not knowing who commits. */
const NOBODY = /identity unknown|tell me who you are|\bident\b/i;

function refused(why: string): string {
  const next = NOBODY.test(why) ? 'Set user.name and user.email with "git config"' : 'Mend that';
  return `nothing was removed, as git cannot record it: ${why.replace(/[.:]$/, '')}. ${next}, and do it again.`;
}

/** What is pruned in a git work tree, and what is wrong with the rest. */
async function recordable(root: string, planned: readonly Pruning[]): Promise<{ some: readonly Pruning[]; problems: string[] }> {
  const files = planned.map(({ path }) => path);
  const staged = await stagedOf(root, files);
  if (typeof staged === 'string') return { some: [], problems: [refused(staged)] };
  const some = planned.filter(({ path }) => !staged.has(path));
  const problems = files
    .filter((path) => staged.has(path))
    .map((path) => `nothing was removed from ${path}, as changes to it are staged: commit or unstage them first.`);
  const problem =
    some.length === 0
      ? null
      : await recorded(
          root,
          files.filter((path) => !staged.has(path)),
        );
  return problem === null ? { some, problems } : { some: [], problems: [...problems, refused(problem)] };
}

/**
 * Removes what has been done for over 7 days, and all but the newest entry of each session log, and commits just that (seed 5,
 * "Housekeeping"; rulings, team 5). In a git work tree nothing is removed that git could not record before, or does not commit.
 */
export async function housekeep(store: TeamStore, now: Now, dryRun: boolean): Promise<HousekeepingReport> {
  const planned = prunings(store, now).map((each) => ({ ...each, removed: each.removals(store.text(each.path) ?? '') }));
  const old = planned.filter(({ removed }) => removed.length > 0);
  if (dryRun || old.length === 0) return { removed: old.flatMap((each) => each.removed), committed: null, problems: [] };
  const inGit = await isInGit(store.root);
  if (inGit === false) return { ...(await pruned(store, old)).report, committed: null };
  if (inGit !== true) return { removed: [], committed: false, problems: [refused(inGit.problem)] };
  const { some, problems } = await recordable(store.root, old);
  return committed(store, await pruned(store, some), problems);
}

/** What one file held before and after it was pruned. */
interface Change {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

interface Pruned {
  readonly report: Omit<HousekeepingReport, 'committed'>;
  readonly changes: readonly Change[];
}

/** Prunes file by file: one that cannot be changed keeps nobody from it. */
async function pruned(store: TeamStore, planned: readonly Pruning[]): Promise<Pruned> {
  const [removed, problems, changes]: [Removal[], string[], Change[]] = [[], [], []];
  for (const { path, removals, prune } of planned) {
    let [before, gone]: [string, Removal[]] = ['', []];
    const change = (text: string | null): string | null => {
      [before, gone] = [text ?? '', text === null ? [] : removals(text)];
      return gone.length === 0 ? null : prune(before);
    };
    try {
      const { changed, text } = await store.edits.edit(path, change);
      if (changed) {
        changes.push({ path, before, after: text ?? '' });
        removed.push(...gone);
      }
    } catch (error) {
      problems.push(describeError(error));
    }
    store.update(path);
  }
  return { report: { removed, problems }, changes };
}

/** Commits what was pruned. What git does not commit is put back: done again it must be found again. */
async function committed(store: TeamStore, { report, changes }: Pruned, before: readonly string[]): Promise<HousekeepingReport> {
  const problems = [...before, ...report.problems];
  if (changes.length === 0) return { ...report, committed: false, problems };
  const files = changes.map(({ path }) => path);
  const problem = await commitFiles(store.root, PRUNED, files);
  if (problem === null) return { ...report, committed: true, problems };
  const changed = await putBack(store, changes);
  const others = changed.map((path) => `${path} was changed meanwhile and stays as it is: what was removed from it is in its history.`);
  return {
    removed: report.removed.filter(({ path }) => changed.includes(path)),
    committed: false,
    problems: [...problems, refused(problem), ...others],
  };
}

/** @returns the files that somebody has changed meanwhile, or that cannot be changed back */
async function putBack(store: TeamStore, changes: readonly Change[]): Promise<string[]> {
  const left: string[] = [];
  for (const { path, before, after } of changes) {
    const isBack = store.edits
      .edit(path, (text) => (text === after ? before : null))
      .then(
        ({ changed }) => changed,
        () => false,
      );
    if (!(await isBack)) left.push(path);
    store.update(path);
  }
  return left;
}
