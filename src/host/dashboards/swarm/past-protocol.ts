/** Message types for the past of a swarm in the Swarm dashboard. Times are milliseconds since 1970 UTC, costs are US dollars. */

import type { ActivityCost, ActivitySpan } from '../../../engine/swarm/schemas/activity.ts';
import type { BurnStep, Expected } from '../../../engine/swarm/schemas/burn-down.ts';

export type { ActivityCost, BurnStep, Expected };

/** Several short spans of one kind may be shown as one. */
export interface StripSpan extends Omit<ActivitySpan, 'subject'> {
  /** Description of the task, or path of the wait, of the first of them. */
  readonly label: string;
  /** Number of spans that it stands for. */
  readonly count: number;
}

export interface StripMark {
  readonly kind: 'decision' | 'failure' | 'lock-broken';
  readonly at: number;
  readonly label: string;
}

/** What an agent did in the shown time; each list in order of time. */
export interface AgentStrip {
  readonly spans: readonly StripSpan[];
  readonly marks: readonly StripMark[];
  readonly costs: readonly ActivityCost[];
}

/** The time that the strips of all agents show. `reading`: not read yet. `none`: there is no history, and why. */
export type ActivityState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'none'; readonly why: string }
  | {
      readonly kind: 'shown';
      readonly from: number;
      /** When the swarm ended, or the host's time. */
      readonly to: number;
      readonly goesOn: boolean;
      /** Length of the whole history of the swarm, in milliseconds. */
      readonly lengthMs: number;
      /** Gaps in the history, and why it could not be read again. */
      readonly problems: readonly string[];
    };

/** Spending of a swarm at equal intervals. `reading`: not read yet. `none`: there is no history, and why. */
export type BurnDownState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'none'; readonly why: string }
  | {
      readonly kind: 'burnt';
      /** The start, and the end of each interval. */
      readonly steps: readonly BurnStep[];
      readonly limits: { readonly tokens: number; readonly cost: number; readonly duration: number };
      /** Number of leaf tasks that have not ended, and of all, as in the task list. */
      readonly left: number;
      readonly total: number;
      /** `null` if nothing can be predicted; a field is `null` if it cannot be predicted. */
      readonly forecast: Readonly<Record<'done' | 'tokens' | 'cost' | 'duration', Expected | null>> | null;
      /** Gaps in the history, and why it could not be read again. */
      readonly problems: readonly string[];
    };

/** A change in the history. */
export interface ChangeRow {
  readonly id: string;
  readonly time: number;
  readonly kind: string;
  readonly agent: string | null;
  /** The task, path, agent, proposal or limit that changed. */
  readonly subject: string;
  /** Description; may be empty. */
  readonly detail: string;
}

/** The past time that is shown instead of the present. */
export interface PastMoment {
  readonly at: number;
  /** The changes after this time, oldest first. */
  readonly changes: readonly ChangeRow[];
  /** Whether there are more changes than those. */
  readonly hasMore: boolean;
  readonly problems: readonly string[];
}

/** History of a swarm. `reading`: not read yet. `none`: there is no history, and why. */
export type HistoryState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'none'; readonly why: string }
  | {
      readonly kind: 'known';
      /** Times of the first and the last record. */
      readonly from: number;
      readonly to: number;
      /** `null`: the present is shown. */
      readonly past: PastMoment | null;
      /** Why the requested time cannot be shown. */
      readonly problem: string | null;
      /** Whether another time is being read. */
      readonly isReading: boolean;
      /** Host time of this state. */
      readonly now: number;
    };
