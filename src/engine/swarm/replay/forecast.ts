import { BURN_STEPS, type BurnDown, type BurnStep } from './burn-down.ts';

/** When something is likely to come about, and between which times, in milliseconds since 1970 UTC. */
export interface Expected {
  readonly at: number;
  readonly earliest: number;
  readonly latest: number;
}

/** What is to be expected if all goes on as it did; `null` for what cannot be told, and for what has come about. */
export interface Forecast {
  /** When all tasks are done. */
  readonly done: Expected | null;
  /** When the limit is reached. */
  readonly tokens: Expected | null;
  readonly cost: Expected | null;
  readonly duration: Expected | null;
}

/** Fewer tasks than this say nothing of those that follow. */
const FEWEST_DONE = 5;
/** Over so many of the last steps the rate is taken: the first rate is the likely one, and all together make the range. */
const WINDOWS = [BURN_STEPS / 10, BURN_STEPS / 4, BURN_STEPS] as const;

/** What is left at the rate of the last tenth of the steps. @returns `null` where it stands still, or under five finished tasks */
export function forecastOf({ steps, limits, left, goesOn }: Omit<BurnDown, 'id' | 'problems'>): Forecast | null {
  const last = steps.at(-1);
  if (last === undefined || !goesOn || last.done < FEWEST_DONE) return null;
  const expect = (rest: number, of: (step: BurnStep) => number): Expected | null => expected(steps, last, rest, of);
  const time = limits.maxDurationMs - last.durationMs;
  const end = last.time + time;
  return {
    done: expect(left, ({ done }) => done),
    tokens: expect(limits.maxTokens - last.tokens, ({ tokens }) => tokens),
    cost: expect(limits.maxCostUsd - last.costUsd, ({ costUsd }) => costUsd),
    // The clock knows one rate only.
    duration: time <= 0 ? null : { at: end, earliest: end, latest: end },
  };
}

function expected(steps: readonly BurnStep[], last: BurnStep, rest: number, of: (step: BurnStep) => number): Expected | null {
  const times = WINDOWS.map((length) => {
    const first = steps[Math.max(0, steps.length - 1 - length)] ?? last;
    // What stands still never ends.
    return of(last) > of(first) ? last.time + (rest * (last.time - first.time)) / (of(last) - of(first)) : Number.POSITIVE_INFINITY;
  });
  const at = times[0];
  if (rest <= 0 || at === undefined || !Number.isFinite(at)) return null;
  // Sums that a foreign edit has lowered say nothing of the range.
  const range = times.filter(Number.isFinite);
  return { at, earliest: Math.min(...range), latest: Math.max(...range) };
}
