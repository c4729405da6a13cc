import * as z from 'zod';
import type { SwarmBudget, SwarmManifest } from '../crtx/schema.ts';
import { type Checked, onDemand } from '../platform/on-demand.ts';
import type { UnknownKeys } from './state/unknown-keys.ts';

/** Largest amount of US dollars (a thousand million). Up to it, micro-dollars survive being written to the file and read back. */
export const MAX_USD = 1e9;

/** Seed 1, "SwarmBudget", without `spent`, which is derived. Milliseconds, US dollars. */
export const budgetLimitsSchema = onDemand(() =>
  z.object({
    maxAgents: z.int().min(0),
    maxTokens: z.int().min(0),
    maxCostUsd: z.number().min(0),
    maxDurationMs: z.int().min(0),
  }),
);

/** The limits of a swarm: seed 1, "SwarmBudget", without `spent`. */
export type BudgetLimits = Omit<SwarmBudget, 'spent'>;

/** `spent` and `max` in agents, tokens, US dollars or milliseconds. */
const budgetUseSchema = onDemand(() =>
  z.object({ limit: z.enum(['agents', 'tokens', 'cost', 'duration']), spent: z.number(), max: z.number() }),
);
export type BudgetUse = Readonly<Checked<typeof budgetUseSchema>>;
export type BudgetLimit = BudgetUse['limit'];

/** A share of a limit that was reached for the first time. */
export const budgetWarningSchema = onDemand(() => budgetUseSchema().extend({ percent: z.literal([80, 100]) }));
export type BudgetWarning = Readonly<Checked<typeof budgetWarningSchema>>;

/** The share of each limit at the last check. Only a higher one causes a warning. */
export type Warned = Record<BudgetLimit, 0 | 80 | 100>;

const MICRO = 1_000_000;

const MAX_MICROS = MAX_USD * MICRO;

/** Clamps a number. Numbers from files may have any size, and may be negative. */
function clamp(most: number, value: number): number {
  return Math.max(-most, Math.min(value, most));
}

/** Converts US dollars to whole micro-dollars, so that ten times 0.1 is 1. */
export function toMicros(usd: number): number {
  return clamp(MAX_MICROS, Math.round(usd * MICRO));
}

/** Adds tokens. The sum stays an exact integer, within what the file may hold. */
export function addTokens(tokens: number, more: number): number {
  return clamp(Number.MAX_SAFE_INTEGER, tokens + more);
}

/** Returns how many tokens were added, within what a record may hold; negative if the number decreased. */
export function tokenDifference(now: number, before: number): number {
  return addTokens(now, -before);
}

/** Adds micro-dollars. */
export function addMicros(micros: number, more: number): number {
  return clamp(MAX_MICROS, micros + more);
}

export function toUsd(micros: number): number {
  return micros / MICRO;
}

/** Returns the budget with `spent` raised to at least the sums of the agents, because `spent` is derived. */
export function withAgentSums({ agents, budget }: SwarmManifest, joined: number): SwarmManifest['budget'] {
  const { spent } = budget;
  let tokens = 0;
  let micros = 0;
  for (const agent of agents) {
    tokens = addTokens(tokens, agent.tokensUsed);
    micros = addMicros(micros, toMicros(agent.costUsd));
  }
  return {
    ...budget,
    spent: {
      ...spent,
      agents: Math.max(spent.agents, joined),
      tokens: Math.max(spent.tokens, tokens),
      costUsd: toUsd(Math.max(toMicros(spent.costUsd), micros)),
    },
  };
}

function usedShare(spent: number, max: number): 0 | 80 | 100 {
  if (spent >= max) return 100;
  return spent * 5 >= max * 4 ? 80 : 0;
}

/** The limits of a swarm, what it has spent, and which warnings were issued. A limit of 0 allows nothing. */
export class Budget {
  #limits: BudgetLimits;
  readonly #rest: { readonly budget: UnknownKeys; readonly spent: UnknownKeys };
  readonly #created: number;
  readonly warned: Warned;
  /** Number of agents that ever joined. */
  joined: number;
  #tokens: number;
  #micros: number;
  /** When the clock was stopped, in milliseconds; `null` while it runs. */
  #stoppedAt: number | null = null;
  #stoppedMs: number;

