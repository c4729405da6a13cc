/** What the host says to the Swarm dashboard of the past of a swarm. Times are milliseconds since 1970 UTC, money is US dollars. */

/** What was spent and done by a time. */
export interface BurnStep {
  readonly time: number;
  readonly tokens: number;
  readonly costUsd: number;
  /** Without pauses. */
  readonly durationMs: number;
  readonly done: number;
}

/** When something is likely to come about, and between which times. */
export interface Expected {
  readonly at: number;
  readonly earliest: number;
  readonly latest: number;
}

/** What a swarm has spent in equal parts of its life. `reading`: nothing is known yet. `none`: why nothing can be known. */
export type BurnDownState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'none'; readonly why: string }
  | {
      readonly kind: 'burnt';
      /** The beginning, and the end of each part. */
      readonly steps: readonly BurnStep[];
      readonly limits: { readonly tokens: number; readonly cost: number; readonly duration: number };
      /** Leaves that are to be done yet. */
      readonly left: number;
      /** `null` where nothing can be told; in it for what cannot. */
      readonly forecast: Readonly<Record<'done' | 'tokens' | 'cost' | 'duration', Expected | null>> | null;
      /** What is missing of it, and why it could not be read again. */
      readonly problems: readonly string[];
    };

/** Something that changed. */
export interface ChangeRow {
  readonly id: string;
  readonly time: number;
  readonly kind: string;
  readonly who: string | null;
  /** The task, path, agent, proposal or limit. */
  readonly subject: string;
  /** In words; may be empty. */
  readonly what: string;
}

/** The moment that is shown instead of now. */
export interface PastMoment {
  readonly at: number;
  /** What changed next, the first of it first. */
  readonly changes: readonly ChangeRow[];
  /** Whether more than that has changed since. */
  readonly hasMore: boolean;
  readonly problems: readonly string[];
}

/** The history of a swarm. `reading`: nothing is known yet. `none`: why nothing can be known. */
export type HistoryState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'none'; readonly why: string }
  | {
      readonly kind: 'known';
      /** The first and the last record. */
      readonly from: number;
      readonly to: number;
      /** `null`: now is shown. */
      readonly past: PastMoment | null;
      /** Why the moment that was asked for cannot be shown. */
      readonly problem: string | null;
      /** Whether another moment than the one that is shown is read. */
      readonly isReading: boolean;
      /** The host's clock. */
      readonly now: number;
    };
