import type { SwarmStrategy } from '../crtx/schema.ts';
import type { BudgetUse } from './budget.ts';
import type { WaitsFor } from './decisions/deliberation.ts';
import type { Abortion, Pause } from './state/unpublished.ts';
import type { TaskStatus } from './tasks/task.ts';

/** A task that is waited for, and who has it. */
export interface OpenTask {
  readonly task: string;
  readonly status: TaskStatus;
  readonly holders: readonly string[];
  /** For what its merge waits, where it has one that is open. */
  readonly merge?: WaitsFor;
  /** Whoever has it has not joined the swarm. */
  readonly absent?: boolean;
}

/** Under hierarchical: a task that `agent` holds, and the first few below it that are nobody's. */
export interface ToGive {
  readonly agent: string;
  readonly task: string;
  readonly unassigned: readonly string[];
}

/** Why an operation was not done, with what a helpful message needs. Times are milliseconds since 1970 UTC. */
export type Refusal =
  | { readonly code: 'no-swarm' }
  /** `unfinished`: leaves that are pending or active; 0 when only the merge is. */
  | { readonly code: 'swarm-running'; readonly swarm: string; readonly goal: string; readonly unfinished: number }
  | { readonly code: 'invalid-decomposition'; readonly problems: readonly string[] }
  | { readonly code: 'unknown-agent'; readonly agent: string }
  | { readonly code: 'retired'; readonly agent: string; readonly since: number | null }
  /** It was recruited, and waits until the coordinator or a person admits it. */
  | { readonly code: 'awaits-admission'; readonly agent: string; readonly coordinator: string }
  /** The coordinator or a person has refused to admit it, and has not admitted it since. */
  | { readonly code: 'refused'; readonly agent: string; readonly by: string; readonly reason: string; readonly coordinator: string }
  /** Nobody recruited it, or it was admitted already. */
  | { readonly code: 'not-waiting'; readonly agent: string }
  /** `by` is neither the agent itself nor the coordinator nor a person. */
  | { readonly code: 'not-yours-to-retire'; readonly agent: string; readonly by: string; readonly coordinator: string }
  /** `max`: agents that may ever join. */
  | { readonly code: 'full'; readonly agent: string; readonly joined: number; readonly max: number }
  | { readonly code: 'unknown-task'; readonly task: string }
  /** `children`: the first few. */
  | { readonly code: 'not-a-leaf'; readonly task: string; readonly children: readonly string[] }
  | { readonly code: 'already-ended'; readonly task: string; readonly taskStatus: TaskStatus; readonly by: string | null }
  /** The agent has ended it, or handed in for it, and says something else now. */
  | { readonly code: 'result-stays'; readonly task: string; readonly agent: string; readonly taskStatus: TaskStatus }
  /** Somebody else, or nobody, has it. `merge`: for what that waits which was put together of it. */
  | {
      readonly code: 'not-yours';
      readonly task: string;
      readonly taskStatus: TaskStatus;
      readonly holder: string | null;
      readonly merge?: WaitsFor;
    }
  /** Not begun yet, by the agent that it is assigned to. */
  | { readonly code: 'not-started'; readonly task: string; readonly agent: string }
  /** Under this strategy it must be assigned first, or `start` was asked of a task that nobody was assigned to. */
  | { readonly code: 'not-assigned'; readonly task: string; readonly agent: string; readonly coordinator: string }
  /** Somebody works on it, so it cannot be assigned. */
  | { readonly code: 'in-work'; readonly task: string; readonly holder: string }
  /** Each of several agents does all of it, so it is not divided. `above`: the task above it, if who asked may divide that. */
  | { readonly code: 'in-contest'; readonly task: string; readonly contenders: readonly string[]; readonly above: string | null }
  /** `dependencies`: the first few that are not done. */
  | { readonly code: 'waits-for'; readonly task: string; readonly dependencies: readonly OpenTask[] }
  | { readonly code: 'over-budget'; readonly limits: readonly BudgetUse[] }
  /** `holders`: who is assigned to a task above it, nearest first. */
  | {
      readonly code: 'not-coordinator';
      readonly by: string;
      readonly task: string;
      readonly coordinator: string;
      readonly holders: readonly string[];
    }
  /** Neither the coordinator nor a person. `others`: who else may do this. */
  | { readonly code: 'not-in-charge'; readonly by: string; readonly coordinator: string; readonly others?: readonly string[] }
  | { readonly code: 'paused'; readonly pause: Pause }
  | { readonly code: 'finished'; readonly swarm: string }
  /** It was aborted: nothing is merged any more. Without `by`, nobody knows who did so. */
  | { readonly code: 'aborted'; readonly swarm: string; readonly by?: string }
  /** Only what failed or was skipped is tried again. */
  | { readonly code: 'not-failed'; readonly task: string; readonly taskStatus: TaskStatus }
  /** Proposals decide nothing under other strategies than *consensus*. */
  | { readonly code: 'not-consensus'; readonly task: string; readonly strategy: SwarmStrategy }
  | { readonly code: 'agreed-already'; readonly task: string; readonly proposal: string }
  /** No proposal has won for it yet. */
  | { readonly code: 'not-agreed'; readonly task: string }
  /** `open`: the first few subjects on which votes are taken. */
  | { readonly code: 'no-ballot'; readonly subject: string; readonly open: readonly string[] }
  /** It is no member, or was recruited, or came back, after the vote was opened. */
  | { readonly code: 'not-entitled'; readonly subject: string; readonly agent: string }
  | { readonly code: 'no-such-choice'; readonly subject: string; readonly choice: string; readonly options: readonly string[] }
  /** As many as may are at it already. */
  | { readonly code: 'no-room'; readonly task: string; readonly contenders: readonly string[]; readonly seats: number }
  | { readonly code: 'handed-in'; readonly task: string; readonly agent: string }
  | { readonly code: 'nothing-to-merge'; readonly task: string }
  | { readonly code: 'merged-already'; readonly task: string }
  | { readonly code: 'merge-undecided'; readonly task: string; readonly waitsFor: 'answers' | 'votes' }
  /** `subject`: a question that is voted on, which only a person answers without waiting for the votes. */
  | { readonly code: 'voted-on'; readonly task: string; readonly subject: string; readonly by: string }
  | { readonly code: 'needs-person'; readonly task: string; readonly by: string };

