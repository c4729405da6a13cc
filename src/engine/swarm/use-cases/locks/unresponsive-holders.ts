import { shortLine } from '../../../crtx/shorten.ts';
import { suggestCommand } from '../../events/explanation.ts';
import { describeLockPath } from '../../locks/lock-path.ts';
import type { Blocker, GrantedLock, LockAnswer } from '../../locks/lock-types.ts';
import type { AcquireOutput, HeldLockView } from '../../schemas/locks.ts';
import type { Swarm } from '../../state/swarm.ts';
import type { SwarmStore } from '../../store.ts';
import { toHeldLockView } from '../status.ts';

/** Maximum number of locks for which a command is suggested. */
const MAX_NAMED = 3;

/** Returns those of the agents that are unresponsive at a time, in milliseconds. */
function silentAmong(swarm: Swarm, agents: readonly { readonly agentId: string }[], at: number): ReadonlySet<string> {
  return new Set(agents.map(({ agentId }) => agentId).filter((agent) => swarm.isUnresponsive(agent, at)));
}

/** Returns locks, with whether their holders are unresponsive. @param at milliseconds */
export function heldLockViews(swarm: Swarm, locks: readonly GrantedLock[], at: number): HeldLockView[] {
  const silent = silentAmong(swarm, locks, at);
  return locks.map((lock) => toHeldLockView(lock, silent));
}

/** Returns what blocks a refused request, with whether the agents are unresponsive. */
export function blockerViews({ swarm, now }: SwarmStore, answer: LockAnswer): AcquireOutput['blockedBy'] {
  const blockers: readonly Blocker[] = answer.status === 'denied' || answer.status === 'queued' ? answer.blockedBy : [];
  const silent = silentAmong(swarm, blockers, now);
  return blockers.map((blocker) => ({ ...blocker, ...(silent.has(blocker.agentId) && { holderUnresponsive: true as const }) }));
}

/** Returns how the locks of unresponsive holders can be broken, instead of waiting until they expire. */
export function breakWarnings({ swarm }: SwarmStore, blockers: AcquireOutput['blockedBy']): string[] {
  const silent = blockers.filter(({ state, holderUnresponsive }) => state === 'holding' && holderUnresponsive === true);
  return silent.slice(0, MAX_NAMED).map(({ agentId, path }) => {
    const next = suggestCommand('lock break', path, { by: swarm.coordinator, reason: `${agentId} is unresponsive` });
    return `${shortLine(agentId)} is unresponsive. The coordinator or a person can break its lock on ${describeLockPath(path)}: ${next}`;
  });
}
