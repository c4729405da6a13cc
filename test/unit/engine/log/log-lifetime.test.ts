import nodePath from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { FIRST_SEGMENT } from '../../../../src/engine/log/layout.ts';
import { CortexError, type ErrorCode } from '../../../../src/engine/platform/errors.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';
import { DIRECTORY, ROOT, SimulatedTime } from '../../../support/simulation.ts';
import { appendOnce, note, openLog, removeLocal, sealOnce } from './others.ts';

let fs: FaultFileSystem;
let time: SimulatedTime;

beforeEach(() => {
  fs = new FaultFileSystem();
  time = new SimulatedTime();
  fs.mkdirSync(ROOT, { recursive: true });
});

function codeOf(attempt: () => unknown): ErrorCode | string {
  try {
    attempt();
  } catch (error) {
    return error instanceof CortexError ? error.code : String(error);
  }
  return 'nothing';
}

test('maintain leaves a small segment unchanged and seals a large one, once for concurrent calls', async () => {
  const log = openLog(fs, { time, seed: 1 }, 340);
  log.append(note('a'));
  await log.maintain();
  expect(fs.readdirSync(DIRECTORY)).toEqual([FIRST_SEGMENT, 'clock']);
  log.append(note('b'));
  log.append(note('c'));
  await Promise.all([log.maintain(), log.maintain()]);
  expect(fs.readdirSync(DIRECTORY).filter((name) => name.startsWith('000002'))).toHaveLength(2);
  log.close();
  expect(fs.openCount).toBe(0);
});

test('when two processes seal at once, the loser removes its successor segment', async () => {
  const logs = [1, 2].map((seed) => openLog(fs, { time, seed }, 1));
  for (const [index, log] of logs.entries()) log.append(note(`n${index}`));
  await Promise.all(logs.map((log) => log.maintain()));
  const segments = fs.readdirSync(DIRECTORY).filter((name) => name.endsWith('.jsonl'));
  expect(segments).toHaveLength(2);
  for (const log of logs) log.append(note('after'));
  expect(logs.map((log) => log.problems)).toEqual([[], []]);
});

/** Fails the call with number `at` of a seal. Returns the number of calls that the seal made. */
async function sealFailingAt(at: number, fail: 'EIO' | 'ENOSPC'): Promise<number> {
  const disk = new FaultFileSystem();
  const clock = new SimulatedTime();
  appendOnce(disk, { time: clock, seed: 1 }, 'a');
  const view = disk.processView();
  const log = openLog(view, { time: clock, seed: 2 }, 1);
  log.append(note('b'));
  const count = () => [...view.hits.values()].reduce((sum, hits) => sum + hits, 0);
  const first = count();
  view.onCall = ({ index, op }) => (index === first + at && op !== 'closeSync' ? { fail } : 'proceed');
  await log.maintain();
  const calls = count() - first;
  view.onCall = undefined;
  log.append(note('c'));
  expect(log.state.seen).toEqual(['a', 'b', 'c']);
  log.close();
  expect(view.openCount, `open after a failure of call ${at}`).toBe(0);
  appendOnce(disk, { time: clock, seed: 3 }, 'd');
  const reader = openLog(disk, { time: clock, seed: 4 });
  reader.refresh();
  expect(reader.state.seen).toEqual(['a', 'b', 'c', 'd']);
  return calls;
}

test.each(['EIO', 'ENOSPC'] as const)('%s at any call of a seal loses nothing and leaks nothing', async (fail) => {
  const calls = await sealFailingAt(Number.POSITIVE_INFINITY, fail);
  expect(calls).toBeGreaterThan(20);
  for (let at = 0; at < calls; at++) await sealFailingAt(at, fail);
});

test('a log whose folder was deleted is restarted, with increasing ordinals', () => {
  const log = openLog(fs, { time, seed: 1 });
  const { place } = log.append(note('a'));
  removeLocal(fs, { time, seed: 2 });
  const again = log.append(note('b'));
  expect(log.state.seen).toEqual(['b']);
  expect(again.place.ordinal).toBeGreaterThan(place.ordinal);
  log.close();
  expect(fs.openCount).toBe(0);
});

test('a log that another process restarted under the same name is another log', () => {
  const log = openLog(fs, { time, seed: 1 });
  log.append(note('a'));
  removeLocal(fs, { time, seed: 2 });
  appendOnce(fs, { time, seed: 3 }, 'b');
  expect(log.append(note('c')).answer).toBe(2);
  expect(log.state.seen).toEqual(['b', 'c']);
});

test('sync is durable after the folder was deleted and created again', async () => {
  fs.syncAll();
  const log = openLog(fs, { time, seed: 1 });
  log.append(note('a'));
  await log.sync();
  removeLocal(fs, { time, seed: 2 });
  log.append(note('b'));
  await log.sync();
  const after = openLog(fs.powerLossWorst(), { time, seed: 3, boot: 'boot-2' });
  after.refresh();
  expect(after.state.seen).toEqual(['b']);
});

test('append fails with `busy` when the folder is deleted during every attempt', () => {
  const log = openLog(fs, { time, seed: 1 });
  const other = fs.processView();
  fs.onCall = ({ op, path }) => {
    if (op === 'writeSync' && path?.endsWith('.jsonl')) removeLocal(other, { time, seed: 2 });
    return 'proceed';
  };
  expect(codeOf(() => log.append(note('a')))).toBe('busy');
  log.close();
  expect(fs.openCount).toBe(0);
});

test('a process that slept while its segment was sealed and swept continues in the current segment', () => {
  const log = openLog(fs, { time, seed: 1 });
  log.append(note('a'));
  sealOnce(fs, { time, seed: 2 });
  appendOnce(fs, { time, seed: 3 }, 'b');
  expect(log.append(note('c')).answer).toBe(3);
});

test('a reader several segments behind continues from the newest checkpoint, one segment behind from its position', () => {
  appendOnce(fs, { time, seed: 1 }, 'a');
  const view = fs.processView();
  const log = openLog(view, { time, seed: 2 });
  log.refresh();
  const opened = () => {
    const paths: string[] = [];
    view.onCall = ({ op, path }) => {
      if (op === 'openSync') paths.push(nodePath.basename(path ?? ''));
      return 'proceed';
    };
    log.refresh();
    return paths.map((name) => name.replace(/-[0-9a-f]{16}/, ''));
  };
  sealOnce(fs, { time, seed: 3 });
  appendOnce(fs, { time, seed: 4 }, 'b');
  expect(opened()).toEqual(['000002.jsonl']);
  for (const seed of [5, 6, 7]) sealOnce(fs, { time, seed });
  appendOnce(fs, { time, seed: 8 }, 'c');
  expect(opened()).toEqual(['000005.state.json', '000005.jsonl']);
  expect(log.state.seen).toEqual(['a', 'b', 'c']);
  log.close();
});

test('a writer sees its own record from any distance behind', () => {
  appendOnce(fs, { time, seed: 1 }, 'a');
  const view = fs.processView();
  const log = openLog(view, { time, seed: 2 });
  log.refresh();
  let sealed = 0;
  // Others write and seal between its write and its read.
  view.onCall = ({ op }) => {
    if (op === 'statSync' && log.begun && sealed < 4) {
      sealed += 1;
      sealOnce(fs, { time, seed: 10 + sealed });
    }
    return 'proceed';
  };
  const { answer } = log.append(note('b'));
  expect(answer).not.toBeNull();
  expect(log.state.seen).toEqual(['a', 'b']);
  log.close();
});
