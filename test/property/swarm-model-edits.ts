import type { SwarmAgent } from '../../src/engine/crtx/schema.ts';
import type { ManifestChange } from '../../src/engine/swarm/state/changes.ts';
import { release, spend } from './swarm-model-members.ts';
import { settleAllContests } from './swarm-model-merges.ts';
import {
  find,
  isEnded,
  isLeaf,
  type ModelMember,
  type ModelSwarm,
  type ModelTask,
  memberOf,
  plant,
  type Status,
  tasksOf,
  toMicros,
  within,
} from './swarm-model-state.ts';
import { canBeFinished, change, leavesHeldBy, measure, seatHolders, seats, statusOf } from './swarm-model-tasks.ts';
import { noteReturn, withdrawVoices } from './swarm-model-votes.ts';

/** Adopts an edit of the file by another program: forward changes are accepted, decisions of the log stay. Returns the refused changes. */
export function adopt(swarm: ModelSwarm, changes: readonly ManifestChange[], at: number): ManifestChange[] {
  const before = seats(swarm);
  // The status of a parent is derived only after all changes are applied.
  const was: Was = new Map(tasksOf(swarm).map((task) => [task, statusOf(task)]));
  const here = swarm.members.filter(({ left }) => left === null);
  const away = swarm.members.filter(({ left }) => left !== null).map(({ id }) => id);
  const structure = changes.filter(isStructural);
  const refused = [
    ...refuseStructure(swarm, structure),
    ...changes.filter((each) => !isStructural(each) && !apply(swarm, each, { at, was })),
  ];
  if (refused.length === changes.length) return refused;
  // New tasks may be more urgent than old ones, so all are measured again.
  for (const task of tasksOf(swarm)) delete task.path;
  measure(swarm);
  change(swarm, new Map());
  seatHolders(swarm, at);
  for (const { id, left } of swarm.members) if (left !== null) release(swarm, id, at);
  for (const { id, left } of swarm.members) if (left === null && away.includes(id)) noteReturn(swarm, id);
  if (seats(swarm) !== before) settleAllContests(swarm, at);
  withdrawVoices(
    swarm,
    here.filter(({ left }) => left !== null).map(({ id }) => id),
    at,
  );
  const follows = changes.filter((each) => !refused.includes(each) && !cameAbout(swarm, each));
  return [...refused, ...follows];
}

type Structural = Extract<ManifestChange, { change: 'task-new' | 'task-dependencies' }>;

function isStructural(each: ManifestChange): each is Structural {
  return each.change === 'task-new' || each.change === 'task-dependencies';
}

/** Accepts all new tasks and dependencies together or none, because each may need the others. */
function refuseStructure(swarm: ModelSwarm, changes: readonly Structural[]): Structural[] {
  const copy = structuredClone(swarm);
  const refused = changes.filter((each) => !restructure(copy, each));
  if (changes.length > 0 && !canBeFinished(copy)) return [...changes];
  for (const each of changes) if (!refused.includes(each)) restructure(swarm, each);
  return refused;
}

/** Makes a change if it is allowed. */
function restructure(swarm: ModelSwarm, each: Structural): boolean {
  if (each.change === 'task-dependencies') {
    const task = find(swarm, each.task);
    if (task === undefined || statusOf(task) !== 'pending') return false;
    task.dependencies = [...each.dependencies];
    return true;
  }
  const parent = each.parent === null ? undefined : find(swarm, each.parent);
  if (parent === undefined || isEnded(statusOf(parent)) || (isLeaf(parent) && parent.status === 'active')) return false;
  const made = plant(each.task, parent);
  if (within(made).some((task) => find(swarm, task.id) !== undefined || isForStranger(swarm, task))) return false;
  parent.children.splice(each.index, 0, made);
  return true;
}

/** With admission, only members may work. A skipped task belongs to no agent. */
function isForStranger(swarm: ModelSwarm, { status, assignedTo }: Pick<ModelTask, 'status' | 'assignedTo'>): boolean {
  return swarm.hasAdmission && status !== 'skipped' && assignedTo !== null && memberOf(swarm, assignedTo)?.left !== null;
}

/** The status of each task before the edit. */
type Was = ReadonlyMap<ModelTask, Status>;

function apply(swarm: ModelSwarm, each: ManifestChange, { at, was }: { readonly at: number; readonly was: Was }): boolean {
  switch (each.change) {
    case 'goal':
      swarm.goal = each.goal;
      return true;
    case 'merge-policy':
      swarm.policy = each.mergePolicy;
      return true;
    case 'limit':
      swarm.limits[each.limit] = each.max;
      return true;
    case 'spent':
      swarm.tokens += each.tokens;
      swarm.micros += toMicros(each.costUsd);
      return true;
    case 'agent-new':
      return join(swarm, each, at);
    case 'agent-usage':
      if (each.tokens < 0 || each.costUsd < 0 || memberOf(swarm, each.agent) === undefined) return false;
      spend(swarm, each.agent, each.tokens, toMicros(each.costUsd));
      return true;
    case 'agent-status':
      return setAgent(swarm, each, at);
    case 'agent-profile':
      return setProfile(memberOf(swarm, each.agent), each);
    case 'task-text':
      return setText(swarm, each);
    case 'task-progress':
      return move(swarm, each, { at, was });
    case 'task-output':
      return setOutput(find(swarm, each.task), each);
    default:
      // Agents are not removed, tasks are not moved, and the coordinator stays.
      return false;
  }
}

