import type { SwarmManifest } from '../../../crtx/schema.ts';
import type { ThreadReply } from '../../../platform/answering-thread.ts';
import type { GrantedLock, QueuedRequest } from '../../locks/lock-types.ts';
import type { Applicant, Pause } from '../../state/unpublished.ts';
import type { SwarmActivity } from '../activity.ts';
import type { BurnDown } from '../burn-down.ts';
import type { Change } from '../change.ts';
import type { Forecast } from '../forecast.ts';
import type { LogPosition } from '../moment.ts';

/** How a swarm has spent its budget, and the forecast. */
export interface Burnt extends BurnDown {
  readonly forecast: Forecast | null;
}

/** Times of the first and last record, in milliseconds since 1970 UTC. */
export interface HistorySpan {
  readonly from: number;
  readonly to: number;
}

/** A swarm and its locks at an earlier moment. Times are milliseconds since 1970 UTC. */
export interface PastView {
  /** The last record by then, and the time of the moment. */
  readonly at: LogPosition;
  /** Seed 1, "SwarmManifest", without its locks; `null` if there was no swarm. */
  readonly manifest: SwarmManifest | null;
  readonly locks: readonly GrantedLock[];
  readonly waiting: readonly QueuedRequest[];
  /** Last activity of each agent. */
  readonly seen: readonly { readonly agent: string; readonly at: number }[];
  readonly vanishAfterMs: number | null;
  readonly pause: Pause | null;
  readonly applicants: readonly Applicant[] | null;
  readonly stoppedMs: number;
  readonly isAborted: boolean;
  /** The next changes after the moment, the oldest first. */
  readonly changes: readonly Change[];
  /** True if there are more changes than these. */
  readonly hasMore: boolean;
  /** Records that were skipped, and gaps in the history. */
  readonly problems: readonly string[];
}

/** The functions that the thread offers. */
export interface HistoryFunctions {
  burnDown(): Promise<ThreadReply<Burnt | null>>;
  span(): Promise<ThreadReply<HistorySpan | null>>;
  at(time: number): Promise<ThreadReply<PastView>>;
  activity(): Promise<ThreadReply<SwarmActivity | null>>;
}

/** The thread sends no events. */
export type HistoryEvents = Readonly<Record<never, never>>;

/** The start data of the thread. */
export interface HistoryData {
  /** The folder that has `.cortex/`. */
  readonly root: string;
}
