import * as z from 'zod';
import type { SwarmBudget, SwarmManifest } from '../crtx/schema.ts';
import { type Checked, onDemand } from '../platform/on-demand.ts';
import type { Rest } from './state/rest.ts';
import { MOST_USD, type SwarmInput } from './state/swarm-records.ts';

/** What a swarm may spend: seed 1, "SwarmBudget", without what it has spent. */
export type BudgetLimits = Omit<SwarmBudget, 'spent'>;

/** Agents, tokens, US dollars or milliseconds. */
const budgetUseSchema = onDemand(() =>
  z.object({ limit: z.enum(['agents', 'tokens', 'cost', 'duration']), spent: z.number(), max: z.number() }),
);
export type BudgetUse = Readonly<Checked<typeof budgetUseSchema>>;
export type BudgetLimit = BudgetUse['limit'];

/** The share that was reached for the first time. */
export const budgetWarningSchema = onDemand(() => budgetUseSchema().extend({ percent: z.literal([80, 100]) }));
export type BudgetWarning = Readonly<Checked<typeof budgetWarningSchema>>;

/** Of which share of each limit was warned. */
export type Warned = Record<BudgetLimit, 0 | 80 | 100>;

const MICRO = 1_000_000;

const MOST_MICROS = MOST_USD * MICRO;

/** Numbers from files are of any size, and below zero too. */
function within(most: number, value: number): number {
  return Math.max(-most, Math.min(value, most));
}

/** US dollars as whole micro-dollars, so that ten times 0.1 is 1. */
export function toMicros(usd: number): number {
  return within(MOST_MICROS, Math.round(usd * MICRO));
}

/** A sum that stays an exact integer and within what the file may hold. */
export function addTokens(tokens: number, more: number): number {
  return within(Number.MAX_SAFE_INTEGER, tokens + more);
}

/** How many tokens were added, within what a record may hold; below zero where the number went down. */
export function tokenDifference(now: number, before: number): number {
  return addTokens(now, -before);
}

/** A sum of micro-dollars. */
export function addMicros(micros: number, more: number): number {
  return within(MOST_MICROS, micros + more);
}

export function toUsd(micros: number): number {
  return micros / MICRO;
}

/** The budget with at least what the agents have spent together: `spent` is derived, never typed in. */
export function withSums({ agents, budget }: SwarmManifest, joined: number): SwarmManifest['budget'] {
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

function share(spent: number, max: number): 0 | 80 | 100 {
  if (spent >= max) return 100;
  return spent * 5 >= max * 4 ? 80 : 0;
}

/** What a swarm may spend, what it has spent, and of what was warned. A limit of 0 allows nothing. */
export class Budget {
  #limits: BudgetLimits;
  readonly #rest: { readonly budget: Rest; readonly spent: Rest };
  readonly #created: number;
  readonly warned: Warned;
  /** Ids that ever joined. */
  joined: number;
  #tokens: number;
  #micros: number;
  /** Since when the clock stands still, milliseconds; `null` while it goes. */
  #stoppedAt: number | null = null;
  #stoppedMs: number;

  /**
   * @param created milliseconds since 1970 UTC
   * @param before of what was warned in an earlier life of this state, and how long the clock stood still, milliseconds
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

  /** Sets what is named. A limit below what is spent stops what it limits. */
  setLimits(limits: SwarmInput<'budget'>['limits']): void {
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

  /** How long the clock stood still before it last went on, milliseconds. */
  get stoppedMs(): number {
    return this.#stoppedMs;
  }

  /** Stops the clock, if it goes. @param at milliseconds since 1970 UTC */
  stop(at: number): void {
    this.#stoppedAt ??= at;
  }

  /** Lets the clock go on. @param at milliseconds since 1970 UTC */
  goOn(at: number): void {
    if (this.#stoppedAt !== null) this.#stoppedMs += at - this.#stoppedAt;
    this.#stoppedAt = null;
  }

  /** Moves what was measured in time, as the clock was set. @param ms milliseconds, also negative */
  shift(ms: number): void {
    this.#stoppedMs += ms;
    if (this.#stoppedAt !== null) this.#stoppedAt += ms;
  }

  #uses(now: number): { readonly use: BudgetUse; readonly share: 0 | 80 | 100 }[] {
    const { maxAgents, maxTokens, maxCostUsd, maxDurationMs } = this.#limits;
    const durationMs = this.#durationMs(now);
    return [
      { use: { limit: 'agents', spent: this.joined, max: maxAgents }, share: share(this.joined, maxAgents) },
      { use: { limit: 'tokens', spent: this.#tokens, max: maxTokens }, share: share(this.#tokens, maxTokens) },
      { use: { limit: 'cost', spent: toUsd(this.#micros), max: maxCostUsd }, share: share(this.#micros, Math.round(maxCostUsd * MICRO)) },
      { use: { limit: 'duration', spent: durationMs, max: maxDurationMs }, share: share(durationMs, maxDurationMs) },
    ];
  }

  #durationMs(now: number): number {
    return Math.min(Math.max(0, (this.#stoppedAt ?? now) - this.#created - this.#stoppedMs), Number.MAX_SAFE_INTEGER);
  }

  /** What was not warned of yet; of a limit whose 80 % and 100 % are reached at once, only 100 %. */
  takeWarnings(now: number): BudgetWarning[] {
    const warnings: BudgetWarning[] = [];
    for (const { use, share } of this.#uses(now)) {
      if (share !== 0 && share > this.warned[use.limit]) warnings.push({ ...use, percent: share });
      this.warned[use.limit] = share;
    }
    return warnings;
  }

  /** The limits at 100 % that stop the giving out of tasks: tokens, cost and duration. */
  reached(now: number): BudgetUse[] {
    return this.#uses(now)
      .filter(({ use, share }) => share === 100 && use.limit !== 'agents')
      .map(({ use }) => use);
  }

  /** Seed 1, "SwarmBudget", and the keys that the seed does not know. */
  toBudget(now: number): SwarmBudget {
    const spent = { agents: this.joined, tokens: this.#tokens, costUsd: toUsd(this.#micros), durationMs: this.#durationMs(now) };
    return { ...this.#limits, spent: { ...spent, ...this.#rest.spent }, ...this.#rest.budget };
  }
}
