import type { SwarmLock, SwarmManifest } from '../schema.ts';
import { applyChanges } from './apply-changes.ts';
import type { BudgetWarning } from './budget.ts';
import type { ManifestChange, MergeReport } from './changes.ts';
import { decompositionProblems } from './decomposition.ts';
import { assign, claim, start } from './give-out.ts';
import { recruit, retire } from './joining.ts';
import { complete, fail, use } from './report-back.ts';
import type { Answered, Done, Given, NothingToGive, Refused, Verdict } from './swarm-answers.ts';
import type { SwarmInput } from './swarm-records.ts';
import { NOTHING_UNPUBLISHED, SwarmRun } from './swarm-run.ts';
import { type SwarmSnapshot, swarmSnapshotSchema } from './swarm-snapshot.ts';
import type { StatusCounts } from './task-tree.ts';
import { refuse, refuseAgent } from './verdicts.ts';

/** How far a swarm is. Leaves only; `percent`: the whole percents of them that are done or skipped. */
export interface SwarmProgress extends Readonly<StatusCounts> {
  readonly total: number;
  readonly percent: number;
}

/**
 * The tasks, agents and budget of a swarm (seed 1, "SwarmManifest") as a machine that log records drive: it reads no clock and draws no
 * numbers, so every process that applies the same records comes to the same state and the same answers.
 *
 * Everywhere: `at` is the record's time in milliseconds since 1970 UTC, and time that goes back is taken as standing still. What
 * depends on the state is answered, never thrown. Every operation costs what it touches and a logarithm of what there is, except
 * `create`, `applyChanges`, `toManifest`, `toJSON` and `fromJSON`.
 */
export class Swarm {
  #now = 0;
  #run: SwarmRun | null = null;
  #revision = 0;

  /** A number that grows with everything that changes the manifest, other than the passing of time. Only to be compared. */
  get revision(): number {
    return this.#revision;
  }

  /** The id of the swarm; `null` before there is one. */
  get id(): string | null {
    return this.#run?.id ?? null;
  }

  get coordinator(): string | null {
    return this.#run?.coordinator ?? null;
  }

  /** Effective time of the last record of a member, milliseconds; `null` for one that never joined. */
  lastActivity(agent: string): number | null {
    return this.#run?.members.get(agent)?.lastActivity ?? null;
  }

