import { FEWEST_DONE, remainingMs } from '../budget-outlook.ts';
import type { BurnStep, Expected } from '../schemas/burn-down.ts';
import { BURN_STEPS, type BurnDown } from './burn-down.ts';

/** Forecast of a swarm at its present rate. Each field is `null` when no forecast is possible, or when it has already happened. */
export interface Forecast {
  /** When all tasks are done. */
  readonly done: Expected | null;
  /** When the token limit is reached. */
  readonly tokens: Expected | null;
  readonly cost: Expected | null;
  readonly duration: Expected | null;
}

/** Numbers of last steps whose rates give the range. */
const WINDOWS = [BURN_STEPS / 10, BURN_STEPS / 4] as const;

/** Extrapolates the rate of the whole running time, as the outlook of the budget does. Recent rates give the range. @returns `null` for an ended or paused swarm, or with under five finished tasks */
export function computeForecast({ steps, limits, left, goesOn }: Omit<BurnDown, 'id' | 'problems' | 'total'>): Forecast | null {
  const last = steps.at(-1);
  if (last === undefined || !goesOn || last.done < FEWEST_DONE) return null;
  const expect = (rest: number, of: (step: BurnStep) => number): Expected | null => expected(steps, last, rest, of);
  const time = limits.maxDurationMs - last.durationMs;
  const end = last.time + time;
  return {
    done: expect(left, ({ done }) => done),
    tokens: expect(limits.maxTokens - last.tokens, ({ tokens }) => tokens),
    cost: expect(limits.maxCostUsd - last.costUsd, ({ costUsd }) => costUsd),
    // Time passes at one rate only.
    duration: time <= 0 ? null : { at: end, earliest: end, latest: end },
  };
}

function expected(steps: readonly BurnStep[], last: BurnStep, rest: number, of: (step: BurnStep) => number): Expected | null {
  const at = last.time + remainingMs(rest, of(last), last.durationMs);
  if (rest <= 0 || !Number.isFinite(at)) return null;
  const recent = WINDOWS.map((length) => {
    const first = steps[Math.max(0, steps.length - 1 - length)] ?? last;
    return last.time + remainingMs(rest, of(last) - of(first), last.durationMs - first.durationMs);
  });
  // Without recent progress, or after a foreign edit that lowered the sums, a window has no rate and is left out of the range.
  const range = [at, ...recent.filter(Number.isFinite)];
  return { at, earliest: Math.min(...range), latest: Math.max(...range) };
}
