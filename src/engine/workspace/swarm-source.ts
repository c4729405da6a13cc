import type { SwarmLock, SwarmManifest } from '../crtx/index.ts';
import type { FileProblem } from '../platform/file-problem.ts';
import type { Applicant, Pause } from '../swarm/index.ts';

/** Somebody who waits for locks. Times are milliseconds since 1970 UTC. */
export interface WaitingAgent {
  readonly agentId: string;
  readonly paths: readonly string[];
  readonly type: SwarmLock['type'];
  readonly requestedAt: number;
  /** When the wait ends by itself. */
  readonly until: number;
  readonly reason: string;
}

/** A lock that is held now. */
export interface HeldLock extends Readonly<SwarmLock> {
  /** Greater than that of every lock before it on the same files; `null` where only the file is known. */
  readonly fence: number | null;
}

/** The swarm of a project as it is now. Ask anew after a change: what was given does not change. */
export interface SwarmView {
  /** Seed 1, "SwarmManifest", without its locks; `null` where there is no swarm. */
  readonly manifest: SwarmManifest | null;
  /** Those that are held now, by path, then agent. */
  readonly locks: readonly HeldLock[];
  /** First come first; empty where only the file is known. */
  readonly waiting: readonly WaitingAgent[];
  /** An agent's last heartbeat, milliseconds since 1970 UTC; `null` where only the file is known. */
  lastActivity(agent: string): number | null;
  /** After how long without a sign of life an agent loses its tasks, milliseconds; `null` where only the file is known. */
  readonly vanishAfterMs: number | null;
  /** Who has paused the swarm; `null` while it goes on, and where only the file is known. */
  readonly pause: Pause | null;
  /** Who waits to be admitted; `null` where nobody needs to be, and where only the file is known. */
  readonly applicants: readonly Applicant[] | null;
  /** How long the clock of the budget stood still in earlier pauses, milliseconds; 0 where only the file is known. */
  readonly stoppedMs: number;
  /** Somebody ended it before its end; `false` where only the file is known. */
  readonly isAborted: boolean;
}

/** Where a swarm is read from. */
export interface SwarmSource {
  /** Reads what is new, and gives what is wrong. @throws CortexError where nothing can be read */
  refresh(): Promise<readonly FileProblem[]>;
  view(): SwarmView;
  /** Values of which one is different when the view is: first for tasks and agents, then for locks. */
  state(): { readonly swarm: readonly unknown[]; readonly locks: readonly unknown[] };
  /** When something next ends by itself, milliseconds since 1970 UTC. */
  nextEnd(): number | null;
  /** What could not be read and was written anew, also at the end, as long as its bytes lie beside it: nothing where only the file is known. */
  readonly rebuilt: readonly string[];
  close(): Promise<void>;
}

/** Whether nothing is different, in what `state` of a source gives. */
export function sameValues(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => Object.is(value, other[index]));
}
