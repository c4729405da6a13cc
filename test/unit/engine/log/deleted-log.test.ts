import { beforeEach, expect, test } from 'vitest';
import { Mutex } from '../../../../src/engine/files/mutex.ts';
import { FIRST_SEGMENT } from '../../../../src/engine/log/layout.ts';
import { DIRECTORY, PUBLISHED, quiet, simulatedRuntime } from '../../../support/simulation.ts';
import { exists, note, openLog, removeLocal, sealAndSweep } from './others.ts';
import { begin, fs, open, published, say, time } from './scene.ts';

beforeEach(begin);

const remove = () => removeLocal(fs, { time, seed: 90 });

function unsay(text: string): void {
  const log = openLog(fs, { time, seed: 91 });
  log.append({ op: 'unsay', text });
  log.close();
}

test('acknowledged but unpublished records are restored after the log is deleted, and the loss is reported', async () => {
  await say('a');
  const log = open();
  const before = await log.transact(note('b'));
  remove();
  await log.close();
  expect(published()).toEqual(['a', 'b']);
  expect(log.problems.filter((problem) => problem.includes('the log was deleted'))).toHaveLength(1);
  const later = open();
  const after = await later.transact(note('c'));
  await later.close();
  expect(after.answer).toBe(3);
  expect(after.place.ordinal).toBeGreaterThan(before.place.ordinal);
});

test('the next operation of the process includes the restored records', async () => {
  await say('a');
  const log = open();
  await log.transact(note('b'));
  remove();
  expect((await log.transact(note('c'))).answer).toBe(3);
  await log.close();
  expect(published()).toEqual(['a', 'b', 'c']);
});

test('records of a log that was never published are restored, too', async () => {
  const log = open();
  await log.transact(note('a'));
  remove();
  await log.close();
  expect(published()).toEqual(['a']);
});

test('records are restored also when the log is deleted during the last publication', async () => {
  const view = fs.processView();
  const log = open(view);
  await log.transact(note('a'));
  await quiet();
  expect(published()).toEqual(['a']);
  // The next publication is not due yet, so `close` makes it.
  await log.transact(note('b'));
  let wasRemoved = false;
  view.onCall = ({ to }) => {
    if (to === PUBLISHED && !wasRemoved) {
      wasRemoved = true;
      remove();
    }
    return 'proceed';
  };
  await log.close();
  expect(wasRemoved).toBe(true);
  expect(published()).toEqual(['a', 'b']);
});

test('records that another process has published meanwhile are not written twice', async () => {
  await say('a');
  const log = open();
  await log.transact(note('b'));
  // Its background work waits for the event loop.
  time.advance(fs, 60);
  const other = open();
  await other.transact(note('c'));
  await other.close();
  expect(published()).toEqual(['a', 'b', 'c']);
  remove();
  await log.close();
  expect(published()).toEqual(['a', 'b', 'c']);
});

test('no acknowledged record is lost when the log is deleted repeatedly', async () => {
  await say('a');
  const log = open();
  const said = ['a'];
  for (const text of ['b', 'c', 'd', 'e']) {
    await log.transact(note(text));
    said.push(text);
    remove();
  }
  await log.close();
  expect([...published()].sort()).toEqual(said);
});

test("a new log answers only after it contains the file's content, also while another process is adopting it", async () => {
  await say('a');
  remove();
  const other = new Mutex(simulatedRuntime(fs, { time, seed: 77, alive: true }), `${DIRECTORY}/adopt`);
  const turn = other.tryAcquire();
  expect(turn).not.toBeNull();
  const [reader, writer] = [open(), open()];
  const [kind, appended] = await Promise.all([reader.read(), writer.transact(note('b'))]);
  expect(kind).toBe('ours');
  expect(reader.state.seen).toContain('a');
  expect(appended.answer).toBe(2);
  await reader.close();
  await writer.close();
  expect(published()).toEqual(['a', 'b']);
});

test("acknowledged records follow the file's content when the log is deleted at any check of the file", async () => {
  let tries = 0;
  for (let wasDeleted = true; wasDeleted; tries++) {
    begin();
    await say('a');
    const view = fs.processView();
    const log = open(view);
    await log.transact(note('b'));
    let looks = 0;
    let beside: Promise<unknown> | null = null;
    view.onCall = ({ op, path }) => {
      if (op === 'lstatSync' && path === PUBLISHED && looks++ === tries) {
        remove();
        beside = log.transact(note('d'));
      }
      return 'proceed';
    };
    await log.transact(note('c'));
    await beside;
    view.onCall = undefined;
    await log.close();
    wasDeleted = beside !== null;
    expect(published().toSorted(), `check ${tries}`).toEqual(wasDeleted ? ['a', 'b', 'c', 'd'] : ['a', 'b', 'c']);
    expect(published()[0], `check ${tries}`).toBe('a');
  }
  expect(tries).toBeGreaterThan(2);
});

test('a note made during a publication does not count as published', async () => {
  const view = fs.processView();
  const log = open(view);
  let said: Promise<unknown> | null = null;
  view.onCall = ({ op, path }) => {
    if (op === 'fdatasync' && path?.endsWith('.tmp')) said ??= log.transact(note('b'));
    return 'proceed';
  };
  await log.transact(note('a'));
  while (!exists(fs, PUBLISHED)) await new Promise(setImmediate);
  await said;
  // The publication is complete, and the next one is not due yet.
  for (let turn = 0; turn < 8; turn++) await new Promise(setImmediate);
  expect(published()).toEqual(['a']);
  remove();
  await log.close();
  expect(published()).toEqual(['a', 'b']);
});

test('restoring does not undo later records of the new log', async () => {
  await say('a');
  const log = open();
  await log.transact(note('b'));
  remove();
  const other = open();
  await other.read();
  await other.transact({ op: 'unsay', text: 'a' });
  await other.transact(note('c'));
  await other.close();
  await log.close();
  expect([...published()].sort()).toEqual(['b', 'c']);
});

test("an operation is answered after the file's content when the log is deleted during its write", async () => {
  await say('a');
  const view = fs.processView();
  const log = open(view);
  await log.read();
  let wasRemoved = false;
  view.onCall = ({ op, path }) => {
    if (op === 'writeSync' && path?.endsWith('.jsonl') && !wasRemoved) {
      wasRemoved = true;
      remove();
    }
    return 'proceed';
  };
  expect((await log.transact(note('b'))).answer).toBe(2);
  await log.close();
  expect(wasRemoved).toBe(true);
});

test('a process with nothing to publish restores nothing, because the deletion may be intended', async () => {
  await say('a');
  const log = open();
  await log.read();
  remove();
  fs.unlinkSync(PUBLISHED);
  expect(await log.read()).toBe('missing');
  await log.close();
  expect(exists(fs, PUBLISHED)).toBe(false);
  expect(log.problems).toEqual([]);
});

test('a swept segment is not treated as a deleted log, and records removed since are not restored', async () => {
  await say('a');
  const log = open();
  await log.transact(note('b'));
  unsay('b');
  sealAndSweep(fs, { time, seed: 92 });
  await log.close();
  expect(published()).toEqual(['a']);
  expect(log.problems).toEqual([]);
});

test('a folder deleted between its creation and the first segment is created again', async () => {
  const view = fs.processView();
  let times = 0;
  view.onCall = ({ op, path }) => {
    if (op === 'openSync' && path === `${DIRECTORY}/${FIRST_SEGMENT}` && times++ < 2) remove();
    return 'proceed';
  };
  const log = open(view);
  await log.transact(note('a'));
  await log.close();
  expect(times).toBeGreaterThan(2);
  expect(published()).toEqual(['a']);
});
