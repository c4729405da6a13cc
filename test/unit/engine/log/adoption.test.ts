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

test('a foreign edit is adopted once by several readers', async () => {
  await say('a');
  editInPlace(fs, 'foreign');
  const readers = [open(), open(), open()];
  await Promise.all(readers.map((log) => log.read()));
  for (const log of readers) await log.read();
  expect(readers.map((log) => [...log.state.seen])).toEqual(readers.map(() => ['a', 'foreign']));
  for (const log of readers) await log.close();
  const notes = parseNotes(readText(fs, PUBLISHED));
  expect(notes, 'the checksum is corrected').toMatchObject({ checksum: checksum(['a', 'foreign']), seen: ['a', 'foreign'] });
});

test.each([0, 3])('an editor whose second edit includes the first, %i notes later, has each adopted once', async (notes) => {
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
  expect(reader.state.dropped, 'nothing that the editor never saw is removed').toEqual([]);
});

test('repeated edits of the same old file cost no more per adoption than the first', async () => {
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
  // Each adoption is read at its place in the log. Reading checkpoints is the only other cost, and their number is halved in each step.
  expect((opened.at(-1) ?? 0) - (opened[1] ?? 0)).toBeLessThanOrEqual(4 + 2);
  await log.close();
});

test('edits of two publications are distinguished, and each is adopted once', async () => {
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

/** A process adopts the file's content and dies before it publishes. */
async function readsAndDies(): Promise<void> {
  const dying = open(fs.processView({ onCall: (call) => (call.to === PUBLISHED ? 'crash' : 'proceed') }));
  await dying.read();
  await expect(dying.close()).rejects.toThrow('crash');
}

test.each([
  ['the same edit and another', ['x'], ['y'], ['y', 'z']],
  ['two others', ['x'], ['y', 'z'], ['y', 'z', 'v', 'w']],
])("two editors of one publication keep each other's changes: %s", async (_, first, second, third) => {
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

test('an older content of an editor, adopted last, does not revert its newer content', async () => {
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
      // The replaced file has been checked, and the current file is about to be.
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
  expect(new Set(dying.state.seen), 'the newer content is adopted').toEqual(new Set(['a', 'b', 'x', 'y', 'z', 'newer']));
  time.advance(fs, 1_500);
  await say('c');
  const log = open();
  await log.read();
  expect(log.state.dropped).toEqual([]);
  expect(new Set(log.state.seen)).toEqual(new Set(['a', 'b', 'c', 'x', 'y', 'z', 'newer']));
  await log.close();
});

test('a later edit does not revert an earlier edit that it may contain in part', async () => {
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

test('late text that a publication lacks is not reverted by repeated edits of that publication', async () => {
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

test('a foreign edit that its owner took back does not return with the next edit', async () => {
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

test('an edit of a file whose publication was swept from the history adds nothing twice', async () => {
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

test('an unknown checksum of any length is not written to the log', async () => {
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

test('a foreign program that computes its own checksum is compared with recent publications', async () => {
  await say('a');
  await say('b');
  const seen = ['a', 'b', 'x'];
  writeText(fs, PUBLISHED, JSON.stringify({ checksum: checksum(seen), seen }));
  appendOnce(fs, { time, seed: 60 }, 'c');
  await say('d');
  expect([...published()].sort()).toEqual(['a', 'b', 'c', 'd', 'x']);
  const log = open();
  await log.read();
  expect(log.state.dropped, 'the program never saw c').toEqual([]);
  await log.close();
});

test('a write through an old descriptor within a second is adopted, by the live process or by the next', async () => {
  await say('a');
  const editor = fs.processView();
  const [first, log] = [editor.openSync(PUBLISHED, OPEN.writeOrCreate), open()];
  await log.transact(note('b'));
  while (!published().includes('b')) await time.sleep(fs, 10);
  // After the first check of the replaced file, before the last.
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

test('an edit that cannot be adopted in a read-only folder is reported, and the log is still read', async () => {
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

test('an edit with the size and, on a coarse clock, the mtime of the last publication is noticed', async () => {
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

test('a foreign file with the inode, size and mtime of a publication that never appeared is treated as foreign', async () => {
  await say('abc');
  const other = fs.processView();
  let once = true;
  fs.onCall = ({ op, path }) => {
    if (op !== 'lstatSync' || path?.includes('kept-') !== true || !once) return 'proceed';
    // A foreign program replaces the file now, so the publication and its temporary file are dropped.
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

test('an edit between keep and rename is published by the process that replaced the file', async () => {
  await say('a');
  const log = open();
  editBeforeRename(fs);
  await log.transact(note('b'));
  const start = time.now;
  while (published().length < 3 && time.now - start < 10_000) await time.sleep(fs, 10);
  expect([...published()].sort(), 'without another note').toEqual(['a', 'b', 'foreign']);
  await log.close();
});

test('an edit between keep and rename is published also by a process that is closing', async () => {
  await say('a');
  editBeforeRename(fs);
  await say('b');
  expect([...published()].sort()).toEqual(['a', 'b', 'foreign']);
});

test('bytes read while the file changes are not adopted', async () => {
  await say('a');
  const text = addText(addText(readText(fs, PUBLISHED), 'p1'), 'q1');
  writeText(fs, PUBLISHED, text);
  const log = open();
  const other = fs.processView();
  let reads = 0;
  fs.onCall = ({ op, path }) => {
    if (op !== 'readSync' || path !== PUBLISHED) return 'proceed';
    reads += 1;
    // Between the two parts of the first read.
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

test('a file that changes at every read is reported as busy and not replaced', async () => {
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

test('a foreign file that replaces ours before keep also survives power loss', async () => {
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
