import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { Mutex } from '../../../../src/engine/files/mutex.ts';
import { readText } from '../../../support/fault-fs/files.ts';
import type { Call, FaultFileSystem } from '../../../support/fault-fs.ts';
import { parseNotes } from '../../../support/notes.ts';
import { DIRECTORY, PUBLISHED, quiet, simulatedRuntime } from '../../../support/simulation.ts';
import { appendOnce, exists, note, openLog, openPublished } from './others.ts';
import { begin, fs, kept, open, published, say, time } from './scene.ts';

beforeEach(begin);

const publishes = (call: Call) => call.to === PUBLISHED;

function count(view: FaultFileSystem, wanted: (call: Call) => boolean): { value: number } {
  const counted = { value: 0 };
  view.onCall = (call) => {
    if (wanted(call)) counted.value += 1;
    return 'proceed';
  };
  return counted;
}

test("a process's notes are in the file when it closes, and a second process adds to them", async () => {
  await say('a', 'b');
  expect(published()).toEqual(['a', 'b']);
  await say('c');
  expect(published()).toEqual(['a', 'b', 'c']);
});

test('a process that only reads writes nothing', async () => {
  await say('a');
  time.advance(fs, 2_000);
  await say('b');
  time.advance(fs, 2_000);
  fs.unlinkSync(`${DIRECTORY}/${kept()[0]}`);
  fs.readOnly = true;
  const log = open();
  expect(await log.read()).toBe('ours');
  expect(log.state.seen).toEqual(['a', 'b']);
  await log.close();
  expect(log.problems).toEqual([]);
});

test('a long-lived process publishes in the background, many records at once', async () => {
  const log = open();
  const times = count(fs, publishes);
  for (let n = 0; n < 20; n++) await log.transact(note(`n${n}`));
  await quiet();
  await quiet();
  expect(published()).toHaveLength(20);
  expect(times.value).toBeLessThan(5);
  await log.close();
});

