import type { SwarmLock, SwarmManifest } from '../crtx/index.ts';
import type { FileProblem } from '../platform/file-problem.ts';
import type { Applicant, Pause } from '../swarm/index.ts';

/** An agent that waits for locks. Times are milliseconds since 1970 UTC. */
export interface WaitingAgent {
  readonly agentId: string;
  readonly paths: readonly string[];
  readonly type: SwarmLock['type'];
  readonly requestedAt: number;
  /** When the wait times out. */
  readonly until: number;
  readonly reason: string;
}

/** A lock that is held now. */
export interface HeldLock extends Readonly<SwarmLock> {
  /** Fencing token, greater than those of earlier locks on the same files; `null` when read from the file alone. */
  readonly fence: number | null;
}

/** An immutable view of a project's swarm. Request a new one after a change. */
export interface SwarmView {
  /** Seed 1, "SwarmManifest", without its locks; `null` without a swarm. */
  readonly manifest: SwarmManifest | null;
  /** Locks held now, sorted by path, then agent. */
  readonly locks: readonly HeldLock[];
  /** In order of arrival; empty when read from the file alone. */
  readonly waiting: readonly WaitingAgent[];
  /** Returns an agent's last heartbeat, in milliseconds since 1970 UTC; `null` when read from the file alone. */
  lastActivity(agent: string): number | null;
  /** Time without a heartbeat after which an agent loses its tasks, in milliseconds; `null` when read from the file alone. */
  readonly vanishAfterMs: number | null;
  /** The pause of the swarm; `null` when it is not paused, or when read from the file alone. */
  readonly pause: Pause | null;
  /** Agents that wait for admission; `null` when none is required, or when read from the file alone. */
  readonly applicants: readonly Applicant[] | null;
  /** Total length of earlier pauses, which do not count towards the budget, in milliseconds; 0 when read from the file alone. */
  readonly stoppedMs: number;
  /** Whether the swarm was aborted; `false` when read from the file alone. */
  readonly isAborted: boolean;
}

/** A source of swarm data. */
export interface SwarmSource {
  /** Reads changes, and returns the problems. @throws CortexError when nothing can be read */
  refresh(): Promise<readonly FileProblem[]>;
  view(): SwarmView;
  /** Returns values that differ whenever the view differs: one list for tasks and agents, one for locks. */
  state(): { readonly swarm: readonly unknown[]; readonly locks: readonly unknown[] };
  /** Returns when the next lock or wait expires, in milliseconds since 1970 UTC. */
  nextEnd(): number | null;
  /**
   * Descriptions of files that could not be read and were rebuilt, as long as the old bytes exist beside them; also valid after `close`.
   * Empty when read from the file alone.
   */
  readonly rebuilt: readonly string[];
  close(): Promise<void>;
}

/** Reports whether two lists from `state` are identical. */
export function sameValues(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => Object.is(value, other[index]));
}
