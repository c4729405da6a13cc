import type { SwarmManifest } from '../../../crtx/schema.ts';
import type { GrantedLock, QueuedRequest } from '../../locks/lock-types.ts';
import type { Applicant, Pause } from '../../state/unpublished.ts';
import type { BurnDown } from '../burn-down.ts';
import type { Change } from '../change.ts';
import type { Forecast } from '../forecast.ts';
import type { LogPlace } from '../moment.ts';

/** How a swarm has spent its budget, and what is to be expected of it. */
export interface Burnt extends BurnDown {
  readonly forecast: Forecast | null;
}

/** From when to when there are records, milliseconds since 1970 UTC. */
export interface HistorySpan {
  readonly from: number;
  readonly to: number;
}

/** A swarm and its locks as they were. Times are milliseconds since 1970 UTC. */
export interface PastView {
  /** The last record by then, and the moment itself. */
  readonly at: LogPlace;
  /** Seed 1, "SwarmManifest", without its locks; `null` where there was no swarm. */
  readonly manifest: SwarmManifest | null;
  readonly locks: readonly GrantedLock[];
  readonly waiting: readonly QueuedRequest[];
  /** When each agent gave its last sign of life. */
  readonly seen: readonly { readonly agent: string; readonly at: number }[];
  readonly vanishAfterMs: number | null;
  readonly pause: Pause | null;
  readonly applicants: readonly Applicant[] | null;
  readonly stoppedMs: number;
  readonly isAborted: boolean;
  /** What changed next, the first of it first. */
  readonly changes: readonly Change[];
  /** Whether more than that has changed since. */
  readonly hasMore: boolean;
  /** What was skipped, and what is missing of the history. */
  readonly problems: readonly string[];
}