test("publishing takes at most a twentieth of a long-lived process's time", async () => {
  const log = open();
  const view = fs;
  const at: number[] = [];
  view.onCall = (call) => {
    if (call.op === 'fdatasync' && call.path?.endsWith('.tmp')) time.advance(fs, 100);
    if (call.to === PUBLISHED) at.push(time.now);
    return 'proceed';
  };
  for (let n = 0; n < 8; n++) {
    await log.transact(note(`n${n}`));
    while (at.length <= n) await quiet();
  }
  const pauses = at.slice(1).map((each, index) => each - (at[index] ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(19 * 100);
  await log.close();
});

test('a machine that slept during a publication does not delay the next one for days', async () => {
  const log = open();
  fs.onCall = ({ to }) => {
    if (to !== PUBLISHED) return 'proceed';
    fs.onCall = undefined;
    time.advance(fs, 8 * 3_600_000);
    return 'proceed';
  };
  await log.transact(note('a'));
  while (!exists(fs, PUBLISHED)) await quiet();
  await log.transact(note('b'));
  const start = time.now;
  while (published().length < 2) await quiet();
  expect(time.now - start).toBeLessThan(60_000);
  await log.close();
});

test('a closing process leaves its records to a publishing process, and the next process publishes them if that one hangs', async () => {
  const other = new Mutex(simulatedRuntime(fs, { time, seed: 77, alive: true }), `${DIRECTORY}/publish`);
  const turn = other.tryAcquire();
  const log = open();
  await log.transact(note('a'));
  const start = time.now;
  const closed = log.close();
  await quiet();
  expect(exists(fs, PUBLISHED), 'still busy').toBe(false);
  await closed;
  expect(time.now - start, 'within the limit').toBeLessThanOrEqual(5_100);
  turn?.release();
  await say('b');
  expect(published()).toEqual(['a', 'b']);
});

test('records that another process published are not published again', async () => {
  const [a, b] = [open(fs, true), open(fs, true)];
  const times = count(fs, publishes);
  await a.transact(note('a'));
  await b.transact(note('b'));
  const start = time.now;
  await a.close();
  await b.close();
  expect(published()).toEqual(['a', 'b']);
  expect(times.value).toBeLessThanOrEqual(2);
  expect(time.now - start, 'no wait for a turn to expire').toBeLessThan(1_000);
});

test('records of a dead process are published by a process that only reads', async () => {
  await say('a');
  appendOnce(fs, { time, seed: 50 }, 'b');
  const early = open();
  await early.read();
  await early.close();
  expect(published(), 'their writer may be alive').toEqual(['a']);
  time.advance(fs, 6_000);
  const late = open();
  await late.read();
  await late.close();
  expect(published()).toEqual(['a', 'b']);
});

test('a publication that was logged but whose file never appeared is repeated', async () => {
  await say('a');
  const dying = fs.processView({ onCall: (call) => (call.to === PUBLISHED ? 'crash' : 'proceed') });
  const log = open(dying);
  await log.transact(note('b'));
  await expect(log.close()).rejects.toThrow('crash');
  expect(published()).toEqual(['a']);
  time.advance(fs, 6_000);
  await say();
  const reader = open();
  await reader.read();
  await reader.close();
  expect(published()).toEqual(['a', 'b']);
});

test('a failed publication is a problem, not an error, and is retried later', async () => {
  const log = open();
  fs.onCall = ({ to }) => (to === PUBLISHED ? { fail: 'EIO' } : 'proceed');
  await log.transact(note('a'));
  await quiet();
  expect(log.problems.join()).toContain('EIO');
  fs.onCall = undefined;
  await log.close();
  expect(published()).toEqual(['a']);
  expect(log.problems).toEqual([]);
});

test('close may be called again, and by a process that did nothing', async () => {
  const log = open();
  await log.close();
  await log.close();
  expect(exists(fs, DIRECTORY)).toBe(false);
});

test('a closed log is durable', async () => {
  fs.syncAll();
  await say('a');
  await say('b');
  const after = fs.powerLossWorst();
  expect(parseNotes(readText(after, PUBLISHED)).seen).toEqual(['a', 'b']);
  const log = openPublished(after, { time, seed: 70, boot: 'boot-2' });
  expect(await log.read()).toBe('ours');
  expect(log.state.seen).toEqual(['a', 'b']);
  await log.close();
});

test('the log records a publication before its file appears, and power loss does not revert that', async () => {
  await say('a');
  fs.syncAll();
  const disks: FaultFileSystem[] = [];
  fs.onCall = ({ to }) => {
    if (to === PUBLISHED) disks.push(fs.powerLossWorst());
    return 'proceed';
  };
  await say('b');
  fs.onCall = undefined;
  for (const disk of disks) {
    const log = openLog(disk, { time, seed: 71, boot: 'boot-2' });
    log.refresh();
    expect(log.core.knows(createHash('sha256').update(readText(fs, PUBLISHED)).digest('hex'))).toBe(true);
    expect(log.state.seen).toEqual(['a', 'b']);
  }
  expect(disks).toHaveLength(1);
});

test('a publisher whose log is restarted meanwhile publishes nothing of the old one', async () => {
  await say('a', 'b');
  const other = fs.processView();
  fs.onCall = ({ op, path }) => {
    if (op !== 'writeSync' || path?.endsWith('.tmp') !== true) return 'proceed';
    fs.onCall = undefined;
    other.unlinkSync(`${DIRECTORY}/000001.jsonl`);
    time.advance(fs, 1_000);
    return 'proceed';
  };
  await say('c');
  await say('d');
  expect(published()).toEqual(expect.arrayContaining(['a', 'b', 'd']));
});

test('a closing process does not keep retrying a failing publication', async () => {
  const log = open();
  let attempts = 0;
  fs.onCall = (call) => {
    if (!publishes(call)) return 'proceed';
    attempts += 1;
    return { fail: 'EIO' };
  };
  await log.transact(note('a'));
  await log.close();
  expect(attempts).toBeLessThanOrEqual(2);
  expect(log.problems.join()).toContain('EIO');
});
