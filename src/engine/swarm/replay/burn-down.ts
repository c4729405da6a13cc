import { type Beginning, replay } from '../../log/history.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { BudgetLimits } from '../budget.ts';
import { swarmMachine } from '../state/machine.ts';
import type { SwarmState } from '../state/state.ts';
import type { Swarm } from '../state/swarm.ts';
import { missingAtEnd, missingBefore } from './gaps.ts';
import { type WholeHistory, wholeHistory } from './whole-history.ts';

/** Into so many parts of the same length the life of a swarm is divided. */
export const BURN_STEPS = 60;

/** What was spent and done by a time. Times are milliseconds since 1970 UTC. */
export interface BurnStep {
  readonly time: number;
  readonly tokens: number;
  /** US dollars. */
  readonly costUsd: number;
  /** Without pauses, milliseconds. */
  readonly durationMs: number;
  /** Leaves that are done. */
  readonly done: number;
}

/** How a swarm has spent its budget. */
export interface BurnDown {
  /** Of which swarm. */
  readonly id: string;
  /** The beginning, and the end of each part; the last is how the swarm stands now, or how it ended. */
  readonly steps: readonly BurnStep[];
  readonly limits: BudgetLimits;
  /** Leaves that are to be done yet. */
  readonly left: number;
  /** It has not ended and is not paused. */
  readonly goesOn: boolean;
  /** What was skipped, and what is missing of its history. */
  readonly problems: readonly string[];
}

/** What of a swarm does not change while it lives, and how long it has been shown to live. */
interface Life {
  readonly id: string;
  readonly created: number;
  readonly end: number;
}

/**
 * What the swarm has spent in equal parts of its life so far, from its log. What was before the log began is not known: the first step
 * is the first moment that is left then. Reads all records of the swarm, and writes nothing (docs/decisions/0009-replay.md).
 * @param directory the swarm's log
 * @returns `null` where the log knows of no swarm
 * @throws CortexError when the log cannot be read
 */
export function burnDown(runtime: Runtime, directory: string): BurnDown | null {
  const life = lifeNow(runtime, directory);
  if (life === null) return null;
  const history = wholeHistory(runtime, directory);
  const sampling = new Sampling(life);
  const problems =
    sample(runtime, directory, beginningOf(life, history), sampling) ?? sample(runtime, directory, history.beginning, sampling);
  const burnt = problems === null ? null : sampling.end([...problems, ...missingBefore(history), ...missingAtEnd(history)]);
  // Another swarm was begun while this one was read.
  return burnt ?? (sampling.isOfAnother ? burnDown(runtime, directory) : null);
}

function lifeNow(runtime: Runtime, directory: string): Life | null {
  let swarm: Swarm | null = null;
  const visit = (state: SwarmState): void => {
    swarm = state.swarm;
  };
  replay(runtime, { directory, machine: swarmMachine }, () => true, { visit });
  return swarm === null ? null : lifeOf(swarm, runtime.clock.now());
}

/** A swarm that has ended lived as long as its clock went and stood still. */
function lifeOf(swarm: Swarm, now: number): Life | null {
  const { id, created, isFinished, stoppedMs } = swarm;
  const budget = swarm.budgetAt(now);
  if (id === null || created === null || budget === null) return null;
  return { id, created, end: isFinished ? created + stoppedMs + budget.spent.durationMs : Math.max(created, now) };
}

/** What was before the swarm is not read, where a checkpoint stands there from which the log is whole. */
function beginningOf({ created }: Life, { from, beginning }: WholeHistory): Beginning {
  return from !== null && from.time > created ? beginning : ({ time }) => time <= created;
}

/** @returns what was skipped; `null` where nothing is so early */
function sample(runtime: Runtime, directory: string, from: Beginning, sampling: Sampling): readonly string[] | null {
  return replay(runtime, { directory, machine: swarmMachine }, from, {
    begin: () => sampling.begin(),
    wants: ({ time }) => {
      sampling.reach(time);
      return true;
    },
    visit: ({ swarm }, { time }) => sampling.see(swarm, time),
  });
}

/** Takes down how a swarm stands at each step, while its records pass by. */
class Sampling {
  #swarm: Swarm | null = null;
  #from = 0;
  #steps: BurnStep[] = [];

  constructor(private readonly life: Life) {}

  begin(): void {
    this.#swarm = null;
    this.#steps = [];
  }

  /** All up to a time has been seen: the steps before it are. The last one is known at the end only. */
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

  /** @returns `null` where the swarm was not seen, or another one took its place */
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
