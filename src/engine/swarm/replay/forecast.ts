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

/** Fewest finished tasks for a forecast; fewer do not allow one. */
const FEWEST_DONE = 5;
/** Numbers of last steps over which rates are measured. The first gives the expected time; all together give the range. */
const WINDOWS = [BURN_STEPS / 10, BURN_STEPS / 4, BURN_STEPS] as const;

/** Extrapolates the rate of the last tenth of the steps. @returns `null` for an ended or paused swarm, or with under five finished tasks */
export function computeForecast({ steps, limits, left, goesOn }: Omit<BurnDown, 'id' | 'problems'>): Forecast | null {
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
  const times = WINDOWS.map((length) => {
    const first = steps[Math.max(0, steps.length - 1 - length)] ?? last;
    // Without progress the end is never reached.
    return of(last) > of(first) ? last.time + (rest * (last.time - first.time)) / (of(last) - of(first)) : Number.POSITIVE_INFINITY;
  });
  const at = times[0];
  if (rest <= 0 || at === undefined || !Number.isFinite(at)) return null;
  // A foreign edit can lower the sums; such a window has no rate and is left out of the range.
  const range = times.filter(Number.isFinite);
  return { at, earliest: Math.min(...range), latest: Math.max(...range) };
}
