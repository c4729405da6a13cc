import type { MergePolicy } from '../../crtx/schema.ts';
import type { Option, Proposal, WaitsFor } from '../decisions/deliberation.ts';

/** An event that follows from a record by the rules alone, or that decides something for all. The timeline records it. */
export type SwarmEvent =
  /** An agent sent no heartbeat for so long (milliseconds) that its tasks are pending again. */
  | { readonly event: 'vanished'; readonly agent: string; readonly silentMs: number; readonly released: readonly string[] }
  | { readonly event: 'proposal'; readonly task: string; readonly proposal: Proposal; readonly entitled: number }
  /** A question of a merge was answered. `by`: who picked the answer, or `null`. `override`: picked without waiting for the votes. */
  | {
      readonly event: 'answered';
      readonly task: string;
      readonly file: string | null;
      readonly pick: Option;
      readonly among: readonly Option[];
      readonly how: MergePolicy['conflictResolution'] | 'override';
      readonly by: string | null;
    }
  | { readonly event: 'merge-waits'; readonly task: string; readonly for: WaitsFor; readonly questions: number }
  /**
   * `by`: who approved it; empty under the policy *auto* and for a vote. `isVoted`: the members voted for it. `failed`: number of tasks
   * without a result because they failed.
   */
  | {
      readonly event: 'merged';
      readonly task: string;
      readonly by: readonly string[];
      readonly isVoted: boolean;
      readonly results: number;
      readonly failed: number;
    }
  | { readonly event: 'merge-refused'; readonly task: string; readonly by: string | null; readonly reason: string };

/** A merge that no longer waits for `waitsFor`. `outcome` and `outcomeDetail` end the timeline entry about the wait. */
export interface EndedMergeWait {
  readonly task: string;
  readonly waitsFor: WaitsFor;
  readonly outcome: 'success' | 'failure' | 'abandoned';
  readonly outcomeDetail: string;
}
