import { type ReplayStart, replay } from '../../log/history.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { BudgetLimits } from '../budget.ts';
import type { BurnStep } from '../schemas/burn-down.ts';
import { swarmMachine } from '../state/machine.ts';
import type { Swarm } from '../state/swarm.ts';
import { findCompleteHistory } from './complete-history.ts';
import { missingAtEnd, missingBefore } from './gaps.ts';
import { beginningOf, currentLifetime, type Lifetime } from './lifetime.ts';

/** Number of equal time steps that a swarm's life is divided into. */
export const BURN_STEPS = 60;

/** How a swarm has spent its budget. */
export interface BurnDown {
  /** Id of the swarm. */
  readonly id: string;
  /** The state at the beginning and at the end of each step. The last is the current or final state. */
  readonly steps: readonly BurnStep[];
  readonly limits: BudgetLimits;
  /** Leaf tasks that are not done yet. */
  readonly left: number;
  /** All leaf tasks, also failed and skipped ones, as in the task list. */
  readonly total: number;
  /** True if the swarm has not ended and is not paused. */
  readonly goesOn: boolean;
  /** Records that were skipped, and gaps in the history. */
  readonly problems: readonly string[];
}

/**
 * Returns what the swarm has spent in equal steps of its life so far, from its log. If the beginning is missing in the log, the first step
 * is the earliest moment that is left. Reads all records of the swarm, and writes nothing (docs/decisions/0009-replay.md).
 * @param directory the swarm's log
 * @returns `null` if the log has no swarm
 * @throws CortexError when the log cannot be read
 */
export function readBurnDown(runtime: Runtime, directory: string): BurnDown | null {
  const life = currentLifetime(runtime, directory);
  if (life === null) return null;
  const history = findCompleteHistory(runtime, directory);
  const sampling = new Sampling(life);
  const problems =
    sample(runtime, directory, beginningOf(life, history), sampling) ?? sample(runtime, directory, history.beginning, sampling);
  const burnt = problems === null ? null : sampling.end([...problems, ...missingBefore(history), ...missingAtEnd(history)]);
  // Another swarm was created during the reading.
  return burnt ?? (sampling.isOfAnother ? readBurnDown(runtime, directory) : null);
}

/** @returns what was skipped; `null` if the log has nothing that early */
function sample(runtime: Runtime, directory: string, from: ReplayStart, sampling: Sampling): readonly string[] | null {
  return replay(runtime, { directory, machine: swarmMachine }, from, {
    begin: () => sampling.begin(),
    wants: ({ time }) => {
      sampling.reach(time);
      return true;
    },
    visit: ({ swarm }, { time }) => sampling.see(swarm, time),
  });
}

/** Records the swarm's numbers at each step during a replay. */
class Sampling {
  #swarm: Swarm | null = null;
  #from = 0;
  #steps: BurnStep[] = [];

  constructor(private readonly life: Lifetime) {}

  begin(): void {
    this.#swarm = null;
    this.#steps = [];
  }

  /** Records the steps before `time`, because everything up to `time` has been seen. The last step is recorded by `end`. */
  reach(time: number): void {
    while (this.#swarm !== null && this.#steps.length < BURN_STEPS && this.#next < time) this.#take(this.#swarm);
  }

  see(swarm: Swarm, time: number): void {
    if (this.#swarm !== null || !this.#isOurs(swarm)) return;
    this.#swarm = swarm;
    this.#from = Math.min(Math.max(this.life.created, time), this.life.end);
  }

  get isOfAnother(): boolean {
    return this.#swarm !== null && !this.#isOurs(this.#swarm);
  }

  /** @returns `null` if the swarm was not seen, or another one replaced it */
  end(problems: readonly string[]): BurnDown | null {
    const swarm = this.#swarm;
    if (swarm === null || this.isOfAnother) return null;
    while (this.#steps.length <= BURN_STEPS) this.#take(swarm);
    const budget = swarm.budgetAt(this.life.end);
    const progress = swarm.progress();
    if (budget === null || progress === null) return null;
    const { maxAgents, maxTokens, maxCostUsd, maxDurationMs } = budget;
    return {
      id: this.life.id,
      steps: this.#steps,
      limits: { maxAgents, maxTokens, maxCostUsd, maxDurationMs },
      left: progress.pending + progress.active,
      total: progress.total,
      goesOn: !swarm.isFinished && swarm.paused === null,
      problems,
    };
  }

  #isOurs({ id, created }: Swarm): boolean {
    return id === this.life.id && created === this.life.created;
  }

  get #next(): number {
    return this.#from + Math.round(((this.life.end - this.#from) * this.#steps.length) / BURN_STEPS);
  }

  #take(swarm: Swarm): void {
    const time = this.#next;
    const budget = swarm.budgetAt(time);
    const { tokens = 0, costUsd = 0, durationMs = 0 } = budget?.spent ?? {};
    this.#steps.push({ time, tokens, costUsd, durationMs, done: swarm.progress()?.done ?? 0 });
  }
}
