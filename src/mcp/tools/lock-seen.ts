import type { LockView } from '../../engine/swarm/index.ts';
import { moment } from '../tool.ts';

/** A lock as agents read it. */
export function lockSeen({ path, agentId, type, expiresAt, reason }: LockView) {
  return { path, agent: agentId, type, until: moment(expiresAt), ...(reason !== '' && { reason }) };
}
