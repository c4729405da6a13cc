import type { SwarmStrategy } from '../crtx/schema.ts';
import type { BudgetUse } from './budget.ts';
import type { WaitsFor } from './decisions/deliberation.ts';
import type { Abortion, Pause } from './state/unpublished.ts';
import type { TaskStatus } from './tasks/task.ts';

/** A task that is waited for, and its holders. */
export interface OpenTask {
  readonly task: string;
  readonly status: TaskStatus;
  readonly holders: readonly string[];
  /** What its open merge waits for, if it has one. */
  readonly merge?: WaitsFor;
  /** Its holders have not joined the swarm. */
  readonly absent?: boolean;
}

/** Under hierarchical: a task that `agent` holds, and the first few unassigned ones below it. */
export interface UnassignedTasks {
  readonly agent: string;
  readonly task: string;
  readonly unassigned: readonly string[];
}

/** Why an operation was refused, with the values that a message needs. Times are milliseconds since 1970 UTC. */
export type Refusal =
  | { readonly code: 'no-swarm' }
  /** `unfinished`: number of pending or active leaves; 0 when only the merge is open. */
  | { readonly code: 'swarm-running'; readonly swarm: string; readonly goal: string; readonly unfinished: number }
  | { readonly code: 'invalid-decomposition'; readonly problems: readonly string[] }
  | { readonly code: 'unknown-agent'; readonly agent: string }
  | { readonly code: 'retired'; readonly agent: string; readonly since: number | null }
  /** It was recruited, and waits until the coordinator or a person admits it. */
  | { readonly code: 'awaits-admission'; readonly agent: string; readonly coordinator: string }
  /** The coordinator or a person refused to admit it, and has not admitted it since. */
  | { readonly code: 'refused'; readonly agent: string; readonly by: string; readonly reason: string; readonly coordinator: string }
  /** It was not recruited, or was admitted already. */
  | { readonly code: 'not-waiting'; readonly agent: string }
  /** `by` is neither the agent itself nor the coordinator nor a person. */
  | { readonly code: 'not-yours-to-retire'; readonly agent: string; readonly by: string; readonly coordinator: string }
  /** `max`: how many agents may ever join. */
  | { readonly code: 'full'; readonly agent: string; readonly joined: number; readonly max: number }
  | { readonly code: 'unknown-task'; readonly task: string }
  /** `children`: the first few. */
  | { readonly code: 'not-a-leaf'; readonly task: string; readonly children: readonly string[] }
  | { readonly code: 'already-ended'; readonly task: string; readonly taskStatus: TaskStatus; readonly by: string | null }
  /** The agent has ended the task or submitted a result already, and now reports something else. */
  | { readonly code: 'result-stays'; readonly task: string; readonly agent: string; readonly taskStatus: TaskStatus }
  /** Another agent, or none, has it. `merge`: what the open merge of its results waits for. */
  | {
      readonly code: 'not-yours';
      readonly task: string;
      readonly taskStatus: TaskStatus;
      readonly holder: string | null;
      readonly merge?: WaitsFor;
    }
  /** It is assigned to the agent, which has not started it yet. */
  | { readonly code: 'not-started'; readonly task: string; readonly agent: string }
  /** The strategy requires an assignment first, or `start` was called for an unassigned task. */
  | { readonly code: 'not-assigned'; readonly task: string; readonly agent: string; readonly coordinator: string }
  /** An agent works on it, so it cannot be assigned. */
  | { readonly code: 'in-work'; readonly task: string; readonly holder: string }
  /** Several agents each do the whole task, so it cannot be split. `above`: its parent, if the caller may split that. */
  | { readonly code: 'in-contest'; readonly task: string; readonly contenders: readonly string[]; readonly above: string | null }
  /** `dependencies`: the first few that are not done. */
  | { readonly code: 'waits-for'; readonly task: string; readonly dependencies: readonly OpenTask[] }
  | { readonly code: 'over-budget'; readonly limits: readonly BudgetUse[] }
  /** `holders`: agents assigned to a task above it, nearest first. */
  | {
      readonly code: 'not-coordinator';
      readonly by: string;
      readonly task: string;
      readonly coordinator: string;
      readonly holders: readonly string[];
    }
  /** `by` is neither the coordinator nor a person. `others`: who else may do this. */
  | { readonly code: 'not-in-charge'; readonly by: string; readonly coordinator: string; readonly others?: readonly string[] }
  | { readonly code: 'paused'; readonly pause: Pause }
  /** `failed`: a failed task, which can be retried. */
  | { readonly code: 'finished'; readonly swarm: string; readonly failed: string | null }
  /** Nothing is merged in an aborted swarm. `by` is absent if it is unknown who aborted it. */
  | { readonly code: 'aborted'; readonly swarm: string; readonly by?: string }
  /** Only failed or skipped tasks can be retried. */
  | { readonly code: 'not-failed'; readonly task: string; readonly taskStatus: TaskStatus }
  /** Proposals exist only under *consensus*. */
  | { readonly code: 'not-consensus'; readonly task: string; readonly strategy: SwarmStrategy }
  | { readonly code: 'agreed-already'; readonly task: string; readonly proposal: string }
  /** No proposal has won for it yet. */
  | { readonly code: 'not-agreed'; readonly task: string }
  /** `open`: the first few subjects that are open for votes. */
  | { readonly code: 'no-ballot'; readonly subject: string; readonly open: readonly string[] }
  /** It is no member, or joined or returned after the vote was opened. */
  | { readonly code: 'not-entitled'; readonly subject: string; readonly agent: string }
  | { readonly code: 'no-such-choice'; readonly subject: string; readonly choice: string; readonly options: readonly string[] }
  /** The maximum number of agents has the task already. */
  | { readonly code: 'no-room'; readonly task: string; readonly contenders: readonly string[]; readonly seats: number }
  | { readonly code: 'submitted'; readonly task: string; readonly agent: string }
  | { readonly code: 'nothing-to-merge'; readonly task: string }
  | { readonly code: 'merged-already'; readonly task: string; readonly failed: string | null }
  | { readonly code: 'merge-undecided'; readonly task: string; readonly waitsFor: 'answers' | 'votes' }
  /** `subject`: a question that is open for votes; only a person may answer it without waiting for them. */
  | { readonly code: 'voted-on'; readonly task: string; readonly subject: string; readonly by: string }
  | { readonly code: 'needs-person'; readonly task: string; readonly by: string };

