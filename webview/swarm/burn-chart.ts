import type { BurnDownState, BurnStep, Expected } from '../../src/host/dashboards/swarm/past-protocol.ts';

export type BurnDownResult = Extract<BurnDownState, { kind: 'burnt' }>;
/** A limit whose remaining amount is drawn. */
export type BurnSeries = 'done' | 'tokens' | 'cost' | 'duration';

export const BURN_SERIES: readonly BurnSeries[] = ['done', 'tokens', 'cost', 'duration'];

/** Both from 0 to 1: the position in the drawn time, and the remaining share. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface BurnLine {
  readonly spent: number;
  readonly max: number;
  /** Remaining share at each step. */
  readonly left: readonly Point[];
  /** Extrapolation from the last step, at the present rate; `null` when unknown. */
  readonly to: Point | null;
  readonly expected: Expected | null;
}

const SPENT: Readonly<Record<BurnSeries, (step: BurnStep) => number>> = {
  done: ({ done }) => done,
  tokens: ({ tokens }) => tokens,
  cost: ({ costUsd }) => costUsd,
  duration: ({ durationMs }) => durationMs,
};

export const spentAt = (fuel: BurnSeries, step: BurnStep): number => SPENT[fuel](step);

/** Largest share of the past time to draw as future, because known data matters more. */
const MAX_TO_COME = 0.5;

/** Returns the time span of all charts of a burn-down, in milliseconds since 1970 UTC. */
export function drawnTime({ steps, forecast }: BurnDownResult): { readonly from: number; readonly now: number; readonly to: number } {
  const from = steps[0]?.time ?? 0;
  const now = steps.at(-1)?.time ?? from;
  const ends = BURN_SERIES.flatMap((fuel) => forecast?.[fuel]?.at ?? []);
  return { from, now, to: Math.min(Math.max(now, ...ends), now + (now - from) * MAX_TO_COME) };
}

const within = (value: number): number => Math.min(1, Math.max(0, value));

/** Like `spentAt`, but tasks that failed or were skipped by now do not remain either, so that the rest is that of the task list. */
function endedAt({ steps, left, total }: BurnDownResult, fuel: BurnSeries, step: BurnStep): number {
  const undone = fuel === 'done' ? total - left - (steps.at(-1)?.done ?? 0) : 0;
  return spentAt(fuel, step) + Math.max(0, undone);
}

/** Returns the line of one limit. With a limit of 0, nothing remains. */
export function burnLine(burnt: BurnDownResult, fuel: BurnSeries): BurnLine {
  const { steps, limits, total, forecast } = burnt;
  const { from, now, to } = drawnTime(burnt);
  const last = steps.at(-1);
  const spent = last === undefined ? 0 : endedAt(burnt, fuel, last);
  const max = fuel === 'done' ? total : limits[fuel];
  const xOf = (time: number): number => (to > from ? (time - from) / (to - from) : 1);
  const leftOf = (amount: number): number => (max > 0 ? within(1 - amount / max) : 0);
  const expected = forecast?.[fuel] ?? null;
  const rest = leftOf(spent);
  const share = expected === null ? 0 : expected.at > now ? within((to - now) / (expected.at - now)) : 1;
  return {
    spent,
    max,
    left: steps.map((step) => ({ x: xOf(step.time), y: leftOf(endedAt(burnt, fuel, step)) })),
    to: expected === null ? null : { x: xOf(Math.min(to, Math.max(now, expected.at))), y: rest * (1 - share) },
    expected,
  };
}
