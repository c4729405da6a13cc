import { admit } from '../agents/admission.ts';
import { shiftRun } from '../agents/clock-shift.ts';
import { addMember, membershipRules, releaseVanished } from '../agents/joining.ts';
import { reportRules } from '../agents/task-reports.ts';
import type { BudgetWarning } from '../budget.ts';
import { approvalRules } from '../decisions/approving.ts';
import { controlRules } from '../decisions/control.ts';
import { openFinalMerge } from '../decisions/merging.ts';
import { propose } from '../decisions/proposals.ts';
import { refuse } from '../decisions/refuse.ts';
import { vote } from '../decisions/voting.ts';
import type { EndedMergeWait, SwarmEvent } from '../events/events.ts';
import type { Refused } from '../refusal.ts';
import type { OperationResults, RuleAnswer, RuleResult, SwarmTaskAnswers, WithWarnings } from '../swarm-answers.ts';
import { type SwarmSnapshot, swarmSnapshotSchema } from '../swarm-snapshot.ts';
import { SwarmView } from '../swarm-view.ts';
import { assignmentRules } from '../tasks/assignment.ts';
import type { Task } from '../tasks/task.ts';
import { decompositionProblems } from '../tasks/task-problems.ts';
import { applyChanges } from './apply-changes.ts';
import type { ManifestChange, MergeReport } from './changes.ts';
import type { SwarmInput, SwarmTaskRecord } from './swarm-records.ts';
import { SwarmRun } from './swarm-run.ts';
import { type CreationRules, NOTHING_UNPUBLISHED, toCreationRules } from './unpublished.ts';

type RuleOp = Exclude<SwarmTaskRecord['op'], 'swarm.create'>;
/** `by` is the agent or person that acts; without it, `agent`. */
type RuleInput<Op extends RuleOp> = SwarmInput<Op> & { readonly by?: string | undefined; readonly agent?: string };

/** The rule of each operation on an existing swarm. */
const RULES: { readonly [Op in RuleOp]: (run: SwarmRun, input: RuleInput<Op>, now: number) => RuleAnswer<Op> } = {
  ...membershipRules,
  ...assignmentRules,
  ...reportRules,
  ...approvalRules,
  ...controlRules,
  'swarm.admit': (run, input, now) => admit(run, input, (applicant) => addMember(run, applicant, now), now),
  'swarm.propose': propose,
  'swarm.vote': vote,
};

/**
 * The tasks, agents and budget of a swarm (seed 1, "SwarmManifest") as a deterministic state machine that log records drive. It reads no
 * clock and draws no random numbers, so all processes that apply the same records reach the same state and answers.
 *
 * For all methods: `at` is the record's time in milliseconds since 1970 UTC, and a time that goes back counts as no time passing. Problems
 * that depend on the state are answers, never exceptions. Every operation costs what it touches and a logarithm of the swarm's size,
 * except `create`, `applyChanges`, `toManifest`, `toJSON` and `fromJSON`.
 */
export class Swarm extends SwarmView {
  #revision = 0;
  readonly #reached: BudgetWarning[] = [];

  /** Increases with every change of the manifest, except those caused by time alone. Only useful for comparison. */
  get revision(): number {
    return this.#revision;
  }

  /** Shifts the running times after the clock was set. @param ms milliseconds, may be negative */
  shift(ms: number): void {
    this.now += ms;
    if (this.run !== null) shiftRun(this.run, ms);
  }

  /** Lets time pass up to a record. Limits that it reaches are reported by the record's answer, or by `takeReachedLimits`. */
  passTime(at: number): void {
    this.#reached.push(...this.advance(at));
  }

  /** Returns the limits that were reached by time alone and that no answer has reported. */
  takeReachedLimits(): BudgetWarning[] {
    return this.#reached.splice(0);
  }

