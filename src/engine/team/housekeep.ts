import { describeError } from '../platform/errors.ts';
import { commitFiles } from '../platform/git/git-commit.ts';
import { isDayAlone, parseInstant } from '../platform/zoned-time.ts';
import { mergeConflicts } from '../text/conflicts/merge-conflicts.ts';
import { findSection, parseSections } from '../text/markdown/sections.ts';
import { commitBeforeRemoval, findStaged, isInGit, nameInGit } from './notes/history.ts';
import { newestSession, sessionsIn, trimSessions } from './notes/session-log.ts';
import { parseQueue, type QueueShape, type QueueTask } from './queue/queue.ts';
import type { TeamStore } from './team-store.ts';

const DAY_MS = 86_400_000;
/** How long done tasks are kept, in milliseconds (seed 5, "Housekeeping"). */
const KEPT_MS = 7 * DAY_MS;

interface CurrentTime {
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly timeZone: string;
}

/** Reports whether a task is done and old, by its completion or else by the time in its heading. A task without a readable time is kept. */
function isOld({ state, completed, heading, conflict }: QueueTask, { now, timeZone }: CurrentTime): boolean {
  if (state !== 'done' || conflict !== null) return false;
  const when = completed ?? heading;
  const at = parseInstant(when, timeZone);
  // A day without a time counts until its end.
  return at !== null && now - at > KEPT_MS + (isDayAlone(when) ? DAY_MS : 0);
}

/** Returns the tasks that housekeeping removes from a work queue. */
function findOldTasks(text: string, shape: QueueShape, now: CurrentTime): QueueTask[] {
  return parseQueue(text, shape).filter((task) => isOld(task, now));
}

/** Removes the tasks that were done over 7 days ago. All other text stays unchanged. */
function pruneQueue(text: string, shape: QueueShape, now: CurrentTime): string {
  // From the end, so that the offsets of earlier tasks stay valid.
  return findOldTasks(text, shape, now)
    .toReversed()
    .reduce((left, { range: { from, to } }) => left.slice(0, from) + left.slice(to), text);
}

/** Returns the entries that housekeeping removes from a session log: all but the newest. */
function findOldSessions(text: string): string[] {
  if (mergeConflicts(text).length > 0) return [];
  const entries = sessionsIn(text, findSection(parseSections(text), 'Session Log'));
  const newest = newestSession(entries);
  return entries.filter((entry) => entry !== newest).map((entry) => entry.text);
}

/** Text that housekeeping removes, as written. */
export interface RemovedText {
  /** Path of the file, relative to the team directory. */
  readonly path: string;
  readonly kind: 'task' | 'session';
  /** Id of the task; empty for an entry of a session log. */
  readonly id: string;
  readonly text: string;
}

export interface HousekeepingReport {
  readonly removed: readonly RemovedText[];
  /** Whether the changes were committed; `null` outside of a git working tree. */
  readonly committed: boolean | null;
  /** Problems for a person to fix. */
  readonly problems: readonly string[];
}

/** Commit message from seed 5, "Housekeeping". */
const PRUNED = 'chore: prune completed tasks and old session logs';

interface Pruning {
  readonly path: string;
  /** Returns the parts to remove from a text. `prune` returns the text without them. */
  removals(text: string): RemovedText[];
  prune(text: string): string;
}

/** Returns what can be pruned in each file. */
function prunings(store: TeamStore, now: CurrentTime): Pruning[] {
  const ofQueues = [...store.projects.values()].map(({ path, shape }): Pruning => {
    const removals = (text: string): RemovedText[] =>
      findOldTasks(text, shape, now).map(({ id, range }) => ({ path, kind: 'task', id, text: text.slice(range.from, range.to).trim() }));
    return { path, removals, prune: (text) => pruneQueue(text, shape, now) };
  });
  const ofLogs = [...store.agents.values()].map(({ path }): Pruning => {
    const removals = (text: string): RemovedText[] =>
      findOldSessions(text).map((entry) => ({ path, kind: 'session', id: '', text: entry }));
    return { path, removals, prune: trimSessions };
  });
  return [...ofQueues, ...ofLogs];
}

