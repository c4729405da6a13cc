import { expect } from 'vitest';

/**
 * Returns the processor time of some work, on all threads of this process. Unlike elapsed time, it does not depend on other load; but it
 * includes garbage collection for earlier tests, so one run shows little.
 * @param work must be synchronous
 * @returns milliseconds
 */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const TRIES = 5;

/**
 * Checks that work takes time linear in the length of its input. Ten times the length may take 40 times as long: quadratic work would take
 * 100 times as long. The least of several times counts, because other work of the process only adds to it.
 * @param prepare makes the input of this length, which is not measured, and returns the work
 * @param length of the short input; work of less than 10 ms counts as 10 ms
 */
export function expectLinear(prepare: (length: number) => () => unknown, length: number): void {
  const short = prepare(length);
  const long = prepare(10 * length);
  const limit = 40 * Math.max(10, Math.min(...Array.from({ length: TRIES }, () => processorMs(short))));
  let least = processorMs(long);
  for (let tries = 1; tries < TRIES && least > limit; tries += 1) least = Math.min(least, processorMs(long));
  expect(least).toBeLessThan(limit);
}
