import type { SwarmManifest, TaskNode } from '../../crtx/index.ts';
import {
  decisionCommand,
  describeLockPath,
  hasNoWorkers,
  listOpenContests,
  openSubjects,
  overlaps,
  suggestCommand,
  suggestSwarmCommand,
  WAITS,
} from '../../swarm/index.ts';
import { counted, duration, remaining } from '../../text/amounts.ts';
import type { SwarmView } from '../../workspace/swarm-source.ts';
import type { AgentState, SwarmStatus } from './status-schemas.ts';
import type { WaitLink } from './task-schemas.ts';

/** Input of the search for what blocks a task. */
export interface WaitContext {
  readonly manifest: SwarmManifest;
  readonly view: SwarmView;
  /** The tasks that must be done before each task, by its id. */
  readonly predecessors: ReadonlyMap<string, readonly TaskNode[]>;
  readonly agents: ReadonlyMap<string, AgentState>;
  /** The limits of the budget that are reached, so that no more tasks are assigned. */
  readonly usedUp: SwarmStatus['usedUp'];
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  /** Id of the person at this terminal. */
  readonly person: string;
}

/** Path to a cause, and the command that resolves it. */
export interface Waits {
  readonly links: readonly WaitLink[];
  readonly next: string | null;
}

/** Longest path to report. The limit also ends cycles of agents that wait for each other. */
const MAX_LINKS = 16;

/** Says that a limit of the budget is reached. */
export const USED_UP: Readonly<Record<SwarmStatus['usedUp'][number], string>> = {
  tokens: 'the tokens are used up',
  cost: 'the money is used up',
  duration: 'the time is used up',
};

/** Order in which open dependencies are followed: the one furthest from done first. */
const WORST: readonly TaskNode['status'][] = ['failed', 'skipped', 'pending', 'active'];

const isLost = ({ status }: TaskNode): boolean => status === 'failed' || status === 'skipped';

const ago = (time: number | null, now: number): string => (time === null ? '' : duration(Math.max(0, now - time)));

