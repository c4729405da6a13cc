import { expect, test } from 'vitest';
import { CoalescedWork } from '../../../../src/engine/platform/coalesced-work.ts';
import type { Runtime } from '../../../../src/engine/platform/runtime.ts';

/** Time that passes only by sleeping and by work. */
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

/** Work that takes so long, and the times at which it began. */
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

test('begins at once, and once for all who ask before it begins', async () => {
  const { work, begun } = working(50, 0);
  await Promise.all([work.request(), work.request(), work.request()]);
  expect(begun).toEqual([0]);
});

test('runs once more for whoever asks while it runs, no sooner than the gap allows', async () => {
  const { work, begun } = working(50, 10);
  const first = work.request();
  await Promise.resolve();
  await Promise.resolve();
  expect(begun).toEqual([0]);
  await Promise.all([first, work.request(), work.request()]);
  expect(begun).toEqual([0, 50]);
});

test('takes at most half of the time, however long it takes', async () => {
  const { work, begun } = working(50, 400);
  for (let n = 0; n < 3; n += 1) await work.request();
  expect(begun).toEqual([0, 800, 1600]);
});

test('has rested when nobody asked for a while', async () => {
  const { work, begun, pass } = working(50, 0);
  await work.request();
  pass(70);
  await work.request();
  expect(begun).toEqual([0, 70]);
});

test('begins no more after its end, and whoever waits for it goes on', async () => {
  const { work, begun } = working(50, 0);
  await work.request();
  const late = work.request();
  await work.end();
  await late;
  await work.request();
  expect(begun).toEqual([0]);
});

test('a run that fails is told to who asked for it, and keeps nobody else from being served', async () => {
  const { runtime, now } = time();
  const begun: number[] = [];
  const work = new CoalescedWork(runtime, 50, () => {
    begun.push(now());
    if (begun.length === 1) throw new Error('no luck');
  });
  await expect(work.request()).rejects.toThrow('no luck');
  await work.request();
  expect(begun, 'and comes no sooner for it').toEqual([0, 50]);
  await work.end();
});
