import { cut } from '../../../engine/text/cut.ts';
import type { WaitingAgent } from '../../../engine/workspace/swarm-source.ts';
import { toLockRow } from '../../model/locks/lock-rows.ts';
import { clipText, problemRows, toPage } from '../../model/pages.ts';
import { getTaskIndex } from '../../model/swarm/task-index.ts';
import { manifestOf } from '../../model/swarm/view-model.ts';
import type { IndexedLock, LockIndex } from './lock-index.ts';
import type { HeldLockRow, LockDetail, LocksFilter, LocksRequest, LocksSnapshot, LocksView } from './protocol.ts';

const MAX_REASON = 20_000;
const MAX_WAITING = 100;
/** Maximum number of agents in the filter's list. The search finds the others. */
const MAX_AGENTS = 500;

const NO_FILTER: LocksFilter = { words: '', agent: null, type: 'all', conflicts: false };

/** A lock that a command asked to reveal. */
export interface RequestedLock {
  /** Unique for each request. */
  readonly id: string;
  readonly path: string;
  readonly agent: string;
  /** Open folder of its project, absolute. Default: the first project that has the lock. */
  readonly folder?: string | undefined;
}

/** Inputs of the snapshot besides the view. */
export interface LocksInputs {
  /** Id under which the user of this editor holds locks. */
  readonly person: string;
  readonly wanted: RequestedLock | null;
  readonly now: number;
}

/** Returns the snapshot of the Locks dashboard. It contains only the rows that are in view. */
export function locksSnapshot(lockIndex: LockIndex, view: LocksView, { person, wanted, now }: LocksInputs): LocksSnapshot {
  const toRow = (entry: IndexedLock) => rowOf(lockIndex, entry, person);
  const chosen = view.chosen === null ? undefined : lockIndex.find(view.chosen);
  const refusals = lockIndex.projects.map(({ viewModel }) => viewModel.readOnly);
  return {
    projects: lockIndex.projects.map(({ name }) => clipText(name)),
    total: lockIndex.all.length,
    unread: lockIndex.projects.filter(({ viewModel }) => viewModel.view === null).length,
    conflicts: lockIndex.conflicts.size,
    agents: lockIndex.agents.slice(0, MAX_AGENTS).map(clipText),
    locks: toPage(lockIndex.select(view.filter, view.sorting), view.locks, toRow),
    detail: chosen === undefined ? null : detailOf(toRow(chosen), chosen),
    request: wanted === null ? null : requestIn(lockIndex, view, wanted),
    problems: problemRows(lockIndex.projects.flatMap(({ viewModel }) => viewModel.problems)),
    now,
    readOnly: refusals.includes(null) ? null : (refusals[0] ?? null),
  };
}

function rowOf(lockIndex: LockIndex, entry: IndexedLock, person: string): HeldLockRow {
  const { lock, project } = entry;
  const { isGone, unresponsiveFrom } = project.holderOf(lock.agentId);
  const waiting = [...new Set(project.requestsFor(lock).map(({ agentId }) => agentId))];
  return {
    ...toLockRow(lock, waiting),
    id: lockIndex.idOf(entry),
    folder: project.viewModel.folder,
    project: lockIndex.projects.length > 1 ? clipText(project.name) : null,
    isOwn: lock.agentId === person,
    isOrphan: isGone,
    unresponsiveFrom,
  };
}

function detailOf(row: HeldLockRow, { lock, project }: IndexedLock): LockDetail {
  const manifest = manifestOf(project.viewModel);
  const task = manifest === null ? undefined : getTaskIndex(manifest).workOf(lock.agentId);
  const queue = project.requestsFor(lock);
  return {
    lock: row,
    reason: cut(lock.reason, MAX_REASON),
    fence: lock.fence,
    task: task === undefined ? null : { id: clipText(task.id), description: clipText(task.description) },
    queue: { first: queue.slice(0, MAX_WAITING).map(waitRow), total: queue.length },
  };
}

function waitRow({ agentId, paths: [path = ''], type, requestedAt, until, reason }: WaitingAgent) {
  return { agentId: clipText(agentId), path, type, since: requestedAt, until, reason: clipText(reason) };
}

/** Returns the requested lock with its index among all locks, or `null` if it no longer exists. */
function requestIn(lockIndex: LockIndex, { sorting }: LocksView, { id, path, agent, folder }: RequestedLock): LocksRequest | null {
  const all = lockIndex.select(NO_FILTER, sorting);
  const index = all.findIndex(
    ({ lock, project }) => lock.path === path && lock.agentId === agent && (folder === undefined || project.viewModel.folder === folder),
  );
  const found = all[index];
  return found === undefined ? null : { id, lock: lockIndex.idOf(found), index };
}
