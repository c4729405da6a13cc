import type { Outcome } from '../../../platform/operation.ts';
import { covers } from '../../locks/lock-overlap.ts';
import type { GrantedLock } from '../../locks/lock-types.ts';
import type { CheckInput, CheckOutput } from '../../schemas/locks.ts';
import type { OpenSwarm } from '../context.ts';
import { toHeldLockView, unresponsiveAgents } from '../status.ts';
import { readLockPaths } from './lock-paths.ts';

type State = CheckOutput['paths'][number]['state'];

/** A shared lock of another agent counts as held too: its holder reads the file and relies on it not changing. */
function stateOf(path: string, locks: readonly GrantedLock[], agent: string | undefined): State {
  if (locks.some(({ agentId }) => agentId !== agent)) return 'held';
  return locks.some((lock) => lock.type === 'exclusive' && covers(lock.path, path)) ? 'yours' : 'free';
}

/** Returns who holds locks on some paths. The outcome is negative when another agent's lock prevents a change. */
export async function checkLocks(context: OpenSwarm, { paths, agent }: CheckInput): Promise<Outcome<CheckOutput>> {
  const { locks, now, clocks, swarm, waiters } = context.store;
  const read = readLockPaths(context, paths);
  const isAnyHeld = read.paths.some((path) => locks.holders(path, now).length > 0);
  const unresponsive = isAnyHeld ? unresponsiveAgents(swarm, context.store.manifest(), now) : new Set<string>();
  const found = read.paths.map((path) => {
    const held = waiters.living(locks.holders(path, now));
    const shown = held.map((lock) => toHeldLockView({ ...lock, expiresAt: lock.expiresAt + clocks.pendingShift }, unresponsive));
    return { path, state: stateOf(path, held, agent), locks: shown };
  });
  return { ok: found.every(({ state }) => state !== 'held'), output: { paths: found }, warnings: read.warnings };
}
