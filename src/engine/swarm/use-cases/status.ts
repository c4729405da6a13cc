import type { SwarmAgent, SwarmManifest } from '../../crtx/schema.ts';
import { type ActivitySource, unresponsiveSince } from '../agents/unresponsive.ts';
import type { LockTable } from '../locks/lock-table.ts';
import type { GrantedLock } from '../locks/lock-types.ts';
import type { Waiters } from '../locks/waiters.ts';
import type { ListOutput } from '../schemas/locks.ts';
import type { StateOutput } from '../schemas/swarm-state.ts';
import type { Swarm } from '../state/swarm.ts';
import { toLockView, toWaitView } from './locks/lock-view.ts';

function responsesOf(swarm: Swarm, manifest: SwarmManifest): ActivitySource {
  return { manifest, vanishAfterMs: swarm.vanishAfterMs, lastActivity: (agent) => swarm.lastActivity(agent) };
}

/** Returns the ids of the agents that are unresponsive at a time (milliseconds), whatever status the file gives them. */
export function unresponsiveAgents(swarm: Swarm, manifest: SwarmManifest, at: number): ReadonlySet<string> {
  if (swarm.id === null) return new Set();
  const known = responsesOf(swarm, manifest);
  const isUnresponsive = (agent: SwarmAgent) => at >= (unresponsiveSince(agent, known) ?? Number.POSITIVE_INFINITY);
  return new Set(manifest.agents.filter(isUnresponsive).map(({ id }) => id));
}

/**
 * Returns the state of a swarm: its manifest in the seed's shape, its progress, and the last activity of each agent. Marks unresponsive
 * agents and their locks.
 * @param at milliseconds
 */
export function readState(swarm: Swarm, manifest: SwarmManifest, at: number): StateOutput {
  if (swarm.id === null) return { swarm: null, progress: null, seen: [], pause: null, applicants: null, end: null };
  const known = responsesOf(swarm, manifest);
  const silent = unresponsiveAgents(swarm, manifest, at);
  const agents = manifest.agents.map((agent) => (silent.has(agent.id) ? { ...agent, unresponsive: true } : agent));
  const locks = manifest.locks.map((lock) => (silent.has(lock.agentId) ? { ...lock, holderUnresponsive: true } : lock));
  const seen = manifest.agents.flatMap((agent) => {
    const at = swarm.lastActivity(agent.id);
    return at === null ? [] : [{ agent: agent.id, at, unresponsiveFrom: unresponsiveSince(agent, known) }];
  });
  const applicants = swarm.applicants?.map((each) => ({ ...each, expertise: [...each.expertise] })) ?? null;
  return { swarm: { ...manifest, agents, locks }, progress: swarm.progress(), seen, pause: swarm.paused, applicants, end: swarm.end };
}

/** Returns a lock, with whether its holder is unresponsive. */
export function toHeldLockView(lock: GrantedLock, unresponsive: ReadonlySet<string>): ListOutput['locks'][number] {
  return { ...toLockView(lock), ...(unresponsive.has(lock.agentId) && { holderUnresponsive: true as const }) };
}

/**
 * Returns the locks at a time (milliseconds), and the waiting requests.
 * @param unresponsive the agents that are unresponsive at that time
 * @param waiters the waiting processes; `null` if the answer is not about the present
 */
export function locksAt(
  locks: LockTable,
  at: number,
  unresponsive: ReadonlySet<string>,
  waiters: Pick<Waiters, 'living' | 'isOrphaned'> | null = null,
): ListOutput {
  const waiting = locks.queue().filter(({ until }) => until > at);
  const held = locks.list(at);
  return {
    locks: (waiters?.living(held) ?? held).map((lock) => toHeldLockView(lock, unresponsive)),
    waiting: waiting.map((request) => ({ ...toWaitView(request), processEnded: waiters?.isOrphaned(request.id) ?? false })),
  };
}
