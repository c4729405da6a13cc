import type { SwarmManifest, TaskNode } from '../../src/engine/crtx/schema.ts';
import { readOutput } from '../../src/engine/swarm/decisions/deliberation.ts';
import { toManifest } from '../../src/engine/swarm/projection.ts';
import type { Change } from '../../src/engine/swarm/replay/change.ts';
import type { PastState } from '../../src/engine/swarm/replay/past.ts';
import { tasksOf } from '../unit/engine/swarm/make.ts';

const ENDED = ['done', 'failed', 'skipped'];

/** Also returns a name that another program wrote, although no member has it in its list of tasks. */
function agentsOf({ status, assignedTo, output }: TaskNode): string[] {
  if (ENDED.includes(status) || assignedTo !== undefined) return assignedTo === undefined ? [] : [assignedTo];
  const places = readOutput(output).deliberation?.candidates ?? [];
  return places.filter(({ state }) => state === 'assigned' || state === 'working').map(({ agent }) => agent);
}

/** The part of a swarm's state that changes describe: task holders, members and locks. */
export class Outline {
  /** Missing entries are pending and have no holder. */
  readonly #tasks = new Map<string, string>();
  readonly #members = new Set<string>();
  readonly #locks = new Map<string, number>();
  #isPaused = false;

  static of({ state, at }: PastState): Outline {
    const outline = new Outline();
    outline.#read(toManifest(state, at.time), state.swarm.paused !== null);
    for (const { path, agentId, expiresAt } of state.locks.list(at.time)) outline.#locks.set(JSON.stringify([path, agentId]), expiresAt);
    return outline;
  }

  #read(manifest: SwarmManifest, isPaused: boolean): void {
    this.#tasks.clear();
    this.#members.clear();
    this.#isPaused = isPaused;
    for (const [id, node] of tasksOf(manifest)) this.#stand(id, node.status, agentsOf(node));
    for (const { id, status } of manifest.agents) if (status !== 'done' && status !== 'failed') this.#members.add(id);
  }

  #stand(id: string, status: string, agents: readonly string[]): void {
    const standing = `${status} ${agents.toSorted().join(' ')}`;
    if (standing === 'pending ') this.#tasks.delete(id);
    else this.#tasks.set(id, standing);
  }

  /** @param stateAt returns the state after a record, because changes do not list the state of a new swarm */
  apply({ kind, subject, ordinal, to, holder, until = 0 }: Change, stateAt: (ordinal: number) => PastState): void {
    if (to !== undefined) this.#stand(subject, to.status, to.agents);
    if (kind === 'created') {
      const { state, at } = stateAt(ordinal);
      this.#read(toManifest(state, at.time), state.swarm.paused !== null);
    }
    if (kind === 'joined' || kind === 'agent') this.#members.add(subject);
    if (kind === 'left') this.#members.delete(subject);
    if (kind === 'paused') this.#isPaused = true;
    if (kind === 'resumed' || kind === 'aborted') this.#isPaused = false;
    const lock = JSON.stringify([subject, holder]);
    if (kind === 'lock-granted' || kind === 'lock-renewed') this.#locks.set(lock, until);
    if (kind === 'lock-released' || kind === 'lock-broken' || kind === 'lock-expired') this.#locks.delete(lock);
  }

  atEnd(): object {
    const sorted = (map: ReadonlyMap<string, unknown>) => [...map].sort(([one], [other]) => (one < other ? -1 : 1));
    return { tasks: sorted(this.#tasks), members: [...this.#members].sort(), locks: sorted(this.#locks), isPaused: this.#isPaused };
  }
}