  /**
   * @param created milliseconds since 1970 UTC
   * @param warned the warnings issued before this state was loaded
   * @param stoppedMs how long the clock was stopped in total, in milliseconds
   */
  constructor(
    { maxAgents, maxTokens, maxCostUsd, maxDurationMs, spent, ...rest }: SwarmBudget,
    created: number,
    { warned, stoppedMs }: { readonly warned: Warned; readonly stoppedMs: number },
  ) {
    this.#limits = { maxAgents, maxTokens, maxCostUsd, maxDurationMs };
    const { agents, tokens, costUsd, durationMs: _durationMs, ...spentRest } = spent;
    this.#rest = { budget: rest, spent: spentRest };
    this.#created = created;
    this.warned = { ...warned };
    this.#stoppedMs = stoppedMs;
    this.joined = agents;
    this.#tokens = tokens;
    this.#micros = toMicros(costUsd);
  }

  get limits(): BudgetLimits {
    return this.#limits;
  }

  /** Sets the given limits. A limit below what is spent counts as reached. */
  setLimits(limits: { readonly [Limit in keyof BudgetLimits]?: BudgetLimits[Limit] | undefined }): void {
    const { maxAgents, maxTokens, maxCostUsd, maxDurationMs } = this.#limits;
    this.#limits = {
      maxAgents: limits.maxAgents ?? maxAgents,
      maxTokens: limits.maxTokens ?? maxTokens,
      maxCostUsd: limits.maxCostUsd ?? maxCostUsd,
      maxDurationMs: limits.maxDurationMs ?? maxDurationMs,
    };
  }

  /** @param costUsd US dollars */
  spend(tokens: number, costUsd: number): void {
    this.#tokens = addTokens(this.#tokens, tokens);
    this.#micros = addMicros(this.#micros, toMicros(costUsd));
  }

  /** Total time that the clock was stopped, in milliseconds, without a current pause. */
  get stoppedMs(): number {
    return this.#stoppedMs;
  }

  /** Stops the clock if it runs. @param at milliseconds since 1970 UTC */
  stopClock(at: number): void {
    this.#stoppedAt ??= at;
  }

  /** Restarts the clock. @param at milliseconds since 1970 UTC */
  startClock(at: number): void {
    if (this.#stoppedAt !== null) this.#stoppedMs += at - this.#stoppedAt;
    this.#stoppedAt = null;
  }

  /** Adjusts the stopped time after the system clock was set. @param ms milliseconds, may be negative */
  shift(ms: number): void {
    this.#stoppedMs += ms;
    if (this.#stoppedAt !== null) this.#stoppedAt += ms;
  }

  #uses(now: number): { readonly use: BudgetUse; readonly share: 0 | 80 | 100 }[] {
    const { maxAgents, maxTokens, maxCostUsd, maxDurationMs } = this.#limits;
    const durationMs = this.#durationMs(now);
    return [
      { use: { limit: 'agents', spent: this.joined, max: maxAgents }, share: usedShare(this.joined, maxAgents) },
      { use: { limit: 'tokens', spent: this.#tokens, max: maxTokens }, share: usedShare(this.#tokens, maxTokens) },
      {
        use: { limit: 'cost', spent: toUsd(this.#micros), max: maxCostUsd },
        share: usedShare(this.#micros, Math.round(maxCostUsd * MICRO)),
      },
      { use: { limit: 'duration', spent: durationMs, max: maxDurationMs }, share: usedShare(durationMs, maxDurationMs) },
    ];
  }

  #durationMs(now: number): number {
    return Math.min(Math.max(0, (this.#stoppedAt ?? now) - this.#created - this.#stoppedMs), Number.MAX_SAFE_INTEGER);
  }

  /** Returns warnings that were not issued before. When a limit reaches 80 % and 100 % at once, only 100 %. */
  takeWarnings(now: number): BudgetWarning[] {
    const warnings: BudgetWarning[] = [];
    for (const { use, share } of this.#uses(now)) {
      if (share !== 0 && share > this.warned[use.limit]) warnings.push({ ...use, percent: share });
      this.warned[use.limit] = share;
    }
    return warnings;
  }

  /** Returns the limits at 100 % that stop the assignment of tasks: tokens, cost and duration. */
  reachedLimits(now: number): BudgetUse[] {
    return this.#uses(now)
      .filter(({ use, share }) => share === 100 && use.limit !== 'agents')
      .map(({ use }) => use);
  }

  /** Returns seed 1, "SwarmBudget", plus the keys that the seed does not know. */
  toBudget(now: number): SwarmBudget {
    const spent = { agents: this.joined, tokens: this.#tokens, costUsd: toUsd(this.#micros), durationMs: this.#durationMs(now) };
    return { ...this.#limits, spent: { ...spent, ...this.#rest.spent }, ...this.#rest.budget };
  }
}