/** Why there is no task to assign now. */
export type NoTaskReason =
  /** `outcome`: of the whole swarm. */
  | { readonly reason: 'all-done'; readonly outcome: TaskStatus; readonly isAborted: boolean; readonly abortion?: Abortion }
  /** `waitsFor`: the first few tasks that are waited for. */
  | { readonly reason: 'nothing-ready'; readonly waitsFor: readonly OpenTask[] }
  /** `toGive`: what the agent itself must assign. */
  | { readonly reason: 'nothing-assigned'; readonly coordinator: string; readonly toGive?: UnassignedTasks }
  /**
   * `isAtEnd`: the open votes are about results. `toPropose`: the first few tasks that need an accepted proposal and have no open one.
   * `rejected`: the latest approaches that were rejected for them.
   * `ballots`: the first few subjects that the agent has not voted on.
   */
  | {
      readonly reason: 'nothing-agreed';
      readonly isAtEnd: boolean;
      readonly toPropose: readonly string[];
      readonly rejected: readonly string[];
      readonly ballots: readonly string[];
    }
  /** `refused`: why the merge was refused; it then waits for an approval after all. */
  | { readonly reason: 'merging'; readonly waitsFor: WaitsFor | null; readonly refused?: string }
  | { readonly reason: 'paused'; readonly pause: Pause }
  | { readonly reason: 'over-budget'; readonly limits: readonly BudgetUse[] };

export type Refused = { readonly status: 'refused' } & Refusal;
export type NoTaskAvailable = { readonly status: 'none' } & NoTaskReason;

/** Maximum length of a list in an answer. */
export const FEW = 5;
