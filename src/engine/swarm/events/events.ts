import type { MergePolicy } from '../../crtx/schema.ts';
import type { Option, Proposal, WaitsFor } from '../decisions/deliberation.ts';

/** What follows from a record by the rules alone, or decides something for all: the timeline is told of it. */
export type SwarmEvent =
  /** An agent gave no sign of life for so long (milliseconds) that what it had is pending again. */
  | { readonly event: 'vanished'; readonly agent: string; readonly silentMs: number; readonly released: readonly string[] }
  | { readonly event: 'proposal'; readonly task: string; readonly proposal: Proposal; readonly entitled: number }
  /** A question of a merge has its answer. `by`: who picked it, where somebody did; `override`: without waiting for the votes. */
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
  /** `by`: who approved it; nobody under the policy *auto* and by a vote. `isVoted`: the members have agreed to it. */
  | { readonly event: 'merged'; readonly task: string; readonly by: readonly string[]; readonly isVoted: boolean; readonly results: number }
  | { readonly event: 'merge-refused'; readonly task: string; readonly by: string | null; readonly reason: string };

/** A merge does not wait any more for what it waited for. `outcome` and `outcomeDetail`: of the entry that says so in the timeline. */
export interface Settled {
  readonly task: string;
  readonly waitsFor: WaitsFor;
  readonly outcome: 'success' | 'failure' | 'abandoned';
  readonly outcomeDetail: string;
}
