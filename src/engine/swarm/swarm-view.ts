import type { SwarmBudget, SwarmLock, SwarmManifest } from '../crtx/schema.ts';
import { lockOwners } from './agents/lock-owners.ts';
import { type Roll, rollOfRun } from './agents/roll.ts';
import type { BudgetLimit } from './budget.ts';
import type { WaitsFor } from './decisions/deliberation.ts';
import type { SwarmRun } from './state/swarm-run.ts';
import type { Applicant, Pause } from './state/unpublished.ts';
import type { ReadyTasks } from './tasks/ready-tasks.ts';
import { isEnded } from './tasks/task.ts';
import type { StatusCounts } from './tasks/task-status.ts';

/** How far a swarm is. Leaves only; `percent`: the whole percents of them that are done. What was skipped or failed is no progress. */
export interface SwarmProgress extends Readonly<StatusCounts> {
  readonly total: number;
  readonly percent: number;
}

/** `by`, `reason` and `at` (milliseconds) of one that was aborted, where they are known. */
export interface SwarmEnd {
  readonly how: 'finished' | 'failed' | 'aborted';
  readonly by: string | null;
  readonly reason: string;
  readonly at: number | null;
}

/** What can be asked of a swarm. `toManifest` costs the whole swarm, everything else nothing. */
export abstract class SwarmView {
  /** Effective time of the last record, milliseconds since 1970 UTC. */
  protected now = 0;
  /** `null` before there is a swarm. */
  protected run: SwarmRun | null = null;

  /** The id of the swarm; `null` before there is one. */
  get id(): string | null {
    return this.run?.id ?? null;
  }

  /** When it was created, milliseconds since 1970 UTC; `null` before there is one. */
  get created(): number | null {
    return this.run?.created ?? null;
  }

  /** Whether there is nothing left to do, a merge included. */
  get isFinished(): boolean {
    return this.run?.isFinished ?? false;
  }

  /** Whether there is one with something left to do. */
  get isRunning(): boolean {
    return this.run !== null && !this.run.isFinished;
  }

  /** Whose locks and waits end with it: nobody's where they are kept. */
  get lockOwners(): string[] {
    return this.run === null ? [] : lockOwners(this.run);
  }

  get coordinator(): string | null {
    return this.run?.coordinator ?? null;
  }

  /** Who has paused it, and why; `null` while it goes on. */
  get paused(): Pause | null {
    return this.run?.pause ?? null;
  }

  /** Who waits to be admitted; `null` where nobody needs to be. */
  get applicants(): readonly Applicant[] | null {
    return this.run === null || this.run.admission === null ? null : [...this.run.applicants.values()];
  }

  /** True when it was aborted. */
  get isAborted(): boolean {
    return this.run?.isAborted ?? false;
  }

  /** How it ended; `null` without a swarm, and while there is something left to do. */
  get end(): SwarmEnd | null {
    if (this.run === null || !this.run.isFinished) return null;
    const { isAborted, abortion, tree } = this.run;
    if (isAborted) return { how: 'aborted', by: abortion?.by ?? null, reason: abortion?.reason ?? '', at: abortion?.at ?? null };
    return { how: tree.root.status === 'failed' ? 'failed' : 'finished', by: null, reason: '', at: null };
  }

  /** Whether a share of a limit is reached of which was warned. */
  isWarned(limit: BudgetLimit, percent: 80 | 100): boolean {
    return (this.run?.budget.warned[limit] ?? 0) >= percent;
  }

  /** Who has which tasks, and which can be assigned next; `null` without a swarm that goes on. */
  get tasks(): ReadyTasks | null {
    return this.isRunning ? (this.run?.ready ?? null) : null;
  }

  /** For what the merge of a task waits; `null` where none waits. */
  waitOf(id: string): WaitsFor | null {
    const task = this.run?.tree.get(id);
    const merge = task?.deliberation?.merge ?? null;
    // Of a task that has ended otherwise it is history; that of the root is of the whole swarm.
    const isOver = task === undefined || (task.parent !== null && isEnded(task.status));
    return !isOver && merge?.state === 'open' ? (merge.waitsFor ?? null) : null;
  }

  /** After how long without a sign of life a member loses its tasks, milliseconds; `null` before there is a swarm. */
  get vanishAfterMs(): number | null {
    return this.run?.silence.allowedMs ?? null;
  }

  /** How long the clock of the budget has stood still, milliseconds; a pause that goes on is not in it. */
  get stoppedMs(): number {
    return this.run?.budget.stoppedMs ?? 0;
  }

  /** Effective time of the last record of a member, milliseconds; `null` for one that never joined. */
  lastActivity(agent: string): number | null {
    return this.run?.members.get(agent)?.lastActivity ?? null;
  }

  /** Who and what is in it; `null` without a swarm that goes on. */
  get roll(): Roll | null {
    return this.run === null ? null : rollOfRun(this.run);
  }

  /** When work on a task began, milliseconds; `null` before, and where nobody knows. */
  begunAt(task: string): number | null {
    return this.run?.tree.get(task)?.since ?? null;
  }

  /** How far the swarm is; `null` when there is none. */
  progress(): SwarmProgress | null {
    if (this.run === null) return null;
    const { counts } = this.run.tree;
    const { pending, active, done, failed, skipped } = counts;
    const total = pending + active + done + failed + skipped;
    return { ...counts, total, percent: Math.floor((100 * done) / total) };
  }

  /** Seed 1, "SwarmBudget"; `null` when there is no swarm. @param at milliseconds; not before the last record */
  budgetAt(at: number): SwarmBudget | null {
    return this.run?.budget.toBudget(Math.max(at, this.now)) ?? null;
  }

  /**
   * Seed 1, "SwarmManifest"; `null` when there is no swarm.
   * @param locks as they are to be shown
   * @param at milliseconds; not before the last record
   */
  toManifest(locks: readonly SwarmLock[], at = this.now): SwarmManifest | null {
    return this.run?.toManifest(locks, Math.max(at, this.now)) ?? null;
  }
}
