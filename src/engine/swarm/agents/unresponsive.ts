import type { SwarmAgent, SwarmManifest } from '../../crtx/schema.ts';
import { isEnded } from '../tasks/task.ts';

/** What is known of a swarm and of who sent a heartbeat when. */
export interface Responses {
  readonly manifest: SwarmManifest | null;
  /** The last record of an agent, milliseconds since 1970 UTC; `null` where only the file is known. */
  lastActivity(agent: string): number | null;
  /** After how long without a heartbeat an agent loses its tasks, milliseconds; `null` where only the file is known. */
  readonly vanishAfterMs: number | null;
}

/** An agent that takes part: tasks can be given to it. */
export function takesPart({ status }: SwarmAgent): boolean {
  return status !== 'done' && status !== 'failed';
}

/**
 * From when on an agent counts as unresponsive, unless it sends a heartbeat, milliseconds since 1970 UTC; `null` where nobody waits for it:
 * it has left, the swarm has ended, or only the file is known. From that moment every view says so, also before the next record takes its tasks.
 */
export function unresponsiveFrom(agent: SwarmAgent, { manifest, vanishAfterMs, lastActivity }: Responses): number | null {
  if (manifest === null || vanishAfterMs === null || !takesPart(agent) || isEnded(manifest.decomposition.status)) return null;
  const last = lastActivity(agent.id);
  return last === null ? null : last + vanishAfterMs;
}
