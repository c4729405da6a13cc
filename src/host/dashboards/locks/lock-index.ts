import { hash } from 'node:crypto';
import { fileOfLockPath, takesPart, unresponsiveFrom } from '../../../engine/swarm/index.ts';
import type { HeldLock, WaitingAgent } from '../../../engine/workspace/swarm-source.ts';
import { manifestOf, type ProjectViewModel, requestsFor } from '../../model/swarm/view-model.ts';
import { wordsIn } from '../../model/words.ts';
import type { LocksFilter, LocksSorting } from './protocol.ts';

/** Timers cannot wait for ever: what is too long for them ends at once, and then again and again. */
const LONGEST_WAIT_MS = 3_600_000;

/** Who holds a lock, as the swarm knows them. */
interface Holder {
  /** It has left the swarm. */
  readonly isGone: boolean;
  /** From when on it counts as vanished; `null` where nobody misses it. */
  readonly unresponsiveFrom: number | null;
}

/** Somebody who never joined the swarm: a person, or an agent that only locks. */
const STRANGER: Holder = { isGone: false, unresponsiveFrom: null };

/** A project of the window, made ready for questions about its locks. */
export interface IndexedProject {
  readonly viewModel: ProjectViewModel;
  /** As people tell it from the others. */
  readonly name: string;
  holderOf(agent: string): Holder;
  requestsFor(lock: HeldLock): readonly WaitingAgent[];
}

export interface IndexedLock {
  readonly project: IndexedProject;
  readonly lock: HeldLock;
}

/** Of a text that is longer than this, its hash stands for it: agents may write megabytes. */
const MOST_OF_ID = 300;

/** One agent may share a path with others: a lock is known by both. */
function idOf(root: string, path: string, agent: string): string {
  const id = JSON.stringify([root, path, agent]);
  return id.length <= MOST_OF_ID ? id : hash('sha256', id, 'hex');
}

/** The folder's own name, where no other project has it. */
function indexedProject(viewModel: ProjectViewModel, all: readonly ProjectViewModel[]): IndexedProject {
  const { view } = viewModel;
  const holders = new Map<string, Holder>();
  if (view !== null) {
    const ofAgents = manifestOf(viewModel)?.agents ?? [];
    for (const agent of ofAgents) holders.set(agent.id, { isGone: !takesPart(agent), unresponsiveFrom: unresponsiveFrom(agent, view) });
  }
  return {
    viewModel,
    name: all.some((other) => other !== viewModel && other.name === viewModel.name) ? viewModel.root : viewModel.name,
    holderOf: (agent) => holders.get(agent) ?? STRANGER,
    requestsFor: view === null ? () => [] : requestsFor(view),
  };
}

const compare = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

const ORDERS: Readonly<Record<LocksSorting, (one: IndexedLock, other: IndexedLock) => number>> = {
  end: (one, other) => one.lock.expiresAt - other.lock.expiresAt || compare(one.lock.path, other.lock.path),
  path: (one, other) => compare(one.lock.path, other.lock.path) || compare(one.lock.agentId, other.lock.agentId),
};

/** The path, and the file as a person knows it: that of `app/[id].ts` is `app/[[]id].ts`. */
const namesOf = ({ path }: HeldLock): string => `${path}\n${fileOfLockPath(path) ?? ''}`;

/** All locks of all projects of the window at one moment. */
export class LockIndex {
  readonly projects: readonly IndexedProject[];
  readonly all: readonly IndexedLock[];
  /** Those of which somebody should know: others wait, or the holder is not there. */
  readonly conflicts: ReadonlySet<IndexedLock>;
  /** Those who hold something, by name. */
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
   * In how many milliseconds the next holder falls silent, if it gives no sign; `null` where none will. After the longest that a timer can
   * wait it is to be asked again.
   */
  get nextSilenceMs(): number | null {
    let next: number | null = null;
    for (const { project, lock } of this.all) {
      const { unresponsiveFrom: silent } = project.holderOf(lock.agentId);
      if (silent !== null && silent > this.now && (next === null || silent < next)) next = silent;
    }
    return next === null ? null : Math.min(next - this.now, LONGEST_WAIT_MS);
  }

  idOf({ project, lock }: IndexedLock): string {
    return idOf(project.viewModel.root, lock.path, lock.agentId);
  }

  /** A lock by its id; nothing where it is there no more. */
  find(id: string): IndexedLock | undefined {
    this.#ids ??= new Map(this.all.map((entry) => [this.idOf(entry), entry]));
    return this.#ids.get(id);
  }

  /** What a filter lets through, in order. */
  select(filter: LocksFilter, sorting: LocksSorting): readonly IndexedLock[] {
    const key = JSON.stringify([filter, sorting]);
    if (this.#selected?.key !== key) this.#selected = { key, locks: this.#filtered(filter).sort(ORDERS[sorting]) };
    return this.#selected.locks;
  }

  #filtered({ words, agent, type, conflicts }: LocksFilter): IndexedLock[] {
    const hasWords = wordsIn(words);
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
