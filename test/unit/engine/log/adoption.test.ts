import { beforeEach, expect, test } from 'vitest';
import { OPEN } from '../../../../src/engine/platform/file-system.ts';
import { readText, writeText } from '../../../support/fault-fs/files.ts';
import type { FaultFileSystem } from '../../../support/fault-fs.ts';
import { addText, checksum, parseNotes } from '../../../support/notes.ts';
import { DIRECTORY, PUBLISHED, ROOT } from '../../../support/simulation.ts';
import {
  appendOnce,
  editBeforeRename,
  editByRename,
  editInPlace,
  editThrough,
  note,
  openPublished,
  sealAndSweep,
  sealOnce,
} from './others.ts';
import { begin, fs, kept, open, published, say, time } from './scene.ts';

beforeEach(begin);

test('a foreign edit is adopted once, whoever reads', async () => {
  await say('a');
  editInPlace(fs, 'foreign');
  const readers = [open(), open(), open()];
  await Promise.all(readers.map((log) => log.read()));
  for (const log of readers) await log.read();
  expect(readers.map((log) => [...log.state.seen])).toEqual(readers.map(() => ['a', 'foreign']));
  for (const log of readers) await log.close();
  const notes = parseNotes(readText(fs, PUBLISHED));
  expect(notes, 'and its checksum is put right').toMatchObject({ checksum: checksum(['a', 'foreign']), seen: ['a', 'foreign'] });
});

test.each([0, 3])('somebody who edits the file again carries the first edit along, %i notes later: it comes once', async (notes) => {
  await say('a', 'b');
  const editor = readText(fs, PUBLISHED);
  writeText(fs, PUBLISHED, addText(editor, 'x'));
  for (let n = 0; n < notes; n++) await say(`n${n}`);
  const reader = open();
  await reader.read();
  writeText(fs, PUBLISHED, addText(addText(editor, 'x'), 'y'));
  await reader.read();
  await reader.close();
  expect([...published()].sort()).toEqual(['a', 'b', ...Array.from({ length: notes }, (_, n) => `n${n}`), 'x', 'y']);
  expect(reader.state.dropped, 'nor took out what it never saw').toEqual([]);
});

test('who edits the same old file again and again makes no adoption dearer than the first', async () => {
  await say('a');
  let text = readText(fs, PUBLISHED);
  const view = fs.processView();
  const log = open(view, true);
  await log.read();
  const opened: number[] = [];
  for (let n = 0; n < 6; n++) {
    for (const seed of [1, 2, 3]) sealOnce(fs, { time, seed: 100 * n + seed });
    await log.read();
    text = addText(text, `x${n}`);
    writeText(fs, PUBLISHED, text);
    const before = view.hits.get('openSync') ?? 0;
    await log.read();
    opened.push((view.hits.get('openSync') ?? 0) - before);
  }
  expect(log.state.dropped).toEqual([]);
  expect([...log.state.seen]).toEqual(['a', ...Array.from({ length: 6 }, (_, n) => `x${n}`)]);
  // Each adoption is read where it stands, of the checkpoints so many as it takes to halve their number, and nothing else.
  expect((opened.at(-1) ?? 0) - (opened[1] ?? 0)).toBeLessThanOrEqual(4 + 2);
  await log.close();
});

test('edits of two publications are told apart: what only one of them carries comes once', async () => {
  await say('a');
  const editor = fs.processView();
  const old = editor.openSync(PUBLISHED, OPEN.writeOrCreate);
  await say('b');
  editThrough(editor, old, 'x');
  editInPlace(fs, 'y');
  await readsAndDies();
  editInPlace(fs, 'z');
  await say();
  const log = open();
  await log.read();
  expect([...log.state.seen].sort()).toEqual(['a', 'b', 'x', 'y', 'z']);
  await log.close();
});

/** A process takes over what the file says, and dies before it publishes. */
async function readsAndDies(): Promise<void> {
  const dying = open(fs.processView({ onCall: (call) => (call.to === PUBLISHED ? 'crash' : 'proceed') }));
  await dying.read();
  await expect(dying.close()).rejects.toThrow('crash');
}

