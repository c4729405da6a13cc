import { cut } from '../../../engine/text/cut.ts';
import type { WaitingAgent } from '../../../engine/workspace/swarm-source.ts';
import { lockRowOf } from '../../model/locks/lock-row.ts';
import { clipped, pageOf, problemRows } from '../../model/pages.ts';
import { indexOf } from '../../model/swarm/task-index.ts';
import { manifestOf } from '../../model/swarm/view-model.ts';
import type { IndexedLock, LockIndex } from './lock-index.ts';
import type { HeldLockRow, LockDetail, LocksFilter, LocksRequest, LocksSnapshot, LocksView } from './protocol.ts';

const MOST_REASON = 20_000;
const MOST_WAITING = 100;
/** To choose from; whoever is not among them can be looked for. */
const MOST_AGENTS = 500;

const EVERYTHING: LocksFilter = { words: '', agent: null, type: 'all', conflicts: false };

/** A lock that a person asked to see. */
export interface LockWanted {
  /** Another one for every time that something is asked for. */
  readonly id: string;
  readonly path: string;
  readonly agent: string;
  /** A folder of its project that is open, absolute; left out: of the first project that has it. */
  readonly folder?: string | undefined;
}

/** What is true of the page whatever it has in view. */
export interface LocksCircumstances {
  /** Under whose id the person at the editor locks. */
  readonly person: string;
  readonly wanted: LockWanted | null;
  readonly now: number;
}

/** What the Locks dashboard shows of a book: of its locks only the rows that it has in view. */
export function locksSnapshot(book: LockIndex, view: LocksView, { person, wanted, now }: LocksCircumstances): LocksSnapshot {
  const toRow = (entry: IndexedLock) => rowOf(book, entry, person);
  const chosen = view.chosen === null ? undefined : book.find(view.chosen);
  const refusals = book.projects.map(({ viewModel }) => viewModel.readOnly);
  return {
    projects: book.projects.map(({ name }) => clipped(name)),
    total: book.all.length,
    unread: book.projects.filter(({ viewModel }) => viewModel.view === null).length,
    conflicts: book.conflicts.size,
    agents: book.agents.slice(0, MOST_AGENTS).map(clipped),
    locks: pageOf(book.select(view.filter, view.sorting), view.locks, toRow),
    detail: chosen === undefined ? null : detailOf(toRow(chosen), chosen),
    request: wanted === null ? null : requestIn(book, view, wanted),
    problems: problemRows(book.projects.flatMap(({ viewModel }) => viewModel.problems)),
    now,
    readOnly: refusals.includes(null) ? null : (refusals[0] ?? null),
  };
}

function rowOf(book: LockIndex, entry: IndexedLock, person: string): HeldLockRow {
  const { lock, project } = entry;
  const { isGone, unresponsiveFrom } = project.holderOf(lock.agentId);
  const waiting = [...new Set(project.requestsFor(lock).map(({ agentId }) => agentId))];
  return {
    ...lockRowOf(lock, waiting),
    id: book.idOf(entry),
    folder: project.viewModel.folder,
    project: book.projects.length > 1 ? clipped(project.name) : null,
    isOwn: lock.agentId === person,
    isOrphan: isGone,
    unresponsiveFrom,
  };
}

function detailOf(row: HeldLockRow, { lock, project }: IndexedLock): LockDetail {
  const manifest = manifestOf(project.viewModel);
  const task = manifest === null ? undefined : indexOf(manifest).workOf(lock.agentId);
  const queue = project.requestsFor(lock);
  return {
    lock: row,
    reason: cut(lock.reason, MOST_REASON),
    fence: lock.fence,
    task: task === undefined ? null : { id: clipped(task.id), description: clipped(task.description) },
    queue: { first: queue.slice(0, MOST_WAITING).map(waitRow), total: queue.length },
  };
}

function waitRow({ agentId, paths: [path = ''], type, requestedAt, until, reason }: WaitingAgent) {
  return { agentId: clipped(agentId), path, type, since: requestedAt, until, reason: clipped(reason) };
}

/** Where it is among all locks; `null` when it is not there any more. */
function requestIn(book: LockIndex, { sorting }: LocksView, { id, path, agent, folder }: LockWanted): LocksRequest | null {
  const all = book.select(EVERYTHING, sorting);
  const index = all.findIndex(
    ({ lock, project }) => lock.path === path && lock.agentId === agent && (folder === undefined || project.viewModel.folder === folder),
  );
  const found = all[index];
  return found === undefined ? null : { id, lock: book.idOf(found), index };
}
