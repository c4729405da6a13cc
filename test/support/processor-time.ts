/**
 * Returns the processor time of some work, on all threads of this process. Unlike elapsed time, it does not depend on other load.
 * @param work must be synchronous
 * @returns milliseconds
 */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