test.each([
  ['the same edit and another', ['x'], ['y'], ['y', 'z']],
  ['two others', ['x'], ['y', 'z'], ['y', 'z', 'v', 'w']],
])('of two editors of one publication neither takes back with %s what the other made', async (_, first, second, third) => {
  await say('a');
  const text = readText(fs, PUBLISHED);
  const edit = (words: readonly string[]) => writeText(fs, PUBLISHED, words.reduce(addText, text));
  edit(first);
  await readsAndDies();
  edit(second);
  await readsAndDies();
  edit(third);
  const log = open();
  await log.read();
  expect(log.state.dropped).toEqual([]);
  expect([...log.state.seen].sort()).toEqual([...new Set(['a', ...first, ...second, ...third])].sort());
  await log.close();
});

test('of two contents of one editor the older one, adopted last, takes nothing back of the newer one', async () => {
  await say('a');
  const editor = fs.processView();
  const old = editor.openSync(PUBLISHED, OPEN.writeOrCreate);
  const text = readText(fs, PUBLISHED);
  await say('b');
  let [looked, edited] = [false, false];
  const view = fs.processView();
  view.onCall = ({ path, to }) => {
    looked ||= path?.includes('kept-') === true;
    if (looked && !edited && path === PUBLISHED) {
      // The replaced file was looked at, and the present one is about to be.
      edited = true;
      for (const word of ['x', 'y', 'z']) editThrough(editor, old, word);
      time.advance(fs, 100);
      writeText(fs, PUBLISHED, ['x', 'y', 'z', 'newer'].reduce(addText, text));
    }
    return to === PUBLISHED ? 'crash' : 'proceed';
  };
  const dying = open(view);
  await dying.read();
  await expect(dying.close()).rejects.toThrow('crash');
  expect(new Set(dying.state.seen), 'the newer one is adopted').toEqual(new Set(['a', 'b', 'x', 'y', 'z', 'newer']));
  time.advance(fs, 1_500);
  await say('c');
  const log = open();
  await log.read();
  expect(log.state.dropped).toEqual([]);
  expect(new Set(log.state.seen)).toEqual(new Set(['a', 'b', 'c', 'x', 'y', 'z', 'newer']));
  await log.close();
});

test('a later edit takes nothing back of an edit of which it may carry a half', async () => {
  await say('a');
  const text = readText(fs, PUBLISHED);
  writeText(fs, PUBLISHED, addText(addText(text, 'x'), 'w'));
  await readsAndDies();
  writeText(fs, PUBLISHED, addText(addText(text, 'x'), 'z'));
  const log = open();
  await log.read();
  expect(log.state.dropped).toEqual([]);
  expect(new Set(log.state.seen)).toEqual(new Set(['a', 'w', 'x', 'z']));
  await log.close();
});

test('what was adopted behind a publication that does not show it is not taken back by who edits that one twice', async () => {
  await say('a');
  const late = fs.processView();
  const old = late.openSync(PUBLISHED, OPEN.writeOrCreate);
  await say('b');
  const editor = readText(fs, PUBLISHED);
  editThrough(late, old, 'late');
  await readsAndDies();
  writeText(fs, PUBLISHED, addText(editor, 'x'));
  await readsAndDies();
  writeText(fs, PUBLISHED, addText(addText(editor, 'x'), 'y'));
  const log = open();
  await log.read();
  expect(log.state.dropped).toEqual([]);
  expect([...log.state.seen].sort()).toEqual(['a', 'b', 'late', 'x', 'y']);
  await log.close();
});

test('a foreign edit that was taken back by its owner does not come again with the next edit', async () => {
  await say('a');
  const editor = readText(fs, PUBLISHED);
  writeText(fs, PUBLISHED, addText(editor, 'x'));
  await say('b');
  const log = open();
  await log.transact({ op: 'unsay', text: 'x' });
  writeText(fs, PUBLISHED, addText(addText(editor, 'x'), 'y'));
  await log.read();
  expect(log.state).toEqual({ seen: ['a', 'b', 'y'], dropped: [] });
  await log.close();
});

