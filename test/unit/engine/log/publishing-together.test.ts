import { beforeEach, expect, test } from 'vitest';
import { Mutex } from '../../../../src/engine/files/mutex.ts';
import { exploreInterference } from '../../../support/crash-explorer.ts';
import { readText, writeText } from '../../../support/fault-fs/files.ts';
import type { FaultFileSystem } from '../../../support/fault-fs.ts';
import { parseNotes } from '../../../support/notes.ts';
import { crashPoint, DIRECTORY, PUBLISHED, quiet, ROOT, SimulatedTime, simulatedRuntime } from '../../../support/simulation.ts';
import { appendOnce, editBeforeRename, editInPlace, note, openLog, openPublished } from './others.ts';
import { begin, fs, open, published, say, time } from './scene.ts';

beforeEach(begin);

interface World {
  readonly time: SimulatedTime;
  /** Whether the other process found the publisher running and left. */
  left: boolean;
}

/** Another process appends a note and ends. */
function sayAndLeave(actor: FaultFileSystem, world: World): void {
  appendOnce(actor, { time: world.time, seed: 2 }, 'b');
  const turn = new Mutex(simulatedRuntime(actor, { time: world.time, seed: 3, alive: true }), `${DIRECTORY}/publish`).tryAcquire();
  world.left = turn === null;
  turn?.release();
}

test('a process that leaves during any call of a running publisher has its note published by that publisher', async () => {
  let times = 0;
  await exploreInterference<World, void>({
    fileSystem: { label: crashPoint },
    setup: async (disk) => {
      disk.mkdirSync(`${ROOT}/.cortex`, { recursive: true });
      return { time: new SimulatedTime(), left: false };
    },
    operation: async (actor, world) => {
      const log = openPublished(actor, { time: world.time, seed: 1, alive: true });
      await log.transact(note('a'));
      await log.close();
    },
    interference: sayAndLeave,
    verify: async ({ fs: disk, context }) => {
      if (!context.left) return;
      times += 1;
      expect([...parseNotes(readText(disk, PUBLISHED)).seen].sort()).toEqual(['a', 'b']);
    },
  });
  expect(times).toBeGreaterThan(10);
});

test('a process that closes while another process publishes does not wait for it', async () => {
  const other = new Mutex(simulatedRuntime(fs, { time, seed: 77, alive: true }), `${DIRECTORY}/publish`);
  const turn = other.tryAcquire();
  const log = open();
  await log.transact(note('a'));
  const start = time.now;
  await log.close();
  expect(time.now - start).toBeLessThan(50);
  turn?.release();
});

test('a publisher releases its turn, so that the next process publishes at once', async () => {
  const [a, b] = [open(fs, true), open(fs, true)];
  await a.transact(note('a'));
  await a.close();
  await b.transact(note('b'));
  await b.close();
  expect(published()).toEqual(['a', 'b']);
});

test('an edit that another process is adopting is not replaced before it is in the log', async () => {
  await say('a');
  const other = new Mutex(simulatedRuntime(fs, { time, seed: 77, alive: true }), `${DIRECTORY}/adopt`);
  const turn = other.tryAcquire();
  editInPlace(fs, 'foreign');
  await say('b');
  expect(published()).toEqual(['a', 'foreign']);
  turn?.release();
  time.advance(fs, 3_000);
  await say('c');
  expect([...published()].sort()).toEqual(['a', 'b', 'c', 'foreign']);
});

test('a program that rewrites the file during each publication does not block publishing', async () => {
  await say('a');
  const other = fs.processView();
  let edits = 0;
  fs.onCall = ({ op, path }) => {
    if (op !== 'fdatasync' || path?.endsWith('.tmp') !== true) return 'proceed';
    edits += 1;
    editInPlace(other, `f${edits}`);
    return 'proceed';
  };
  await say('b');
  expect(published(), 'while it rewrites the file').toContain('b');
  fs.onCall = undefined;
  await say('c');
  const texts = Array.from({ length: edits }, (_, index) => `f${index + 1}`);
  expect([...published()].sort()).toEqual(['a', 'b', 'c', ...texts].sort());
});

test('an edit between keep and rename is published also by a process that closes during its pause', async () => {
  const log = open();
  await log.transact(note('a'));
  await quiet();
  editBeforeRename(fs);
  await log.transact(note('b'));
  await log.close();
  expect([...published()].sort()).toEqual(['a', 'b', 'foreign']);
});

test('a working process does not wait for a foreign writer, and soon sees its text', async () => {
  const log = open();
  await log.transact(note('a'));
  await quiet();
  const text = readText(fs, PUBLISHED);
  writeText(fs, PUBLISHED, text.slice(0, -5));
  const start = time.now;
  await log.transact(note('b'));
  expect(time.now - start).toBeLessThan(10);
  writeText(fs, PUBLISHED, text);
  editInPlace(fs, 'foreign');
  for (let n = 0; n < 10; n++) {
    await time.sleep(fs, 10);
    await log.transact(note(`n${n}`));
  }
  expect(log.state.seen).toContain('foreign');
  await log.close();
});

test('an edit that another process adopted is not read again', async () => {
  await say('a');
  const readers = [open(), open()] as const;
  for (const log of readers) await log.read();
  editInPlace(fs, 'foreign');
  await readers[0].read();
  let reads = 0;
  fs.onCall = ({ op, path }) => {
    if (op === 'readSync' && path === PUBLISHED) reads += 1;
    return 'proceed';
  };
  expect(await readers[1].read()).toBe('ours');
  expect(reads).toBe(0);
  fs.onCall = undefined;
  expect(readers[1].state.seen).toEqual(['a', 'foreign']);
  for (const log of readers) await log.close();
});

const segments = () => fs.readdirSync(DIRECTORY).filter((name) => name.endsWith('.jsonl')).length;

test('a full segment is sealed by the process whose record filled it, or else by the process that fills it once more', async () => {
  const [a, b, c] = [1, 2, 3].map((seed) => openLog(fs, { time, seed }, 2_000));
  a?.append(note('x'.repeat(2_000)));
  b?.append(note('y'));
  await b?.maintain();
  expect(segments(), 'the first process is responsible').toBe(1);
  c?.append(note('x'.repeat(2_000)));
  await c?.maintain();
  expect(segments()).toBe(2);
  for (const log of [a, b, c]) log?.close();
});

test('a process that writes faster than it seals waits', async () => {
  const log = openPublished(fs, { time, seed: 1 }, 500);
  for (let n = 0; n < 40; n++) await log.transact(note(`n${n} ${'x'.repeat(200)}`));
  const largest = Math.max(
    ...fs.readdirSync(DIRECTORY).map((name) => (name.endsWith('.jsonl') ? readText(fs, `${DIRECTORY}/${name}`).length : 0)),
  );
  expect(largest).toBeLessThan(6 * 1_400);
  expect(segments()).toBeGreaterThan(2);
  await log.close();
});
