import type { SwarmManifest, TaskNode } from '../../crtx/index.ts';
import { shownLockPath, suggested, suggestedForAll } from '../../swarm/index.ts';
import { duration } from '../../text/amounts.ts';
import type { SwarmView } from '../../workspace/swarm-source.ts';
import type { AgentState } from './status-schemas.ts';
import type { WaitLink } from './task-schemas.ts';

/** Input of the search for what blocks a task. */
export interface Known {
  readonly manifest: SwarmManifest;
  readonly view: SwarmView;
  readonly tasks: ReadonlyMap<string, TaskNode>;
  readonly agents: ReadonlyMap<string, AgentState>;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/** Path to a cause, and the command that resolves it. */
export interface Waits {
  readonly links: readonly WaitLink[];
  readonly next: string | null;
}

/** Longest path to report. The limit also ends cycles of agents that wait for each other. */
const MOST_LINKS = 16;

/** Order in which open dependencies are followed: the one furthest from done first. */
const WORST: readonly TaskNode['status'][] = ['failed', 'skipped', 'pending', 'active'];

const ago = (time: number | null, now: number): string => (time === null ? '' : duration(Math.max(0, now - time)));

/** Describes the state of an agent. */
export function agentWords({ state, path, holders, waitsSince, seenAt }: AgentState, now: number): string {
  switch (state) {
    case 'unresponsive':
      return `unresponsive, last seen ${ago(seenAt, now)} ago`;
    case 'waiting': {
      const held = holders.length === 0 ? '' : `, held by ${holders.join(', ')}`;
      return `waiting for ${path === null ? 'a lock' : shownLockPath(path)}${held}, for ${ago(waitsSince, now)}`;
    }
    case 'working':
      return seenAt === null ? 'working' : `working, seen ${ago(seenAt, now)} ago`;
    default:
      return state;
  }
}

class Way {
  readonly links: WaitLink[] = [];
  next: string | null = null;
  readonly #seen = new Set<string>();

  constructor(private readonly known: Known) {}

  /** @returns false when the link is already on the path, or the path is too long */
  #add(link: WaitLink): boolean {
    const key = `${link.kind} ${link.name}`;
    if (this.#seen.has(key) || this.links.length >= MOST_LINKS) return false;
    this.#seen.add(key);
    this.links.push(link);
    return true;
  }

  /** Follows why a task does not progress. */
  task(task: TaskNode): void {
    const { tasks, manifest, view } = this.known;
    const by = manifest.coordinator;
    if (task.status === 'failed' || task.status === 'skipped') {
      this.next = suggested('swarm retry', task.id, { by });
      return;
    }
    const awaited = task.children.length > 0 ? task.children : task.dependencies.flatMap((id) => tasks.get(id) ?? []);
    const open = awaited.filter(({ status }) => status !== 'done');
    const [worst] = open.sort((one, other) => WORST.indexOf(one.status) - WORST.indexOf(other.status));
    if (worst !== undefined && (task.status === 'pending' || task.children.length > 0)) this.#dependency(worst);
    else if (task.status === 'pending' && view.pause !== null) this.#paused(view.pause.by);
    else if (task.status === 'pending') this.#free(task);
    else if (task.status === 'active' && task.assignedTo !== undefined) this.agent(task.assignedTo);
  }

  #dependency(task: TaskNode): void {
    const holder = task.assignedTo === undefined ? '' : `, ${task.assignedTo}`;
    if (this.#add({ kind: 'task', name: task.id, says: `${task.status}${holder}` })) this.task(task);
  }

  #paused(by: string): void {
    const { id, coordinator } = this.known.manifest;
    if (this.#add({ kind: 'swarm', name: id, says: `paused by ${by}` })) this.next = suggestedForAll('swarm resume', { by: coordinator });
  }

  /** The task only needs an agent. */
  #free({ id, assignedTo }: TaskNode): void {
    if (assignedTo === undefined) this.next = suggestedForAll('swarm claim', { task: id, agent: null });
    else this.agent(assignedTo);
  }

  /** Follows why an agent does not progress. @param helps the command that frees its lock, when another agent waits for it */
  agent(id: string, helps: string | null = null): void {
    const { agents, now, manifest } = this.known;
    const agent = agents.get(id);
    this.next = helps;
    if (agent === undefined || agent.state === 'idle') return;
    if (!this.#add({ kind: 'agent', name: id, says: agentWords(agent, now) })) return;
    if (agent.state === 'unresponsive') this.next ??= suggested('swarm retire', id, { by: manifest.coordinator });
    else if (agent.state === 'waiting' && agent.path !== null) this.#lock(agent.path, agent.holders);
  }

  #lock(path: string, holders: readonly string[]): void {
    const [holder] = holders;
    if (holder === undefined || !this.#add({ kind: 'lock', name: shownLockPath(path), says: `held by ${holders.join(', ')}` })) return;
    this.agent(holder, suggested('lock break', path, { by: this.known.manifest.coordinator, reason: null }));
  }
}

/** Returns the path from a task to what blocks it; without links when nothing does. */
export function waitsOf(task: TaskNode, known: Known): Waits {
  const way = new Way(known);
  way.task(task);
  return { links: way.links, next: way.next };
}
