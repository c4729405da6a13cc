import type { MergePolicy, SwarmStrategy, TaskNode } from '../../src/engine/crtx/schema.ts';

export type Status = TaskNode['status'];

export interface Voice {
  readonly agent: string;
  readonly choice: string;
}

/** A subject of a vote: `voices` exists while votes are taken, and `electorate` if not all present members may vote. */
export interface Votable {
  voices?: Voice[];
  /** Number of members when the vote was opened, and those who returned since. */
  electorate?: { readonly members: number; readonly returned: string[] };
}

export interface Proposal extends Votable {
  readonly id: string;
  readonly agent: string;
  readonly approach: string;
  readonly confidence: number;
  readonly at: number;
  state: 'open' | 'won' | 'lost';
  agree: number;
  against: number;
}

export interface Candidate {
  readonly agent: string;
  state: 'assigned' | 'working' | 'ready' | 'gave-up' | 'chosen' | 'lost' | 'void';
  since: number;
  at?: number;
  confidence?: number;
  files?: string[];
  output?: unknown;
  reason?: string;
}

export interface Option {
  readonly id: string;
  readonly agent: string;
  readonly confidence: number;
  readonly at: number;
}

export interface Question extends Votable {
  readonly id: string;
  readonly file?: string;
  readonly options: readonly Option[];
  pick?: string;
}

export interface Merge extends Votable {
  readonly at: number;
  state: 'open' | 'approved' | 'refused';
  waitsFor?: 'answers' | 'votes' | 'coordinator' | 'person';
  readonly questions: Question[];
  isVoted?: boolean;
  readonly approvals: { readonly by: string; readonly at: number }[];
  reason?: string;
  refusedBy?: string;
}

/** A task with its deliberation in the form of the file (docs/protocols/crtx.md, "Deliberation"). */
export interface ModelTask {
  readonly id: string;
  description: string;
  priority: number;
  estimatedTokens: number;
  dependencies: string[];
  readonly above: ModelTask | null;
  children: ModelTask[];
  /** Status of a leaf; a parent's status follows from its children (`statusOf`). */
  status: Status;
  assignedTo: string | null;
  actualTokens?: number;
  result?: unknown;
  /** When the work on it started, while it is active. */
  since: number | null;
  /** Tokens of the longest chain that starts with it, as of its creation. */
  path?: number;
  readonly proposals: Proposal[];
  readonly candidates: Candidate[];
  merge: Merge | null;
  /** Only for the root: whether the swarm was aborted. */
  isAborted: boolean;
}

export interface ModelMember {
  readonly id: string;
  role: string;
  expertise: string[];
  left: 'done' | 'failed' | null;
  isBlocked: boolean;
  startedAt?: number;
  completedAt?: number;
  tokens: number;
  micros: number;
  /** Time of its last heartbeat. */
  seen: number;
  /** When it last received a task, of which it could not have known before. */
  given: number;
  /** Tasks taken from it for its silence that have not been reported to it. */
  lost: string[];
}

export type Limit = 'agents' | 'tokens' | 'cost' | 'duration';

/** Everything about a swarm, in lists that are searched. Times are milliseconds. */
export interface ModelSwarm {
  readonly id: string;
  goal: string;
  readonly created: number;
  readonly coordinator: string;
  readonly strategy: SwarmStrategy;
  policy: MergePolicy;
  readonly limits: { maxAgents: number; maxTokens: number; maxCostUsd: number; maxDurationMs: number };
  readonly vanishAfterMs: number;
  readonly releasesLocks: boolean;
  readonly fixedElectorate: boolean;
  readonly hasAdmission: boolean;
  /** Agents that wait for admission. */
  applicants: { readonly agent: string; role: string; expertise: string[] }[];
  /** Refused agents, with reasons. */
  rejections: { readonly agent: string; role: string; expertise: string[]; reason: string }[];
  readonly members: ModelMember[];
  root: ModelTask;
  /** Number of agents that ever joined, and the usage. */
  joined: number;
  tokens: number;
  micros: number;
  /** Reported share of each limit. */
  readonly warned: Record<Limit, 0 | 80 | 100>;
  pause: { readonly by: string; readonly at: number } | null;
  /** The budget's clock: when it stopped, and how long it was stopped before. */
  stoppedAt: number | null;
  stoppedMs: number;
  hadEnded: boolean;
}

export const isEnded = (status: Status): boolean => status === 'done' || status === 'failed' || status === 'skipped';
export const isLost = (status: Status): boolean => status === 'failed' || status === 'skipped';
export const isLeaf = ({ children }: ModelTask): boolean => children.length === 0;
export const toMicros = (usd: number): number => Math.round(usd * 1_000_000);
export const isPerson = (by: string): boolean => by.startsWith('person:');

export function isInCharge(swarm: ModelSwarm, by: string): boolean {
  return by === swarm.coordinator || isPerson(by);
}

export function memberOf({ members }: ModelSwarm, agent: string): ModelMember | undefined {
  return members.find(({ id }) => id === agent);
}

export function present({ members }: ModelSwarm): number {
  return members.filter(({ left }) => left === null).length;
}

/** Members who may vote: present when the vote was opened, and ever since. */
export function entitled({ members }: ModelSwarm, { electorate }: Votable): ModelMember[] {
  const here = members.slice(0, electorate?.members).filter(({ left }) => left === null);
  return here.filter(({ id }) => electorate?.returned.includes(id) !== true);
}

/** Opens a vote. */
export function openVote(swarm: ModelSwarm, on: Votable): void {
  if (on.voices !== undefined) return;
  on.voices = [];
  if (swarm.fixedElectorate) on.electorate = { members: swarm.members.length, returned: [] };
}

export function closeVote(on: Votable): void {
  delete on.voices;
  delete on.electorate;
}

/** Returns why an agent may not take part: it never joined, waits, was refused, or has left. */
export function refuseAgent(swarm: ModelSwarm, agent: string): string | null {
  const member = memberOf(swarm, agent);
  if (swarm.applicants.some((each) => each.agent === agent)) return 'awaits-admission';
  if (swarm.rejections.some((each) => each.agent === agent)) return 'refused';
  if (member === undefined) return 'unknown-agent';
  return member.left === null ? null : 'retired';
}

/** A task and all tasks below it, in document order. */
export function within(task: ModelTask): ModelTask[] {
  return [task, ...task.children.flatMap(within)];
}

/** A task and all tasks above it, nearest first. */
export function line(task: ModelTask): ModelTask[] {
  return task.above === null ? [task] : [task, ...line(task.above)];
}

export function tasksOf({ root }: ModelSwarm): ModelTask[] {
  return within(root);
}

export function leavesOf(swarm: ModelSwarm): ModelTask[] {
  return tasksOf(swarm).filter(isLeaf);
}

export function find(swarm: ModelSwarm, id: string): ModelTask | undefined {
  return tasksOf(swarm).find((task) => task.id === id);
}

/** Converts a task tree. */
export function plant(node: TaskNode, above: ModelTask | null): ModelTask {
  const { id, description, priority, estimatedTokens, dependencies, status, assignedTo = null, actualTokens, output } = node;
  const said = { proposals: [], candidates: [], merge: null, isAborted: false };
  const task: ModelTask = {
    id,
    description,
    priority,
    estimatedTokens,
    dependencies: [...dependencies],
    above,
    children: [],
    status,
    assignedTo,
    since: null,
    ...said,
    ...(actualTokens !== undefined && { actualTokens }),
    ...(output !== undefined && { result: output }),
  };
  task.children = node.children.map((child) => plant(child, task));
  return task;
}