  /** Returns the limits for an answer to report: those reached before its record, and by it. */
  #warnings(at: number): BudgetWarning[] {
    return [...this.takeReachedLimits(), ...this.advance(at)];
  }

  /** Lets time pass. Returns the budget limits that were reached. */
  advance(at: number): BudgetWarning[] {
    this.now = Math.max(this.now, at);
    const run = this.run;
    if (run === null) return [];
    if (releaseVanished(run, this.now)) this.#revision += 1;
    openFinalMerge(run, this.now);
    if (run.isFinished) run.budget.stopClock(this.now);
    return run.budget.takeWarnings(this.now);
  }

  /** Returns the events since the last call. */
  takeEvents(): SwarmEvent[] {
    return this.run?.events.splice(0) ?? [];
  }

  /** Returns the merge waits that ended since the last call. */
  takeEndedMergeWaits(): EndedMergeWait[] {
    return this.run?.endedMergeWaits.splice(0) ?? [];
  }

  /** Returns the tasks whose status or holders may have changed since the last call; all tasks on the first call or for a new swarm. */
  takeUpdatedTasks(): ReadonlySet<Task> {
    return this.run?.ready.takeUpdated() ?? new Set();
  }

  /** Creates a swarm; an existing one must have finished. */
  create(
    {
      swarm: id,
      task,
      coordinator,
      strategy,
      decomposition,
      mergePolicy,
      budget,
      vanishAfterMs,
      admission,
      ...rules
    }: SwarmInput<'swarm.create'>,
    at: number,
  ): WithWarnings<RuleResult<OperationResults['swarm.create']>> {
    const warnings = this.#warnings(at);
    const running = this.run;
    if (running !== null && !running.isFinished) {
      const { pending, active } = running.tree.counts;
      return { ...refuse({ code: 'swarm-running', swarm: running.id, goal: running.goal, unfinished: pending + active }), warnings };
    }
    const problems = decompositionProblems(decomposition, strategy);
    if (problems.length > 0) return { ...refuse({ code: 'invalid-decomposition', problems }), warnings };
    const spent = { agents: 0, tokens: 0, costUsd: 0, durationMs: 0 };
    const known = { id, task, created: this.now, coordinator, strategy, agents: [], locks: [], decomposition, mergePolicy };
    const unpublished = {
      ...NOTHING_UNPUBLISHED,
      admission: admission ?? null,
      ...toCreationRules(rules),
      ...(vanishAfterMs !== undefined && { vanishAfterMs }),
    };
    this.#begin(new SwarmRun({ ...known, budget: { ...budget, spent } }, this.now, unpublished));
    return { status: 'ok', swarm: id, warnings: [...warnings, ...this.advance(at)] };
  }

  #begin(run: SwarmRun): void {
    // Events of the previous swarm are not reported yet.
    run.events.unshift(...this.takeEvents());
    run.endedMergeWaits.unshift(...this.takeEndedMergeWaits());
    this.run = run;
    this.#revision += 1;
  }

  /**
   * Runs an operation of an agent, with the steps that all of them share.
   * @param shows whether a successful operation changes the manifest
   */
  #operate<T extends { readonly status: string; readonly again?: boolean }>(
    agent: string,
    at: number,
    work: (run: SwarmRun, now: number) => T,
    shows = true,
  ): WithWarnings<T | Refused> {
    this.now = Math.max(this.now, at);
    const run = this.run;
    if (run === null) return { ...refuse({ code: 'no-swarm' }), warnings: this.takeReachedLimits() };
    const outcome = work(run, this.now);
    const member = run.members.get(agent);
    if (member !== undefined) member.lastActivity = this.now;
    if (shows && outcome.status === 'ok' && outcome.again !== true) this.#revision += 1;
    return { ...outcome, warnings: this.#warnings(at) };
  }

  /** Applies the record of an operation other than `create`, without its `op`, by the rules of `RULES`. */
  apply<Op extends RuleOp>(op: Op, input: RuleInput<Op>, at: number): WithWarnings<RuleAnswer<Op> | Refused> {
    return this.#operate<RuleAnswer<Op>>(
      input.by ?? input.agent ?? '',
      at,
      (run, now) => RULES[op](run, input, now),
      op !== 'swarm.activity',
    );
  }

  /** Records activity of an agent outside the swarm's tasks. Returns the limits that were reached. */
  recordActivity(agent: string, at: number): readonly BudgetWarning[] {
    return this.#operate(agent, at, () => ({ status: 'ok' }), false).warnings;
  }

  /**
   * Applies the changes of another program (`differences`), each as far as it is valid in the present state.
   * @param rules the rules of the record, and of a swarm that it adds
   */
  applyChanges(
    changes: readonly ManifestChange[],
    at: number,
    rules: CreationRules & { readonly oneByOne?: true | undefined; readonly derivedSpent?: true | undefined } = {},
  ): WithWarnings<MergeReport> {
    this.now = Math.max(this.now, at);
    const { run, ...report } = applyChanges(this.run, changes, this.now, {
      ...toCreationRules(rules),
      oneByOne: rules.oneByOne ?? false,
      derivedSpent: rules.derivedSpent ?? false,
    });
    if (run !== null && run !== this.run) this.#begin(run);
    return { ...report, warnings: this.#warnings(at) };
  }

  toJSON(): SwarmSnapshot {
    const run = this.run;
    if (run === null) return { now: this.now, run: null };
    return { now: this.now, run: { ...run.toUnpublished(), manifest: run.toManifest([], this.now) } };
  }

  /**
   * Restores a swarm from `toJSON`; it gives the same answers as the original.
   * @throws ZodError when the value is not a snapshot
   */
  static fromJSON(value: unknown): Swarm {
    const { now, run } = swarmSnapshotSchema().parse(value);
    const swarm = new Swarm();
    swarm.now = now;
    if (run === null) return swarm;
    swarm.run = new SwarmRun(run.manifest, now, run);
    return swarm;
  }
}

/** An answer with its operation. `isAnswerTo` ties the two for the compiler. */
export interface SwarmTaskAnswer {
  readonly op: keyof SwarmTaskAnswers;
  readonly result: SwarmTaskAnswers[keyof SwarmTaskAnswers];
}

/** A record, tied to its `op` for the compiler. */
type RuleRecord<Op extends RuleOp = RuleOp> = { [Each in Op]: { readonly op: Each } & SwarmInput<Each> }[Op];

function applyRule<Op extends RuleOp>(swarm: Swarm, record: RuleRecord<Op>, at: number) {
  return { op: record.op, result: swarm.apply(record.op, record, at) };
}

/**
 * Applies a record to a swarm.
 * @param at effective time of the record, milliseconds since 1970 UTC
 */
export function applySwarmRecord(swarm: Swarm, record: SwarmTaskRecord, at: number): SwarmTaskAnswer {
  if (record.op === 'swarm.create') return { op: record.op, result: swarm.create(record, at) };
  return applyRule(swarm, record, at);
}
