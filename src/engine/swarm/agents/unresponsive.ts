import type { SwarmAgent, SwarmManifest } from '../../crtx/schema.ts';
import { isEnded } from '../tasks/task.ts';

/** A swarm and the last heartbeats of its agents. */
export interface ActivitySource {
  readonly manifest: SwarmManifest | null;
  /** Returns the time of an agent's last record, in milliseconds since 1970 UTC; `null` if only the file is known. */
  lastActivity(agent: string): number | null;
  /** Time without a heartbeat after which an agent loses its tasks, in milliseconds; `null` if only the file is known. */
  readonly vanishAfterMs: number | null;
}

/** Reports whether an agent takes part, so that it can be given tasks. */
export function isParticipating({ status }: SwarmAgent): boolean {
  return status !== 'done' && status !== 'failed';
}

/**
 * Returns the time from which an agent counts as unresponsive unless it sends a heartbeat, in milliseconds since 1970 UTC. Returns `null`
 * if the agent has left, the swarm has ended, or only the file is known. From that time on every view shows it, even before the next record
 * takes the agent's tasks.
 */
export function unresponsiveSince(agent: SwarmAgent, { manifest, vanishAfterMs, lastActivity }: ActivitySource): number | null {
  if (manifest === null || vanishAfterMs === null || !isParticipating(agent) || isEnded(manifest.decomposition.status)) return null;
  const last = lastActivity(agent.id);
  return last === null ? null : last + vanishAfterMs;
}
