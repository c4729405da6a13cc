import type { SwarmInput } from '../../src/engine/swarm/state/swarm-records.ts';
import { isFinished, settleAllContests, settleContest } from './swarm-model-merges.ts';
import {
  find,
  isInCharge,
  isLeaf,
  type Limit,
  type ModelMember,
  type ModelSwarm,
  type ModelTask,
  memberOf,
  refuseAgent,
  toMicros,
} from './swarm-model-state.ts';
import { heldBy, leavesHeldBy, seats, takeFrom } from './swarm-model-tasks.ts';
import { noteReturn, withdrawVoices } from './swarm-model-votes.ts';

/** The rules of members: joining, usage, leaving and timeouts. */

export function durationMs({ stoppedAt, created, stoppedMs }: ModelSwarm, now: number): number {
  return (stoppedAt ?? now) - created - stoppedMs;
}

/** An exceeded budget stops assignments, not running work. */
export function isOverBudget(swarm: ModelSwarm, now: number): boolean {
  const { tokens, micros, limits } = swarm;
  return tokens >= limits.maxTokens || micros >= toMicros(limits.maxCostUsd) || durationMs(swarm, now) >= limits.maxDurationMs;
}

interface Recruit {
  readonly agent: string;
  readonly role: string;
  readonly expertise: string[];
}

/** With admission, a new agent that is not in charge waits, unless it was refused. Asking again updates its role. */
export function recruit(swarm: ModelSwarm, asked: Recruit, at: number): string {
  const { agent, role, expertise } = asked;
  if (!swarm.hasAdmission || isInCharge(swarm, agent) || memberOf(swarm, agent)?.left === null) return takeIn(swarm, asked, at);
  if (swarm.rejections.some((each) => each.agent === agent)) return 'refused';
  const waiting = swarm.applicants.find((each) => each.agent === agent);
  if (waiting === undefined) swarm.applicants.push({ agent, role, expertise });
  else Object.assign(waiting, { role, expertise });
  return isFinished(swarm) ? (swarm.root.isAborted ? 'aborted' : 'finished') : 'awaits-admission';
}

export function admit(swarm: ModelSwarm, { agent, by, refused, stands, reason = '' }: SwarmInput<'swarm.admit'>, at: number): string {
  if (!isInCharge(swarm, by)) return 'not-in-charge';
  const rejected = swarm.rejections.find((each) => each.agent === agent);
  const asking = swarm.applicants.find((each) => each.agent === agent) ?? rejected;
  if (asking === undefined) return memberOf(swarm, agent)?.left === null && !refused ? 'ok' : 'not-waiting';
  const joined = refused ? 'ok' : takeIn(swarm, asking, at);
  if (!joined.startsWith('ok')) return joined;
  swarm.applicants = swarm.applicants.filter((each) => each !== asking);
  if (!refused) swarm.rejections = swarm.rejections.filter((each) => each !== rejected);
  else if (rejected !== undefined) rejected.reason = stands === true && reason !== '' ? reason : rejected.reason;
  else if (stands === true) swarm.rejections.push({ agent, role: asking.role, expertise: asking.expertise, reason });
  return 'ok';
}

function takeIn(swarm: ModelSwarm, { agent, role, expertise }: Recruit, at: number): string {
  const before = seats(swarm);
  const member = memberOf(swarm, agent);
  if (member === undefined) {
    if (swarm.joined >= swarm.limits.maxAgents) return 'full';
    const fresh = { id: agent, role, expertise, left: null, isBlocked: false, tokens: 0, micros: 0, seen: at, given: at, lost: [] };
    swarm.members.push(fresh);
    swarm.joined += 1;
    if (seats(swarm) !== before) settleAllContests(swarm, at);
    return 'ok new';
  }
  Object.assign(member, { role, expertise });
  if (member.left === null) return 'ok before';
  member.left = null;
  delete member.completedAt;
  noteReturn(swarm, agent);
  if (seats(swarm) !== before) settleAllContests(swarm, at);
  return 'ok again';
}

/** Takes all tasks from an agent. */
export function release(swarm: ModelSwarm, agent: string, at: number): ModelTask[] {
  const held = heldBy(swarm, agent);
  for (const task of held) {
    takeFrom(swarm, task, agent);
    if (swarm.strategy === 'competitive' && isLeaf(task)) settleContest(swarm, task, at);
  }
  return held;
}

