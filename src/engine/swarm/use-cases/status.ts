import type { SwarmManifest } from '../../crtx/schema.ts';
import { unresponsiveFrom } from '../agents/unresponsive.ts';
import type { LockTable } from '../locks/lock-table.ts';
import type { QueuedRequest } from '../locks/lock-types.ts';
import type { ListOutput } from '../schemas/locks.ts';
import type { StateOutput } from '../schemas/swarm-state.ts';
import type { Swarm } from '../state/swarm.ts';
import { lockViewOf, waitViewOf } from './lock-view.ts';

/** How a swarm stands: its manifest in the seed's shape, its progress, and who was last seen when. */
export function stateOf(swarm: Swarm, manifest: SwarmManifest): StateOutput {
  if (swarm.id === null) return { swarm: null, progress: null, seen: [], pause: null, applicants: null, end: null };
  const known = { manifest, vanishAfterMs: swarm.vanishAfterMs, lastActivity: (agent: string) => swarm.lastActivity(agent) };
  const seen = manifest.agents.flatMap((agent) => {
    const at = swarm.lastActivity(agent.id);
    return at === null ? [] : [{ agent: agent.id, at, unresponsiveFrom: unresponsiveFrom(agent, known) }];
  });
  const applicants = swarm.applicants?.map((each) => ({ ...each, expertise: [...each.expertise] })) ?? null;
  return { swarm: manifest, progress: swarm.progress(), seen, pause: swarm.paused, applicants, end: swarm.end };
}

/**
 * What is locked at a time (milliseconds), and who waits.
 * @param hasEnded whether the process that waits has ended
 */
export function locksAt(locks: LockTable, at: number, hasEnded: (request: QueuedRequest) => boolean = () => false): ListOutput {
  const waiting = locks.queue().filter(({ until }) => until > at);
  return {
    locks: locks.list(at).map(lockViewOf),
    waiting: waiting.map((request) => ({ ...waitViewOf(request), processEnded: hasEnded(request) })),
  };
}