/** Describes the state of an agent. */
export function describeAgent({ state, path, holders, waitsSince, seenAt }: AgentState, now: number): string {
  switch (state) {
    case 'unresponsive':
      return `unresponsive, last seen ${ago(seenAt, now)} ago`;
    case 'waiting': {
      const held = holders.length === 0 ? '' : `, held by ${holders.join(', ')}`;
      return `waiting ${ago(waitsSince, now)} for ${path === null ? 'a lock' : describeLockPath(path)}${held}`;
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

  constructor(private readonly known: WaitContext) {}

  /** @returns false when the link is already on the path, or the path is too long */
  #add(link: WaitLink): boolean {
    const key = `${link.kind} ${link.name}`;
    if (this.#seen.has(key) || this.links.length >= MAX_LINKS) return false;
    this.#seen.add(key);
    this.links.push(link);
    return true;
  }

  /** Follows why a task does not progress. */
  task(task: TaskNode): void {
    const [worst] = this.#awaited(task).sort((one, other) => WORST.indexOf(one.status) - WORST.indexOf(other.status));
    if (worst !== undefined) this.#dependency(worst);
    else if (isLost(task)) this.next = suggestCommand('swarm retry', task.id, { by: this.known.manifest.coordinator });
    else if (!this.#decision(task) && task.status !== 'done') this.#agents(task);
  }

  /** Returns the tasks that a task waits for; for a skipped task, those that it was skipped for. A failed task waits for none. */
  #awaited(task: TaskNode): TaskNode[] {
    const waits = task.status === 'pending' || task.status === 'skipped';
    const before = waits ? (this.known.predecessors.get(task.id) ?? []) : [];
    const awaited = task.children.length > 0 ? task.children : before;
    return awaited.filter((each) => (isLost(task) ? isLost(each) : each.status !== 'done'));
  }

  #dependency(task: TaskNode): void {
    const holder = task.assignedTo === undefined ? '' : `, ${task.assignedTo}`;
    if (this.#add({ kind: 'task', name: task.id, says: `${task.status}${holder}` })) this.task(task);
  }

  #paused(by: string): void {
    const { id, coordinator } = this.known.manifest;
    if (this.#add({ kind: 'swarm', name: id, says: `paused by ${by}` }))
      this.next = suggestSwarmCommand('swarm resume', { by: coordinator });
  }

  #usedUp([limit]: SwarmStatus['usedUp']): void {
    const { id, coordinator } = this.known.manifest;
    if (limit === undefined || !this.#add({ kind: 'swarm', name: id, says: USED_UP[limit] })) return;
    this.next = suggestSwarmCommand('swarm budget', { by: coordinator, [limit]: null });
  }

  /** Follows a vote, an answer, an approval or a further submission that a task needs. @returns false if it needs none */
  #decision({ id, status }: TaskNode): boolean {
    const { manifest, person } = this.known;
    const subject = openSubjects(manifest).find(({ task, kind }) => task === id && (kind !== 'proposal' || status === 'pending'));
    if (subject === undefined) return this.#contest(id);
    const says = `waiting for ${WAITS[subject.waitsFor]}`;
    if (this.#add({ kind: 'decision', name: subject.id, says })) this.next = decisionCommand(subject, manifest, person);
    return true;
  }

  /** A contest waits for agents to claim the task when no agent works on it. */
  #contest(id: string): boolean {
    const contest = listOpenContests(this.known.manifest).find(({ task }) => task === id);
    if (contest === undefined || !hasNoWorkers(contest)) return false;
    const says = `${contest.handedIn} of ${contest.of} submitted, waiting for ${counted(contest.missing, 'more agent')}`;
    const by = this.known.manifest.coordinator;
    if (this.#add({ kind: 'decision', name: id, says })) this.next = suggestSwarmCommand('swarm merge', { task: id, by });
    return true;
  }

  /** The task only needs an agent. */
  #agents(task: TaskNode): void {
    const { manifest, view, usedUp } = this.known;
    const { id, status, assignedTo } = task;
    if (status === 'pending' && view.pause !== null) this.#paused(view.pause.by);
    else if (status === 'pending' && usedUp.length > 0) this.#usedUp(usedUp);
    else if (assignedTo !== undefined) this.#holder(task, assignedTo);
    else if (status !== 'pending') return;
    else if (manifest.strategy === 'hierarchical')
      this.next = suggestCommand('swarm assign', id, { agent: null, by: manifest.coordinator });
    else this.next = suggestSwarmCommand('swarm claim', { task: id, agent: null });
  }

  #holder({ id, status }: TaskNode, holder: string): void {
    const agent = this.known.agents.get(holder);
    const by = this.known.manifest.coordinator;
    if (agent === undefined) {
      const isNew = this.#add({ kind: 'agent', name: holder, says: 'not in the swarm' });
      if (isNew) this.next = suggestCommand('swarm assign', id, { agent: null, by });
    } else if (status === 'pending' && agent.state === 'idle') {
      if (this.#add({ kind: 'agent', name: holder, says: 'idle' })) this.next = suggestCommand('swarm start', id, { agent: holder });
    } else if (status === 'pending' || agent.state !== 'working' || this.links.length > 0) this.agent(holder);
  }

  /** Follows why an agent does not progress. @param held path of its lock that another agent waits for */
  agent(id: string, held: string | null = null): void {
    const { agents, now, manifest, view } = this.known;
    const agent = agents.get(id);
    // Breaking the lock of an agent that works makes it lose its work.
    const breaks = held && suggestCommand('lock break', held, { by: manifest.coordinator, reason: null });
    // Otherwise there is no next step: the agent that waits gets the lock as soon as it is free.
    this.next = view.isAborted ? breaks : null;
    if (agent === undefined || agent.state === 'idle') return;
    if (!this.#add({ kind: 'agent', name: id, says: describeAgent(agent, now) })) return;
    if (agent.state === 'unresponsive') this.next = breaks ?? suggestCommand('swarm retire', id, { by: manifest.coordinator });
    else if (agent.state === 'waiting' && agent.path !== null) this.#lock(agent.path, agent.holders);
  }

  #lock(path: string, holders: readonly string[]): void {
    const [holder] = holders;
    const says = `held by ${holders.join(', ')}${this.#lockEnd(path, holders)}`;
    if (holder === undefined || !this.#add({ kind: 'lock', name: describeLockPath(path), says })) return;
    this.agent(holder, path);
  }

  /** Returns when the last of the locks ends, unless it is renewed. */
  #lockEnd(path: string, holders: readonly string[]): string {
    const { view, now } = this.known;
    const ends = view.locks.flatMap((lock) => (holders.includes(lock.agentId) && overlaps(lock.path, path) ? lock.expiresAt : []));
    const left = Math.max(0, ...ends) - now;
    return left > 0 ? ` for ${remaining(left)} more unless renewed` : '';
  }
}

/** Returns the path from a task to what blocks it; without links when nothing does. */
export function findWaits(task: TaskNode, known: WaitContext): Waits {
  const way = new Way(known);
  way.task(task);
  return { links: way.links, next: way.next };
}
