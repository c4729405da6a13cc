import type { SwarmStrategy, TaskNode } from '../schema.ts';
import type { BudgetUse, BudgetWarning } from './budget.ts';
import type { TaskStatus } from './task.ts';

/** A task that is waited for, and who has it. */
export interface OpenTask {
  readonly task: string;
  readonly status: TaskStatus;
  readonly assignedTo: string | null;
}

/** Why an operation was not done, with what a helpful message needs. Times are milliseconds since 1970 UTC. */
export type Refusal =
  | { readonly code: 'no-swarm' }
  /** `unfinished`: leaves that are pending or active. */
  | { readonly code: 'swarm-running'; readonly swarm: string; readonly goal: string; readonly unfinished: number }
  | { readonly code: 'invalid-decomposition'; readonly problems: readonly string[] }
  | { readonly code: 'unknown-agent'; readonly agent: string }
  | { readonly code: 'retired'; readonly agent: string; readonly since: number | null }
  /** `by` is neither the agent itself nor the coordinator nor a person. */
  | { readonly code: 'not-yours-to-retire'; readonly agent: string; readonly by: string; readonly coordinator: string }
  /** `max`: agents that may ever join. */
  | { readonly code: 'full'; readonly agent: string; readonly joined: number; readonly max: number }
  | { readonly code: 'unknown-task'; readonly task: string }
  /** `children`: the first few. */
  | { readonly code: 'not-a-leaf'; readonly task: string; readonly children: readonly string[] }
  | { readonly code: 'already-ended'; readonly task: string; readonly taskStatus: TaskStatus; readonly by: string | null }
  /** Somebody else, or nobody, has it. */
  | { readonly code: 'not-yours'; readonly task: string; readonly taskStatus: TaskStatus; readonly holder: string | null }
  /** Not begun yet, by the agent that it is assigned to. */
  | { readonly code: 'not-started'; readonly task: string; readonly agent: string }
  /** Under this strategy it must be assigned first, or `start` was asked of a task that nobody was assigned to. */
  | { readonly code: 'not-assigned'; readonly task: string; readonly agent: string; readonly coordinator: string }
  /** Somebody works on it, so it cannot be assigned. */
  | { readonly code: 'in-work'; readonly task: string; readonly holder: string }
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
  | { readonly code: 'unsupported-strategy'; readonly strategy: SwarmStrategy };

/** Nothing to give out now. */
export type Nothing =
  | { readonly reason: 'all-done'; readonly outcome: TaskStatus }
  /** `waitsFor`: the first few of what is waited for. */
  | { readonly reason: 'nothing-ready'; readonly waitsFor: readonly OpenTask[] }
  | { readonly reason: 'nothing-assigned'; readonly coordinator: string }
  | { readonly reason: 'over-budget'; readonly limits: readonly BudgetUse[] };

export type Refused = { readonly status: 'refused' } & Refusal;
export type NothingToGive = { readonly status: 'none' } & Nothing;
type Ok<T> = { readonly status: 'ok' } & T;

/** What the rules say, before the budget is looked at. */
export type Verdict<T> = Ok<T> | Refused;

/** An answer, and the limits of the budget that were reached for the first time. */
export type Answered<T> = T & { readonly warnings: readonly BudgetWarning[] };

/** `task` without children. `again`: it was so already, and nothing changed. */
export type Given = { readonly task: TaskNode; readonly again: boolean };

/** What each operation gives when it is done. */
export interface Done {
  create: { readonly swarm: string };
  /** `joined`: new to the swarm, back after having left, or here already. */
  recruit: { readonly agent: string; readonly joined: 'new' | 'again' | 'before' };
  /** `released`: the tasks that it had, parents too, in document order. */
  retire: { readonly agent: string; readonly released: readonly string[]; readonly again: boolean };
  /** `previous`: who had it before. */
  assign: { readonly task: string; readonly agent: string; readonly previous: string | null; readonly again: boolean };
  claim: Given;
  start: Given;
  /** `ready`: the tasks that waited for it and can be begun now, in document order. */
  complete: { readonly task: string; readonly ready: readonly string[]; readonly again: boolean };
  /** `skipped`: the tasks that will not be done for it, in document order. */
  fail: { readonly task: string; readonly skipped: readonly string[]; readonly again: boolean };
  /** `task`: where the tokens were counted, besides agent and swarm. */
  usage: { readonly agent: string; readonly task: string | null };
  activity: { readonly agent: string };
}

/** How many things a list in an answer names at most. */
export const FEW = 5;
