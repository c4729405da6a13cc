import { showTime } from '../../crtx/typed/typed-time.ts';
import { duration } from '../../text/amounts.ts';
import type { SwarmStore } from '../store.ts';

/** How long a step of the clock is reported, in milliseconds. No lease lasts longer than a day. */
const RECENT_MS = 24 * 3_600_000;

const SECOND = 1_000;
/** Rounds to seconds, because measured differences are a few milliseconds off. */
const about = (ms: number) => duration(Math.round(Math.abs(ms) / SECOND) * SECOND);
const way = (ms: number) => `${about(ms)} ${ms > 0 ? 'ahead' : 'back'}`;

/** Returns warnings about wrong clocks: which record, how far off, what to do (docs/decisions/0043-clock-changes.md). */
export function clockWarnings({ clocks, runtime }: Pick<SwarmStore, 'clocks' | 'runtime'>): string[] {
  const { steps, logAhead, setBy } = clocks;
  const now = runtime.clock.now();
  const recent = steps.filter(({ at }) => Math.abs(now - at) < RECENT_MS);
  const kept = 'locks and waits keep their remaining time';
  return [
    ...recent.map(
      ({ id, at, shift }) =>
        `the clock was set ${way(shift)} (record ${id}, ${showTime(at)}): ${kept}. If the clock is correct now, no action is needed`,
    ),
    ...(setBy === 0
      ? []
      : [
          `the clock was set ${way(setBy)} since the last record. After the next command that writes, ${kept}. If the clock is wrong, correct it before that`,
        ]),
    ...(logAhead === 0 || setBy !== 0
      ? []
      : [
          `the last record is ${about(logAhead)} ahead of this computer's clock (to see which: cortex verify). The next command that writes sets the log back, and ${kept}. If the clock is wrong, correct it before that`,
        ]),
  ];
}