function join(swarm: ModelSwarm, { agent }: Extract<ManifestChange, { change: 'agent-new' }>, at: number): boolean {
  if (swarm.hasAdmission || memberOf(swarm, agent.id) !== undefined || swarm.joined >= swarm.limits.maxAgents) return false;
  const { id, role, expertise } = agent;
  const left = agent.status === 'done' || agent.status === 'failed' ? agent.status : null;
  const isBlocked = agent.status === 'blocked';
  const member: ModelMember = { id, role, expertise, left, isBlocked, tokens: 0, micros: 0, seen: at, given: at, lost: [] };
  setTimes(member, agent);
  swarm.members.push(member);
  swarm.joined += 1;
  Object.assign(member, { tokens: agent.tokensUsed, micros: toMicros(agent.costUsd) });
  // The swarm's usage can only grow.
  swarm.tokens += Math.max(0, agent.tokensUsed);
  swarm.micros += Math.max(0, toMicros(agent.costUsd));
  return true;
}

/** A member leaves, returns or is blocked; whether it works follows from the tasks. */
function setAgent(swarm: ModelSwarm, { agent, status }: Extract<ManifestChange, { change: 'agent-status' }>, at: number): boolean {
  const member = memberOf(swarm, agent);
  if (member === undefined || (swarm.hasAdmission && member.left !== null && status !== 'done' && status !== 'failed')) return false;
  if (statusOfMember(swarm, agent) === status) return true;
  if (status === 'done' || status === 'failed') {
    // An agent that works in a contest may leave; its place is free again.
    if (leavesHeldBy(swarm, agent, true).some(({ assignedTo }) => assignedTo === agent)) return false;
    Object.assign(member, { left: status, completedAt: at, isBlocked: false });
    return true;
  }
  if (member.left !== null) delete member.completedAt;
  member.left = null;
  member.isBlocked = status === 'blocked';
  return true;
}

function setProfile(member: ModelMember | undefined, said: Extract<ManifestChange, { change: 'agent-profile' }>): boolean {
  if (member === undefined) return false;
  member.role = said.role ?? member.role;
  member.expertise = said.expertise ?? member.expertise;
  setTimes(member, said);
  return true;
}

/** `null` removes a time. */
function setTimes(member: ModelMember, times: { startedAt?: number | null | undefined; completedAt?: number | null | undefined }): void {
  for (const name of ['startedAt', 'completedAt'] as const) {
    const time = times[name];
    if (time === null) delete member[name];
    else if (time !== undefined) member[name] = time;
  }
}

function setText(swarm: ModelSwarm, each: Extract<ManifestChange, { change: 'task-text' }>): boolean {
  const task = find(swarm, each.task);
  if (task === undefined) return false;
  task.description = each.description ?? task.description;
  task.priority = each.priority ?? task.priority;
  task.estimatedTokens = each.estimatedTokens ?? task.estimatedTokens;
  return true;
}

/** Forward only: pending, active, ended. An active task stays with its agent. */
function move(
  swarm: ModelSwarm,
  { task: id, status, assignedTo }: Extract<ManifestChange, { change: 'task-progress' }>,
  { at, was }: { readonly at: number; readonly was: Was },
): boolean {
  const task = find(swarm, id);
  if (task === undefined || isForStranger(swarm, { status, assignedTo })) return false;
  const now = isLeaf(task) ? task.status : (was.get(task) ?? task.status);
  const next = isLeaf(task) ? status : now;
  const named = assignedTo === null ? undefined : memberOf(swarm, assignedTo);
  const isMove = now !== next || task.assignedTo !== assignedTo;
  if (isMove && !mayMove(task, { now, next, named, assignedTo })) return false;
  if (named !== undefined) named.given = at;
  if (!isMove) return true;
  task.assignedTo = assignedTo;
  if (isLeaf(task)) task.status = next;
  task.since = isLeaf(task) && next === 'active' ? (task.since ?? at) : null;
  return true;
}

interface Move {
  readonly now: Status;
  readonly next: Status;
  readonly named: ModelMember | undefined;
  readonly assignedTo: string | null;
}

function mayMove(task: ModelTask, { now, next, named, assignedTo }: Move): boolean {
  if (isEnded(now) || (!isEnded(next) && named !== undefined && named.left !== null)) return false;
  if (!isLeaf(task) || now !== 'active') return true;
  return (task.assignedTo === null || task.assignedTo === assignedTo) && next !== 'pending' && next !== 'skipped';
}

/** An output written by hand is the task's result; it cannot change the deliberation. */
function setOutput(task: ModelTask | undefined, { output, replaces }: Extract<ManifestChange, { change: 'task-output' }>): boolean {
  if (task === undefined || output === undefined) return false;
  const isDiscussed = task.proposals.length + task.candidates.length > 0 || task.merge !== null;
  if (isDiscussed && typeof output === 'object' && output !== null && 'cortex' in output) return false;
  if (task.result !== undefined && !replaces) return false;
  task.result = output;
  return true;
}

/** Returns whether a derived value is as written. */
function cameAbout(swarm: ModelSwarm, each: ManifestChange): boolean {
  if (each.change === 'task-progress') {
    const task = find(swarm, each.task);
    return task !== undefined && statusOf(task) === each.status;
  }
  if (each.change !== 'agent-status') return true;
  return statusOfMember(swarm, each.agent) === each.status;
}

export function statusOfMember(swarm: ModelSwarm, agent: string): SwarmAgent['status'] {
  const { left = null, isBlocked = false } = memberOf(swarm, agent) ?? {};
  if (left !== null) return left;
  if (isBlocked) return 'blocked';
  return leavesHeldBy(swarm, agent, true).length > 0 ? 'working' : 'idle';
}
