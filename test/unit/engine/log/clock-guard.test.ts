import { beforeEach, expect, test } from 'vitest';
import { fileSystemNow, waitTick } from '../../../../src/engine/files/file-clock.ts';
import { ClockGuard } from '../../../../src/engine/log/clock-guard.ts';
import { CortexError } from '../../../../src/engine/platform/errors.ts';
import type { Runtime } from '../../../../src/engine/platform/runtime.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';
import { DIRECTORY, SimulatedTime, START, simulatedRuntime } from '../../../support/simulation.ts';

let fs: FaultFileSystem;
let time: SimulatedTime;
/** Difference between this process's clock and the disk's, in milliseconds. */
let skew: number;
let runtime: Runtime;

beforeEach(() => {
  fs = new FaultFileSystem();
  time = new SimulatedTime();
  skew = 0;
  const base = simulatedRuntime(fs, { time, seed: 1 });
  runtime = { ...base, clock: { ...base.clock, now: () => time.now + skew } };
});

test.each([0, 2_000, -2_000])('a clock that is %i ms off may write', (ms) => {
  skew = ms;
  new ClockGuard(runtime, DIRECTORY).check();
});

test.each([
  [2_001, /2\.0 s ahead of/],
  [-2_001, /2\.0 s behind/],
  [86_400_000, /86400\.0 s ahead of/],
])('a clock that is %i ms off is refused with the difference', (ms, message) => {
  skew = ms;
  expect(() => new ClockGuard(runtime, DIRECTORY).check()).toThrow(message);
  expect(() => new ClockGuard(runtime, DIRECTORY).check()).toThrow(expect.objectContaining({ code: 'clock-skew' }));
});

test('a comparison is valid for ten seconds', () => {
  const guard = new ClockGuard(runtime, DIRECTORY);
  guard.check();
  // The disk's clock drifts away, which the clocks of this process do not show.
  fs.advance(5_000);
  time.advance(fs, 9_999);
  guard.check();
  time.advance(fs, 1);
  expect(() => guard.check()).toThrow(CortexError);
});

test('a clock that was set is compared at once', () => {
  const guard = new ClockGuard(runtime, DIRECTORY);
  guard.check();
  skew = 5_000;
  expect(() => guard.check()).toThrow('5.0 s ahead of');
});

test('a refused clock is compared again at once', () => {
  const guard = new ClockGuard(runtime, DIRECTORY);
  skew = 5_000;
  expect(() => guard.check()).toThrow(CortexError);
  skew = 0;
  guard.check();
});

test.each(['openSync', 'writeSync', 'fstatSync', 'closeSync'])('a process that is paused for a minute at %s passes the check', (op) => {
  fs.onCall = (call) => {
    if (call.op === op) time.advance(fs, 60_000);
    return 'proceed';
  };
  new ClockGuard(runtime, DIRECTORY).check();
});

test('a folder that cannot be written is reported', () => {
  fs.readOnly = true;
  expect(() => new ClockGuard(runtime, DIRECTORY).check()).toThrow(expect.objectContaining({ code: 'read-only' }));
});

test('fileSystemNow returns the time of the file system', () => {
  time.advance(fs, 1_234);
  expect(fileSystemNow(runtime, DIRECTORY)).toBe(START + 1_234);
  expect(fs.openCount).toBe(0);
});

test("waitTick waits until the file system's time has changed", async () => {
  await waitTick(runtime, DIRECTORY, START);
  expect(fileSystemNow(runtime, DIRECTORY)).toBeGreaterThan(START);
  const { now } = time;
  await waitTick(runtime, DIRECTORY, START);
  expect(time.now, 'no wait after the tick').toBe(now);
});

test('waitTick does not wait for a file time in the future', async () => {
  await waitTick(runtime, DIRECTORY, START + 86_400_000);
  expect(time.now - START).toBeLessThan(5_000);
});
