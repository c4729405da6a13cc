/** What is over sooner is repeated until so much time is over, in milliseconds. */
const LEAST_MS = 200;

/** Milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Milliseconds of one time, of as many as fill a moment. */
export async function meanOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const begun = performance.now();
  while (performance.now() - begun < LEAST_MS) {
    await work();
    count += 1;
  }
  return (performance.now() - begun) / count;
}