test('an edit of a file whose publication was swept from the history brings nothing twice', async () => {
  await say('a');
  sealAndSweep(fs, { time, seed: 70 });
  editInPlace(fs, 'x');
  const log = open();
  await log.read();
  appendOnce(fs, { time, seed: 60 }, 'b');
  editInPlace(fs, 'y');
  editInPlace(fs, 'z');
  await log.read();
  expect(log.state.seen).toEqual(['a', 'x', 'b', 'y', 'z']);
  await log.close();
});

test('a checksum that is of no publication is not taken into the log, however long it is', async () => {
  await say('a');
  const long = 'c'.repeat(100_000);
  writeText(fs, PUBLISHED, JSON.stringify({ checksum: long, seen: ['a', 'x'] }));
  const log = open();
  await log.read();
  expect([...log.state.seen]).toEqual(['a', 'x']);
  await log.close();
  for (const name of fs.readdirSync(DIRECTORY).filter((each) => /\.jsonl?$/.test(each))) {
    expect(readText(fs, `${DIRECTORY}/${name}`)).not.toContain(long);
  }
});

test('a foreign program that makes its own checksum is compared with recent publications', async () => {
  await say('a');
  await say('b');
  const seen = ['a', 'b', 'x'];
  writeText(fs, PUBLISHED, JSON.stringify({ checksum: checksum(seen), seen }));
  appendOnce(fs, { time, seed: 60 }, 'c');
  await say('d');
  expect([...published()].sort()).toEqual(['a', 'b', 'c', 'd', 'x']);
  const log = open();
  await log.read();
  expect(log.state.dropped, 'it never saw c').toEqual([]);
  await log.close();
});

test('what is written through an old descriptor within a second is adopted, by the process that lives or by the next', async () => {
  await say('a');
  const editor = fs.processView();
  const [first, log] = [editor.openSync(PUBLISHED, OPEN.writeOrCreate), open()];
  await log.transact(note('b'));
  while (!published().includes('b')) await time.sleep(fs, 10);
  // After the first look at what was replaced, before the last.
  await time.sleep(fs, 500);
  editThrough(editor, first, 'x');
  await time.sleep(fs, 3_000);
  expect(log.state.seen).toEqual(['a', 'b', 'x']);
  const second = editor.openSync(PUBLISHED, OPEN.writeOrCreate);
  await log.transact(note('c'));
  await log.close();
  editThrough(editor, second, 'y');
  time.advance(fs, 1_500);
  await say('d');
  expect([...published()].sort()).toEqual(['a', 'b', 'c', 'd', 'x', 'y']);
  time.advance(fs, 1_500);
  await say();
  expect(kept().length).toBeLessThanOrEqual(1);
});

test('what cannot be adopted in a read-only folder is said, and the log is read', async () => {
  await say('a');
  editInPlace(fs, 'foreign');
  fs.readOnly = true;
  const log = open();
  expect(await log.read()).toBe('foreign');
  expect(log.state.seen).toEqual(['a']);
  expect(log.problems.join()).toContain('the file system is read-only');
  await expect(log.transact(note('b'))).rejects.toMatchObject({ code: 'read-only' });
  fs.readOnly = false;
  expect(await log.read()).toBe('ours');
  expect(log.state.seen).toEqual(['a', 'foreign']);
  await log.close();
});

test('an edit with the size and, by a coarse clock, the time of what was just published is seen', async () => {
  await say('abc');
  const text = readText(fs, PUBLISHED);
  writeText(fs, PUBLISHED, text.replace('abc', 'xyz'));
  const log = open();
  await log.read();
  expect(log.state.seen).toEqual(['abc', 'xyz']);
  writeText(fs, PUBLISHED, text.replace('abc', 'klm'));
  await log.read();
  expect(log.state.seen).toEqual(['abc', 'xyz', 'klm']);
  await log.close();
});