/** Nothing to give out now. */
export type Nothing =
  /** `outcome`: of the whole. */
  | { readonly reason: 'all-done'; readonly outcome: TaskStatus; readonly isAborted: boolean; readonly abortion?: Abortion }
  /** `waitsFor`: the first few of what is waited for. */
  | { readonly reason: 'nothing-ready'; readonly waitsFor: readonly OpenTask[] }
  /** `toGive`: what the agent itself is to give out. */
  | { readonly reason: 'nothing-assigned'; readonly coordinator: string; readonly toGive?: ToGive }
  /**
   * `isAtEnd`: it is about what came of the work. `toPropose`: the first few that wait for an agreement, and for which nothing is
   * proposed. `ballots`: the first few subjects on which the agent has not voted.
   */
  | {
      readonly reason: 'nothing-agreed';
      readonly isAtEnd: boolean;
      readonly toPropose: readonly string[];
      readonly ballots: readonly string[];
    }
  /** `refused`: why it was; then it waits for an approval after all. */
  | { readonly reason: 'merging'; readonly waitsFor: WaitsFor | null; readonly refused?: string }
  | { readonly reason: 'paused'; readonly pause: Pause }
  | { readonly reason: 'over-budget'; readonly limits: readonly BudgetUse[] };

export type Refused = { readonly status: 'refused' } & Refusal;
export type NothingToGive = { readonly status: 'none' } & Nothing;

/** How many things a list in an answer names at most. */
export const FEW = 5;
