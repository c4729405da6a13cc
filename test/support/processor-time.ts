/**
 * What some work costs this process, on all of its threads: on a machine that is busy with other work, too, the time on a clock is not.
 * @param work done at once, not later
 * @returns milliseconds of the processor's time
 */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