test('a foreign file with the number, size and time of a publication that never appeared is foreign', async () => {
  await say('abc');
  const other = fs.processView();
  let once = true;
  fs.onCall = ({ op, path }) => {
    if (op !== 'lstatSync' || path?.includes('kept-') !== true || !once) return 'proceed';
    // A foreign replacement just now: the publication is dropped, and its temporary file with it.
    once = false;
    editByRename(other, 'foreign');
    return 'proceed';
  };
  await say('def');
  fs.onCall = undefined;
  editByRename(fs, 'again');
  await say('end');
  expect(published()).toEqual(expect.arrayContaining(['abc', 'def', 'again', 'end']));
});

test('what is written between keep and rename is published by the process that replaced it', async () => {
  await say('a');
  const log = open();
  editBeforeRename(fs);
  await log.transact(note('b'));
  const start = time.now;
  while (published().length < 3 && time.now - start < 10_000) await time.sleep(fs, 10);
  expect([...published()].sort(), 'although nobody says anything more').toEqual(['a', 'b', 'foreign']);
  await log.close();
});

test('what is written between keep and rename is published also by a process that ends', async () => {
  await say('a');
  editBeforeRename(fs);
  await say('b');
  expect([...published()].sort()).toEqual(['a', 'b', 'foreign']);
});

test("what is read of a file while it changes is nobody's content", async () => {
  await say('a');
  const text = addText(addText(readText(fs, PUBLISHED), 'p1'), 'q1');
  writeText(fs, PUBLISHED, text);
  const log = open();
  const other = fs.processView();
  let reads = 0;
  fs.onCall = ({ op, path }) => {
    if (op !== 'readSync' || path !== PUBLISHED) return 'proceed';
    reads += 1;
    // Between the two halves of the first reading.
    if (reads === 2) {
      time.advance(fs, 5);
      writeText(other, PUBLISHED, text.replace('p1', 'p2').replace('q1', 'q2'));
    }
    return reads === 1 ? { short: text.length - 4 } : 'proceed';
  };
  await log.read();
  expect(log.state.seen).toEqual(['a', 'p2', 'q2']);
  await log.close();
});

test('a file that changes at every look is said to be busy, and is not replaced', async () => {
  await say('a');
  editInPlace(fs, 'x');
  const log = open();
  const other = fs.processView();
  let n = 0;
  fs.onCall = ({ op, path }) => {
    if (op !== 'readSync' || path !== PUBLISHED) return 'proceed';
    n += 1;
    time.advance(fs, 5);
    editInPlace(other, `y${n}`);
    return 'proceed';
  };
  expect(await log.read()).toBe('broken');
  await log.transact(note('b'));
  await log.close();
  expect(log.problems.join()).toContain('keeps changing');
  fs.onCall = undefined;
  await say('c');
  expect([...published()].sort()).toEqual(['a', 'b', 'c', 'x', ...Array.from({ length: n }, (_, index) => `y${index + 1}`)].sort());
});

test('a foreign file that takes the place of ours before it is kept survives power loss, too', async () => {
  await say('a');
  fs.syncAll();
  const other = fs.processView();
  const disks: FaultFileSystem[] = [];
  let synced = false;
  fs.onCall = ({ op, path, to }) => {
    if (to?.includes('/kept-') && other.hits.size === 0) {
      editByRename(other, 'foreign');
      fs.syncAll();
    } else if (op === 'fsync' && path === `${ROOT}/.cortex`) synced = other.hits.size > 0;
    else if (synced) disks.push(fs.powerLossWorst());
    return 'proceed';
  };
  await say('b');
  fs.onCall = undefined;
  expect(disks.length).toBeGreaterThan(0);
  for (const disk of disks) {
    const log = openPublished(disk, { time, seed: 72, boot: 'boot-2' });
    await log.read();
    expect(log.state.seen).toContain('foreign');
  }
});