export function retire(swarm: ModelSwarm, { agent, by = agent }: { agent: string; by?: string | undefined }, at: number): string {
  if (by !== agent && !isInCharge(swarm, by)) return 'not-yours-to-retire';
  const isApplicant = swarm.applicants.some((each) => each.agent === agent);
  swarm.applicants = swarm.applicants.filter((each) => each.agent !== agent);
  if (isApplicant) return 'ok ';
  const member = memberOf(swarm, agent);
  if (member === undefined) {
    // Another program may have assigned a task to an unknown agent; others can release it.
    const released = by === agent ? [] : release(swarm, agent, at);
    return released.length > 0 ? `ok ${released.map(({ id }) => id).join(' ')}` : 'unknown-agent';
  }
  const released = release(swarm, agent, at);
  const decided = member.left === null ? leave(swarm, agent, 'done', at) : '';
  return `ok ${released.map(({ id }) => id).join(' ')}${decided}`;
}

export function leave(swarm: ModelSwarm, agent: string, left: 'done' | 'failed', at: number): string {
  const member = memberOf(swarm, agent);
  const before = seats(swarm);
  Object.assign(member ?? {}, { left, completedAt: at, isBlocked: false, lost: [] });
  if (seats(swarm) !== before) settleAllContests(swarm, at);
  return withdrawVoices(swarm, [agent], at);
}

/** Counts usage for the agent, the swarm, and the named task or the only one that the agent works on. */
export function usage(
  swarm: ModelSwarm,
  { agent, tokens, costUsd, task: id }: { agent: string; tokens: number; costUsd: number; task?: string | undefined },
): string {
  const refused = refuseAgent(swarm, agent);
  if (refused !== null) return refused;
  const active = leavesHeldBy(swarm, agent, true);
  const task = id === undefined ? (active.length === 1 ? active[0] : undefined) : find(swarm, id);
  if (id !== undefined && task === undefined) return 'unknown-task';
  if (task !== undefined) task.actualTokens = (task.actualTokens ?? 0) + tokens;
  spend(swarm, agent, tokens, toMicros(costUsd));
  return `ok ${task?.id ?? ''}`;
}

export function spend(swarm: ModelSwarm, agent: string, tokens: number, micros: number): void {
  const member = memberOf(swarm, agent);
  if (member !== undefined) {
    member.tokens += tokens;
    member.micros += micros;
  }
  swarm.tokens += tokens;
  swarm.micros += micros;
}

/** A member that has sent no heartbeat and received no task for too long loses its tasks. The longest silent is first. */
export function releaseVanished(swarm: ModelSwarm, now: number): void {
  const since = ({ seen, given }: ModelMember) => Math.max(seen, given);
  const silent = swarm.members.filter((member) => since(member) + swarm.vanishAfterMs <= now);
  const inTurn = silent.toSorted((one, other) => one.seen - other.seen || (one.id < other.id ? -1 : 1));
  for (const member of inTurn) {
    const released = release(swarm, member.id, now).map(({ id }) => id);
    member.lost = [...new Set([...member.lost, ...released])];
  }
}

/** Tasks that were taken from an agent meanwhile and that it has not received again. */
export function takeLost(swarm: ModelSwarm, agent: string): string {
  const own = heldBy(swarm, agent).map(({ id }) => id);
  const lost = memberOf(swarm, agent)?.lost.splice(0) ?? [];
  return lost.filter((task) => !own.includes(task)).join(' ');
}

/** A heartbeat, which reports lost tasks. */
export function beat(swarm: ModelSwarm, agent: string): string {
  return refuseAgent(swarm, agent) ?? `ok ${takeLost(swarm, agent)}`;
}

/** Newly reached limits, as `limit percent`. */
export function warnings(swarm: ModelSwarm, now: number): string[] {
  const { joined, tokens, micros, limits, warned } = swarm;
  const uses: [Limit, number, number][] = [
    ['agents', joined, limits.maxAgents],
    ['tokens', tokens, limits.maxTokens],
    ['cost', micros, toMicros(limits.maxCostUsd)],
    ['duration', durationMs(swarm, now), limits.maxDurationMs],
  ];
  return uses.flatMap(([limit, spent, max]) => {
    const share = spent >= max ? 100 : spent * 5 >= max * 4 ? 80 : 0;
    const isNew = share > warned[limit];
    warned[limit] = share;
    return isNew ? [`${limit} ${share}`] : [];
  });
}