  /** Lets time pass. Gives the limits of the budget that were reached by it. */
  advance(at: number): BudgetWarning[] {
    this.#now = Math.max(this.#now, at);
    const run = this.#run;
    if (run === null) return [];
    if (run.isFinished) run.budget.end(this.#now);
    return run.budget.takeWarnings(this.#now);
  }

  /** Begins a swarm, in place of one that has finished. */
  create(
    { swarm: id, task, coordinator, strategy, decomposition, mergePolicy, budget }: SwarmInput<'create'>,
    at: number,
  ): Answered<Verdict<Done['create']>> {
    const warnings = this.advance(at);
    const running = this.#run;
    if (running !== null && !running.isFinished) {
      const { pending, active } = running.tree.counts;
      return { ...refuse({ code: 'swarm-running', swarm: running.id, goal: running.goal, unfinished: pending + active }), warnings };
    }
    const problems = decompositionProblems(decomposition);
    if (problems.length > 0) return { ...refuse({ code: 'invalid-decomposition', problems }), warnings };
    const spent = { agents: 0, tokens: 0, costUsd: 0, durationMs: 0 };
    const known = { id, task, created: this.#now, coordinator, strategy, agents: [], locks: [], decomposition, mergePolicy };
    this.#begin(new SwarmRun({ ...known, budget: { ...budget, spent } }, this.#now, NOTHING_UNPUBLISHED));
    return { status: 'ok', swarm: id, warnings: this.advance(at) };
  }

  #begin(run: SwarmRun): void {
    this.#run = run;
    this.#revision += 1;
  }

  /**
   * Everything that the records of agents have in common, whatever they ask for.
   * @param shows whether the manifest shows it
   */
  #operate<T extends { readonly status: string; readonly again?: boolean }>(
    agent: string,
    at: number,
    work: (run: SwarmRun, now: number) => T,
    shows = true,
  ): Answered<T | Refused> {
    this.#now = Math.max(this.#now, at);
    const run = this.#run;
    if (run === null) return { ...refuse({ code: 'no-swarm' }), warnings: [] };
    const outcome = work(run, this.#now);
    const member = run.members.get(agent);
    if (member !== undefined) member.lastActivity = this.#now;
    if (shows && outcome.status === 'ok' && outcome.again !== true) this.#revision += 1;
    return { ...outcome, warnings: this.advance(at) };
  }

  /** Takes an agent in; one that left comes back, one that is here gets the role and expertise that are named. */
  recruit(input: SwarmInput<'recruit'>, at: number): Answered<Verdict<Done['recruit']>> {
    return this.#operate(input.agent, at, (run, now) => recruit(run, input, now));
  }

  /** Lets an agent go. What it had is pending again. */
  retire(input: SwarmInput<'retire'>, at: number): Answered<Verdict<Done['retire']>> {
    return this.#operate(input.by ?? input.agent, at, (run, now) => retire(run, input, now));
  }

  /** Gives a task into the hands of a member. */
  assign(input: SwarmInput<'assign'>, at: number): Answered<Verdict<Done['assign']>> {
    return this.#operate(input.by, at, (run, now) => assign(run, input, now));
  }

  /** Gives out the task that is named, or what the strategy has next for the agent. */
  claim(input: SwarmInput<'claim'>, at: number): Answered<Verdict<Given> | NothingToGive> {
    return this.#operate(input.agent, at, (run, now) => claim(run, input, now));
  }

  /** Begins a task that is assigned to the agent. */
  start(input: SwarmInput<'start'>, at: number): Answered<Verdict<Given>> {
    return this.#operate(input.agent, at, (run, now) => start(run, input, now));
  }

  /** Ends a task well. */
  complete(input: SwarmInput<'complete'>, at: number): Answered<Verdict<Done['complete']>> {
    return this.#operate(input.agent, at, (run) => complete(run, input));
  }

  /** Gives a task up for good; what depends on it is skipped. */
  fail(input: SwarmInput<'fail'>, at: number): Answered<Verdict<Done['fail']>> {
    return this.#operate(input.agent, at, (run) => fail(run, input));
  }

  /** Counts what an agent has used. `tokens` and `costUsd` (US dollars) are not negative. */
  usage(input: SwarmInput<'usage'>, at: number): Answered<Verdict<Done['usage']>> {
    return this.#operate(input.agent, at, (run) => use(run, input));
  }

  /** Notes a sign of life. */
  activity({ agent }: SwarmInput<'activity'>, at: number): Answered<Verdict<Done['activity']>> {
    return this.#operate(agent, at, (run) => refuseAgent(run, agent) ?? { status: 'ok', agent }, false);
  }

  /** How far the swarm is; `null` when there is none. */
  progress(): SwarmProgress | null {
    if (this.#run === null) return null;
    const { counts } = this.#run.tree;
    const { pending, active, done, failed, skipped } = counts;
    const total = pending + active + done + failed + skipped;
    return { ...counts, total, percent: Math.floor((100 * (done + skipped)) / total) };
  }

  /**
   * Seed 1, "SwarmManifest"; `null` when there is no swarm.
   * @param locks as they are to be shown
   * @param at milliseconds; not before the last record
   */
  toManifest(locks: readonly SwarmLock[], at = this.#now): SwarmManifest | null {
    return this.#run?.toManifest(locks, Math.max(at, this.#now)) ?? null;
  }

  /** Takes over what another program changed (`differences`), each change as far as it holds here and now. */
  applyChanges(changes: readonly ManifestChange[], at: number): Answered<MergeReport> {
    this.#now = Math.max(this.#now, at);
    const { run, ...report } = applyChanges(this.#run, changes, this.#now);
    if (run !== null && run !== this.#run) this.#begin(run);
    return { ...report, warnings: this.advance(at) };
  }

  toJSON(): SwarmSnapshot {
    const run = this.#run;
    if (run === null) return { now: this.#now, run: null };
    const activity = [...run.members.values()].map(({ lastActivity }) => lastActivity);
    return { now: this.#now, run: { manifest: run.toManifest([], this.#now), activity, warned: { ...run.budget.warned } } };
  }

  /**
   * A swarm that answers everything as the one did that `toJSON` was asked of.
   * @throws ZodError when the value is not a snapshot
   */
  static fromJSON(value: unknown): Swarm {
    const { now, run } = swarmSnapshotSchema.parse(value);
    const swarm = new Swarm();
    swarm.#now = now;
    if (run === null) return swarm;
    swarm.#run = new SwarmRun(run.manifest, now, run);
    return swarm;
  }
}
