import { expect, test } from 'vitest';
import { CoalescedWork } from '../../../../src/engine/platform/coalesced-work.ts';
import type { Runtime } from '../../../../src/engine/platform/runtime.ts';

/** Creates a clock that advances only by sleeping and by work. */
function time() {
  let now = 0;
  const runtime: Pick<Runtime, 'clock' | 'sleep'> = {
    clock: { now: () => now, monotonic: () => now, pinned: false },
    sleep: async (ms, signal) => {
      if (signal?.aborted !== true) now += ms;
    },
  };
  return {
    runtime,
    pass: (ms: number) => {
      now += ms;
    },
    now: () => now,
  };
}

/** Creates work of a given duration, and records its start times. */
function working(gapMs: number, takesMs: number) {
  const { runtime, pass, now } = time();
  const begun: number[] = [];
  const work = new CoalescedWork(runtime, gapMs, async () => {
    begun.push(now());
    await Promise.resolve();
    pass(takesMs);
  });
  return { work, begun, pass };
}

test('starts at once, and runs once for all requests before the start', async () => {
  const { work, begun } = working(50, 0);
  await Promise.all([work.request(), work.request(), work.request()]);
  expect(begun).toEqual([0]);
});

test('runs once more for requests during a run, no sooner than the gap allows', async () => {
  const { work, begun } = working(50, 10);
  const first = work.request();
  await Promise.resolve();
  await Promise.resolve();
  expect(begun).toEqual([0]);
  await Promise.all([first, work.request(), work.request()]);
  expect(begun).toEqual([0, 50]);
});

test('uses at most half of the time, even if runs are long', async () => {
  const { work, begun } = working(50, 400);
  for (let n = 0; n < 3; n += 1) await work.request();
  expect(begun).toEqual([0, 800, 1600]);
});

test('starts at once after a pause without requests', async () => {
  const { work, begun, pass } = working(50, 0);
  await work.request();
  pass(70);
  await work.request();
  expect(begun).toEqual([0, 70]);
});

test('does not start after its end, and resolves pending requests', async () => {
  const { work, begun } = working(50, 0);
  await work.request();
  const late = work.request();
  await work.end();
  await late;
  await work.request();
  expect(begun).toEqual([0]);
});

test('a failed run rejects its request, and does not affect later requests', async () => {
  const { runtime, now } = time();
  const begun: number[] = [];
  const work = new CoalescedWork(runtime, 50, () => {
    begun.push(now());
    if (begun.length === 1) throw new Error('no luck');
  });
  await expect(work.request()).rejects.toThrow('no luck');
  await work.request();
  expect(begun, 'the retry respects the gap').toEqual([0, 50]);
  await work.end();
});
