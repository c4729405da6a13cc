import { hash } from 'node:crypto';
import { isParticipating, lockPathToFile, unresponsiveSince } from '../../../engine/swarm/index.ts';
import type { HeldLock, WaitingAgent } from '../../../engine/workspace/swarm-source.ts';
import { manifestOf, type ProjectViewModel, waitingRequests } from '../../model/swarm/view-model.ts';
import { wordFilter } from '../../model/words.ts';
import type { LocksFilter, LocksSorting } from './protocol.ts';

/** Longest timeout, in milliseconds. Node fires a timer above 2^31-1 ms at once, which would cause endless updates. */
const MAX_WAIT_MS = 3_600_000;

/** What the swarm knows about the holder of a lock. */
interface Holder {
  /** Whether the agent has left the swarm. */
  readonly isGone: boolean;
  /** Time from which the agent counts as unresponsive; `null` if it is not monitored. */
  readonly unresponsiveFrom: number | null;
}

/** A holder that never joined the swarm: a person, or an agent that only uses locks. */
const STRANGER: Holder = { isGone: false, unresponsiveFrom: null };

/** A project of the window with lookups for its locks. */
export interface IndexedProject {
  readonly viewModel: ProjectViewModel;
  /** Display name that distinguishes the project from the others. */
  readonly name: string;
  holderOf(agent: string): Holder;
  requestsFor(lock: HeldLock): readonly WaitingAgent[];
}

export interface IndexedLock {
  readonly project: IndexedProject;
  readonly lock: HeldLock;
}

/** Longest id, in UTF-16 code units. Longer ids are replaced by their hash, because agents may write very long values. */
const MAX_OF_ID = 300;

/** Returns the id of a lock. It contains the path and the agent, because several agents may share a lock on one path. */
function idOf(root: string, path: string, agent: string): string {
  const id = JSON.stringify([root, path, agent]);
  return id.length <= MAX_OF_ID ? id : hash('sha256', id, 'hex');
}

/** Indexes a project. Its name is the folder's name, or the root path if another project has the same name. */
function indexedProject(viewModel: ProjectViewModel, all: readonly ProjectViewModel[]): IndexedProject {
  const { view } = viewModel;
  const holders = new Map<string, Holder>();
  if (view !== null) {
    const ofAgents = manifestOf(viewModel)?.agents ?? [];
    for (const agent of ofAgents)
      holders.set(agent.id, { isGone: !isParticipating(agent), unresponsiveFrom: unresponsiveSince(agent, view) });
  }
  return {
    viewModel,
    name: all.some((other) => other !== viewModel && other.name === viewModel.name) ? viewModel.root : viewModel.name,
    holderOf: (agent) => holders.get(agent) ?? STRANGER,
    requestsFor: view === null ? () => [] : waitingRequests(view),
  };
}

const compare = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

const ORDERS: Readonly<Record<LocksSorting, (one: IndexedLock, other: IndexedLock) => number>> = {
  end: (one, other) => one.lock.expiresAt - other.lock.expiresAt || compare(one.lock.path, other.lock.path),
  path: (one, other) => compare(one.lock.path, other.lock.path) || compare(one.lock.agentId, other.lock.agentId),
};

/** Returns the lock path and the plain file path to search in: the lock path of `app/[id].ts` is `app/[[]id].ts`. */
const namesOf = ({ path }: HeldLock): string => `${path}\n${lockPathToFile(path) ?? ''}`;

/** All locks of all projects of the window at one time. */
export class LockIndex {
  readonly projects: readonly IndexedProject[];
  readonly all: readonly IndexedLock[];
  /** Locks that need attention: others wait for them, or the holder is gone or unresponsive. */
  readonly conflicts: ReadonlySet<IndexedLock>;
  /** Ids of all holders, sorted. */
  readonly agents: readonly string[];
  #ids: ReadonlyMap<string, IndexedLock> | null = null;
  #selected: { readonly key: string; readonly locks: readonly IndexedLock[] } | null = null;

  /** @param now milliseconds since 1970 UTC */
  constructor(
    viewModels: readonly ProjectViewModel[],
    private readonly now: number,
  ) {
    this.projects = viewModels.map((viewModel) => indexedProject(viewModel, viewModels));
    this.all = this.projects.flatMap((project) => (project.viewModel.view?.locks ?? []).map((lock) => ({ project, lock })));
    this.conflicts = new Set(this.all.filter((entry) => this.#isConflict(entry)));
    this.agents = [...new Set(this.all.map(({ lock }) => lock.agentId))].sort(compare);
  }

  #isConflict({ project, lock }: IndexedLock): boolean {
    const { isGone, unresponsiveFrom: silent } = project.holderOf(lock.agentId);
    return isGone || (silent !== null && silent <= this.now) || project.requestsFor(lock).length > 0;
  }

  /**
   * Milliseconds until the next holder becomes unresponsive unless it sends a heartbeat; `null` if none will. Limited to
   * `MAX_WAIT_MS`; read it again afterwards.
   */
  get nextSilenceMs(): number | null {
    let next: number | null = null;
    for (const { project, lock } of this.all) {
      const { unresponsiveFrom: silent } = project.holderOf(lock.agentId);
      if (silent !== null && silent > this.now && (next === null || silent < next)) next = silent;
    }
    return next === null ? null : Math.min(next - this.now, MAX_WAIT_MS);
  }

  idOf({ project, lock }: IndexedLock): string {
    return idOf(project.viewModel.root, lock.path, lock.agentId);
  }

  /** Returns the lock with an id, or `undefined` if it no longer exists. */
  find(id: string): IndexedLock | undefined {
    this.#ids ??= new Map(this.all.map((entry) => [this.idOf(entry), entry]));
    return this.#ids.get(id);
  }

  /** Returns the sorted locks that match a filter. The last result is cached. */
  select(filter: LocksFilter, sorting: LocksSorting): readonly IndexedLock[] {
    const key = JSON.stringify([filter, sorting]);
    if (this.#selected?.key !== key) this.#selected = { key, locks: this.#filtered(filter).sort(ORDERS[sorting]) };
    return this.#selected.locks;
  }

  #filtered({ words, agent, type, conflicts }: LocksFilter): IndexedLock[] {
    const hasWords = wordFilter(words);
    return this.all.filter((entry) => {
      const { lock, project } = entry;
      return (
        (agent === null || lock.agentId === agent) &&
        (type === 'all' || lock.type === type) &&
        (!conflicts || this.conflicts.has(entry)) &&
        hasWords(() => `${namesOf(lock)}\n${lock.agentId}\n${lock.reason}\n${project.name}`)
      );
    });
  }
}
