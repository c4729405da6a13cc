import type { TimelineFilter } from './protocol.ts';

const HOUR_MS = 3_600_000;
const AGES: Readonly<Record<Exclude<TimelineFilter['age'], 'all'>, number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 168 * HOUR_MS,
  month: 720 * HOUR_MS,
};
/** Number of steps per age. The start of the time range is rounded to a step, so that a new query does not run at every update. */
const STEPS = 60;

const given = (text: string): string | undefined => (text.trim() === '' ? undefined : text);

/** Converts a filter to a query. @param now milliseconds since 1970 UTC */
export function toQuery({ text, file, task, ref, agent, type, outcome, age }: TimelineFilter, now: number) {
  return {
    ...{ text: given(text.trim()), file: given(file), task: given(task), ref: given(ref) },
    ...{ agent: agent ?? undefined, type: type ?? undefined, outcome: outcome ?? undefined },
    since: age === 'all' ? undefined : sinceOf(AGES[age], now),
  };
}

function sinceOf(length: number, now: number): number {
  const step = length / STEPS;
  return Math.floor(now / step) * step - length;
}
