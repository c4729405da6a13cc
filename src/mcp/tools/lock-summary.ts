import type { HeldLockView } from '../../engine/swarm/index.ts';
import { moment } from '../../engine/text/fenced.ts';

/** Returns a lock in the form for agents. */
export function toLockSummary({ path, agentId, type, expiresAt, reason, holderUnresponsive }: HeldLockView) {
  const silent = holderUnresponsive ? { holderUnresponsive } : {};
  return { path, agent: agentId, type, until: moment(expiresAt), ...silent, ...(reason !== '' && { reason }) };
}
