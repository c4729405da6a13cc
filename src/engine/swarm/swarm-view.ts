import { isPerson } from '../crtx/people.ts';
import type { SwarmBudget, SwarmLock, SwarmManifest } from '../crtx/schema.ts';
import { namesOfRun, type SwarmNames } from './agents/swarm-names.ts';
import type { BudgetLimit } from './budget.ts';
import type { WaitsFor } from './decisions/deliberation.ts';
import type { SwarmRun } from './state/swarm-run.ts';
import type { Applicant, Pause } from './state/unpublished.ts';
import type { ReadyTasks } from './tasks/ready-tasks.ts';
import { isEnded } from './tasks/task.ts';
import type { StatusCounts } from './tasks/task-status.ts';

/**
 * Returns the agents whose locks and waits end with a swarm (docs/decisions/0038-locks-end-with-their-swarm.md): all who ever joined, and
 * the coordinator. A person who only coordinates may still work in the editor and keeps them.
 */
function lockOwners({ releasesLocks, coordinator, members }: SwarmRun): string[] {
  if (!releasesLocks) return [];
  const joined = [...members.keys()];
  return members.has(coordinator) || isPerson(coordinator) ? joined : [...joined, coordinator];
}

/** Progress of a swarm, counted in leaves. `percent`: share of done leaves, rounded down; skipped or failed ones are no progress. */
export interface SwarmProgress extends Readonly<StatusCounts> {
  readonly total: number;
  readonly percent: number;
}

/** `by`, `reason` and `at` (milliseconds) of an aborted swarm, if they are known. */
export interface SwarmEnd {
  readonly how: 'finished' | 'failed' | 'aborted';
  readonly by: string | null;
  readonly reason: string;
  readonly at: number | null;
}

/** Queries on a swarm. `toManifest` visits the whole swarm; the other queries are cheap. */
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

  /** Whether there is nothing left to do, including merges. */
  get isFinished(): boolean {
    return this.run?.isFinished ?? false;
  }

  /** Whether there is an unfinished swarm. */
  get isRunning(): boolean {
    return this.run !== null && !this.run.isFinished;
  }

  /** The agents whose locks and waits end with the swarm; none if locks outlive it. */
  get lockOwners(): string[] {
    return this.run === null ? [] : lockOwners(this.run);
  }

  get coordinator(): string | null {
    return this.run?.coordinator ?? null;
  }

  /** Who paused it, and why; `null` while it is not paused. */
  get paused(): Pause | null {
    return this.run?.pause ?? null;
  }

  /** Agents that wait to be admitted; `null` when no admission is needed. */
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

  /** Returns whether a warning was issued for this share of a limit. */
  isWarned(limit: BudgetLimit, percent: 80 | 100): boolean {
    return (this.run?.budget.warned[limit] ?? 0) >= percent;
  }

  /** The index of assigned and ready tasks; `null` without a running swarm. */
  get tasks(): ReadyTasks | null {
    return this.isRunning ? (this.run?.ready ?? null) : null;
  }

  /** Returns what the open merge of a task waits for; `null` if there is none. */
  waitOf(id: string): WaitsFor | null {
    const task = this.run?.tree.get(id);
    const merge = task?.deliberation?.merge ?? null;
    // The merge of an ended task is history. The root's merge is that of the whole swarm, which ends after its tasks.
    const isOver = task === undefined || (task.parent !== null && isEnded(task.status));
    return !isOver && merge?.state === 'open' ? (merge.waitsFor ?? null) : null;
  }

  /** How long a member may be silent before it loses its tasks, in milliseconds; `null` before there is a swarm. */
  get vanishAfterMs(): number | null {
    return this.run?.silence.allowedMs ?? null;
  }

  /** Total time that the clock of the budget was stopped, in milliseconds, without a current pause. */
  get stoppedMs(): number {
    return this.run?.budget.stoppedMs ?? 0;
  }

  /** Returns the effective time of a member's last record, in milliseconds; `null` for an agent that never joined. */
  lastActivity(agent: string): number | null {
    return this.run?.members.get(agent)?.lastActivity ?? null;
  }

  /** Whether a member counts as unresponsive at a time, in milliseconds; see `unresponsiveSince`. Needs no manifest. */
  isUnresponsive(agent: string, at: number): boolean {
    const member = this.run?.members.get(agent);
    if (this.run === null || member === undefined || member.left !== null || isEnded(this.run.tree.root.status)) return false;
    return at >= member.lastActivity + this.run.silence.allowedMs;
  }

  /** The agents and tasks of the swarm; `null` without a running swarm. */
  get names(): SwarmNames | null {
    return this.run === null ? null : namesOfRun(this.run);
  }

  /** Returns when work on a task began, in milliseconds; `null` before that, or if it is unknown. */
  begunAt(task: string): number | null {
    return this.run?.tree.get(task)?.since ?? null;
  }

  /** Returns the progress of the swarm; `null` without one. */
  progress(): SwarmProgress | null {
    if (this.run === null) return null;
    const { counts } = this.run.tree;
    const { pending, active, done, failed, skipped } = counts;
    const total = pending + active + done + failed + skipped;
    return { ...counts, total, percent: Math.floor((100 * done) / total) };
  }

  /** Returns seed 1, "SwarmBudget"; `null` without a swarm. @param at milliseconds; not before the last record */
  budgetAt(at: number): SwarmBudget | null {
    return this.run?.budget.toBudget(Math.max(at, this.now)) ?? null;
  }

  /**
   * Returns seed 1, "SwarmManifest"; `null` without a swarm.
   * @param locks to include
   * @param at milliseconds; not before the last record
   */
  toManifest(locks: readonly SwarmLock[], at = this.now): SwarmManifest | null {
    return this.run?.toManifest(locks, Math.max(at, this.now)) ?? null;
  }
}