/** Git's messages for a missing author identity. */
const NO_IDENTITY = /identity unknown|tell me who you are|\bident\b/i;

function refused(why: string): string {
  const next = NO_IDENTITY.test(why) ? 'Set user.name and user.email with "git config"' : 'Correct the problem';
  return `nothing was removed, because git cannot commit it: ${why.replace(/[.:]$/, '')}. ${next}, then try again.`;
}

/** Returns the files that can be pruned in a git working tree, and the problems of the others. */
async function recordable(store: TeamStore, planned: readonly Pruning[]): Promise<{ some: readonly Pruning[]; problems: string[] }> {
  const names = new Map(planned.map(({ path }) => [path, nameInGit(store, path)]));
  const staged = await findStaged(store.root, [...names.values()]);
  if (typeof staged === 'string') return { some: [], problems: [refused(staged)] };
  const isStaged = ({ path }: Pruning): boolean => staged.has(names.get(path) ?? path);
  const some = planned.filter((each) => !isStaged(each));
  const problems = planned
    .filter(isStaged)
    .map(({ path }) => `nothing was removed from ${path}, because changes to it are staged: commit or unstage them first.`);
  const files = some.map(({ path }) => names.get(path) ?? path);
  const problem = some.length === 0 ? null : await commitBeforeRemoval(store, files);
  return problem === null ? { some, problems } : { some: [], problems: [...problems, refused(problem)] };
}

/**
 * Removes tasks that were completed over 7 days ago, and all but the newest entry of each session log, and commits only these changes
 * (seed 5, "Housekeeping"; rulings, team 5). In a git working tree, nothing is removed unless git can record it before and commit the
 * removal.
 */
export async function housekeep(store: TeamStore, now: CurrentTime, dryRun: boolean): Promise<HousekeepingReport> {
  const planned = prunings(store, now).map((each) => ({ ...each, removed: each.removals(store.text(each.path) ?? '') }));
  const old = planned.filter(({ removed }) => removed.length > 0);
  if (dryRun || old.length === 0) return { removed: old.flatMap((each) => each.removed), committed: null, problems: [] };
  const inGit = await isInGit(store);
  if (inGit === false) return { ...(await pruned(store, old)).report, committed: null };
  if (inGit !== true) return { removed: [], committed: false, problems: [refused(inGit.problem)] };
  const { some, problems } = await recordable(store, old);
  return committed(store, await pruned(store, some), problems);
}

/** Content of a file before and after pruning. */
interface Change {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

interface Pruned {
  readonly report: Omit<HousekeepingReport, 'committed'>;
  readonly changes: readonly Change[];
}

/** Prunes each file. A failure does not prevent pruning the others. */
async function pruned(store: TeamStore, planned: readonly Pruning[]): Promise<Pruned> {
  const [removed, problems, changes]: [RemovedText[], string[], Change[]] = [[], [], []];
  for (const { path, removals, prune } of planned) {
    let [before, gone]: [string, RemovedText[]] = ['', []];
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

/** Commits the pruned files. If git does not commit, the text is restored, so that a retry finds it again. */
async function committed(store: TeamStore, { report, changes }: Pruned, before: readonly string[]): Promise<HousekeepingReport> {
  const problems = [...before, ...report.problems];
  if (changes.length === 0) return { ...report, committed: false, problems };
  const files = changes.map(({ path, after }) => ({ name: nameInGit(store, path), bytes: Buffer.from(after) }));
  const problem = await commitFiles(store.runtime.fs, store.root, PRUNED, files);
  if (problem === null) return { ...report, committed: true, problems };
  const changed = await restoreFiles(store, changes);
  const others = changed.map(
    (path) => `${path} was changed by another program, so the removed text was not restored; it is in the git history.`,
  );
  return {
    removed: report.removed.filter(({ path }) => changed.includes(path)),
    committed: false,
    problems: [...problems, refused(problem), ...others],
  };
}

/** Restores files. @returns files that were changed in the meantime or cannot be restored */
async function restoreFiles(store: TeamStore, changes: readonly Change[]): Promise<string[]> {
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
