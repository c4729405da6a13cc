import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { OPEN } from '../../../../../src/engine/kernel/file-system.ts';
import { Mutex } from '../../../../../src/engine/kernel/mutex.ts';
import { readText, readTree, writeText } from '../../../../support/fault-fs/files.ts';
import { type Call, FaultFileSystem, seededChoices } from '../../../../support/fault-fs.ts';
import { addText, checksum, parseNotes } from '../../../../support/notes.ts';
import { DIRECTORY, PUBLISHED, quiet, ROOT, SimulatedTime, simulatedRuntime } from '../../../../support/simulation.ts';
import { appendOnce, editByRename, editInPlace, editThrough, exists, note, openLog, openPublished, removeLocal } from './others.ts';

let fs: FaultFileSystem;
let time: SimulatedTime;
let seeds: number;

beforeEach(() => {
  fs = new FaultFileSystem({ reuseInodes: true });
  time = new SimulatedTime();
  seeds = 0;
  fs.mkdirSync(`${ROOT}/.cortex`, { recursive: true });
});

function open(view = fs, alive = false) {
  seeds += 1;
  return openPublished(view, { time, seed: seeds, alive });
}

/** One command: says something and ends. */
async function say(...texts: readonly string[]): Promise<readonly string[]> {
  const log = open();
  for (const text of texts) await log.transact(note(text));
  await log.close();
  expect(fs.openCount).toBe(0);
  return log.problems;
}

const published = () => [...parseNotes(readText(fs, PUBLISHED)).seen];
const beside = (start: string) => fs.readdirSync(`${ROOT}/.cortex`).filter((name) => name.startsWith(start));
const kept = () => fs.readdirSync(DIRECTORY).filter((name) => name.startsWith('kept-'));
const identity = () => JSON.stringify(Object.values(fs.lstatSync(PUBLISHED, { bigint: true })).map(String));

function count(view: FaultFileSystem, wanted: (call: Call) => boolean): { value: number } {
  const counted = { value: 0 };
  view.onCall = (call) => {
    if (wanted(call)) counted.value += 1;
    return 'proceed';
  };
  return counted;
}

const publishes = (call: Call) => call.to === PUBLISHED;

test('what a process said is in the file when it ends, and a second process adds to it', async () => {
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

test('publishing takes a twentieth of a long-lived process, at most', async () => {
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

test('while another process publishes, one that ends waits for it, and publishes itself when that one dies', async () => {
  const other = new Mutex(simulatedRuntime(fs, { time, seed: 77, alive: true }), `${DIRECTORY}/publish`);
  const turn = other.tryAcquire();
  const log = open();
  await log.transact(note('a'));
  const start = time.now;
  const closed = log.close();
  await quiet();
  expect(exists(fs, PUBLISHED), 'busy').toBe(false);
  await closed;
  expect(time.now - start, 'not for ever').toBeLessThanOrEqual(5_100);
  turn?.release();
  await say('b');
  expect(published()).toEqual(['a', 'b']);
});

test('what another process published need not be published again', async () => {
  const [a, b] = [open(fs, true), open(fs, true)];
  const times = count(fs, publishes);
  await a.transact(note('a'));
  await b.transact(note('b'));
  const start = time.now;
  await a.close();
  await b.close();
  expect(published()).toEqual(['a', 'b']);
  expect(times.value).toBeLessThanOrEqual(2);
  expect(time.now - start, 'nobody waits for a turn to end by its age').toBeLessThan(1_000);
});

test('what a process left unpublished that died is published by one that only reads', async () => {
  await say('a');
  appendOnce(fs, { time, seed: 50 }, 'b');
  const early = open();
  await early.read();
  await early.close();
  expect(published(), 'its writer may live').toEqual(['a']);
  time.advance(fs, 6_000);
  const late = open();
  await late.read();
  await late.close();
  expect(published()).toEqual(['a', 'b']);
});

test('a publication that was logged but whose file never appeared is made again', async () => {
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

test('a foreign edit is adopted once, whoever reads', async () => {
  await say('a');
  editInPlace(fs, 'foreign');
  const readers = [open(), open(), open()];
  await Promise.all(readers.map((log) => log.read()));
  for (const log of readers) await log.read();
  expect(readers.map((log) => [...log.state.seen])).toEqual(readers.map(() => ['a', 'foreign']));
  for (const log of readers) await log.close();
  const notes = parseNotes(readText(fs, PUBLISHED));
  expect(notes, 'and its checksum is put right').toEqual({ checksum: checksum(['a', 'foreign']), seen: ['a', 'foreign'] });
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

test('a clone is adopted whole and stays as it is until there is something to say', async () => {
  const seen = ['a', 'b'];
  writeText(fs, PUBLISHED, JSON.stringify({ checksum: checksum(seen), seen }));
  const before = identity();
  const log = open();
  expect(await log.read()).toBe('ours');
  expect(log.state.seen).toEqual(seen);
  await log.close();
  time.advance(fs, 6_000);
  const again = open();
  await again.read();
  await again.close();
  expect(identity(), 'no change').toBe(before);
  await say('c');
  expect(published()).toEqual(['a', 'b', 'c']);
});

test('a publication that a checkout brought back stays until there is something new to show', async () => {
  await say('a');
  const old = readText(fs, PUBLISHED);
  await say('b');
  time.advance(fs, 6_000);
  writeText(fs, PUBLISHED, old);
  const reader = open();
  expect(await reader.read()).toBe('ours');
  expect(reader.state.seen).toEqual(['a', 'b']);
  await reader.close();
  expect(readText(fs, PUBLISHED)).toBe(old);
  await say('c');
  expect(published()).toEqual(['a', 'b', 'c']);
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

test('a file that was replaced is kept for a second and then removed', async () => {
  await say('a');
  await say('b');
  expect(kept()).toHaveLength(1);
  time.advance(fs, 900);
  const early = open();
  await early.read();
  expect(kept()).toHaveLength(1);
  await early.close();
  time.advance(fs, 200);
  const late = open();
  await late.read();
  expect(kept()).toEqual([]);
  await late.close();
});

test('a torn file is looked at twice, 200 ms apart: its writer may be at work', async () => {
  await say('a');
  const whole = addText(readText(fs, PUBLISHED), 'foreign');
  writeText(fs, PUBLISHED, whole.slice(0, -5));
  const log = open();
  const reading = log.read();
  while (time.now % 1_000_000 === 0) await quiet();
  await new Promise((resolve) => setImmediate(resolve));
  writeText(fs, PUBLISHED, whole);
  expect(await reading).toBe('ours');
  expect(log.state.seen).toEqual(['a', 'foreign']);
  await log.close();
});

test('a broken file without a log is refused and left untouched', async () => {
  writeText(fs, PUBLISHED, '{"broken');
  const start = time.now;
  const log = open();
  await expect(log.transact(note('a'))).rejects.toMatchObject({ code: 'broken-file' });
  expect(time.now - start, 'the second look').toBeGreaterThanOrEqual(200);
  await log.close();
  expect(readText(fs, PUBLISHED)).toBe('{"broken');
  expect(beside('notes.crtx')).toEqual(['notes.crtx']);
});

test('a broken file with a log is rebuilt, and its bytes are moved aside', async () => {
  await say('a');
  writeText(fs, PUBLISHED, '{"broken');
  const log = open();
  expect(await log.read()).toBe('broken');
  await log.transact(note('b'));
  await log.close();
  expect(published()).toEqual(['a', 'b']);
  const [aside = ''] = beside('notes.crtx.corrupt-');
  expect(aside).toMatch(/^notes\.crtx\.corrupt-\d{8}T\d{6}Z$/);
  expect(readText(fs, `${ROOT}/.cortex/${aside}`)).toBe('{"broken');
  writeText(fs, PUBLISHED, '{"broken again');
  await say('c');
  expect(beside('notes.crtx.corrupt-'), 'never over another').toHaveLength(2);
});

test('a symbolic link is refused, not followed and not replaced', async () => {
  await say('a');
  writeText(fs, '/elsewhere', readText(fs, PUBLISHED));
  fs.unlinkSync(PUBLISHED);
  fs.symlinkSync('/elsewhere', PUBLISHED);
  const before = readText(fs, '/elsewhere');
  const problems = await say('b');
  expect(problems.join()).toContain('must be a regular file');
  expect(readText(fs, '/elsewhere')).toBe(before);
  expect(fs.lstatSync(PUBLISHED, { bigint: true }).isSymbolicLink()).toBe(true);
});

test('a link that takes the place of the file while it is looked at is not followed', async () => {
  await say('a');
  const text = addText(readText(fs, PUBLISHED), 'secret');
  writeText(fs, '/elsewhere', text);
  editInPlace(fs, 'x');
  const log = open();
  const other = fs.processView();
  fs.onCall = ({ op, path }) => {
    if (op !== 'openSync' || path !== PUBLISHED) return 'proceed';
    other.unlinkSync(PUBLISHED);
    other.symlinkSync('/elsewhere', PUBLISHED);
    fs.onCall = undefined;
    return 'proceed';
  };
  expect(await log.read()).toBe('broken');
  expect(log.state.seen).toEqual(['a']);
  await log.close();
});

test('a file over 64 MiB is not read', async () => {
  const fd = fs.openSync(PUBLISHED, OPEN.createNew);
  fs.writeSync(fd, Buffer.from('x'), 0, 1, 64 * 1024 * 1024);
  fs.closeSync(fd);
  const log = open();
  await expect(log.transact(note('a'))).rejects.toThrow('too large');
  await log.close();
});

test('what cannot be adopted in a read-only folder is said, and the log is read', async () => {
  await say('a');
  editInPlace(fs, 'foreign');
  fs.readOnly = true;
  const log = open();
  expect(await log.read()).toBe('foreign');
  expect(log.state.seen).toEqual(['a']);
  expect(log.problems.join()).toContain('no permission to write');
  await expect(log.transact(note('b'))).rejects.toMatchObject({ code: 'read-only' });
  fs.readOnly = false;
  expect(await log.read()).toBe('ours');
  expect(log.state.seen).toEqual(['a', 'foreign']);
  await log.close();
});

test('a publication that fails is a problem, not an error, and is made later', async () => {
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

test('a log that was deleted is begun anew from the file, also by a process that knew it', async () => {
  const log = open();
  await log.transact(note('a'));
  while (!exists(fs, PUBLISHED)) await quiet();
  removeLocal(fs, { time, seed: 90 });
  await log.read();
  expect(log.state.seen).toEqual(['a']);
  await log.transact(note('b'));
  await log.close();
  expect(published()).toEqual(['a', 'b']);
});

test('close may be called again, and by a process that did nothing', async () => {
  const log = open();
  await log.close();
  await log.close();
  expect(exists(fs, DIRECTORY)).toBe(false);
});

test('what was closed is durable', async () => {
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

test('the log knows a publication before its file appears, and power loss cannot take that back', async () => {
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

test('what is written between keep and rename is published by the process that replaced it', async () => {
  await say('a');
  const other = fs.processView();
  fs.onCall = ({ to }) => {
    if (to !== PUBLISHED) return 'proceed';
    fs.onCall = undefined;
    editInPlace(other, 'foreign');
    return 'proceed';
  };
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
  expect(log.problems.join()).toContain('changes all the time');
  fs.onCall = undefined;
  await say('c');
  expect([...published()].sort()).toEqual(['a', 'b', 'c', 'x', ...Array.from({ length: n }, (_, index) => `y${index + 1}`)].sort());
});

test('what a torn writer left in a replaced file is given up after ten seconds and moved aside', async () => {
  await say('a');
  const editor = fs.processView();
  const old = editor.openSync(PUBLISHED, OPEN.writeOrCreate);
  await say('b');
  editor.writeSync(old, Buffer.from('{{{'), 0, 3, 0);
  for (const [wait, left] of [
    [5_000, 1],
    [6_000, 0],
  ] as const) {
    time.advance(fs, wait);
    const log = open();
    await log.read();
    expect(kept()).toHaveLength(left);
    await log.close();
  }
  expect(beside('notes.crtx.corrupt-')).toHaveLength(1);
  expect(published()).toEqual(['a', 'b']);
});

test('a clock that was set back keeps no file for ever', async () => {
  await say('a');
  await say('b');
  time.advance(fs, -86_400_000);
  const log = open();
  await log.read();
  expect(kept()).toEqual([]);
  await log.close();
});

test('broken bytes are never without a durable name, and never have two', async () => {
  await say('a');
  writeText(fs, PUBLISHED, '{"broken');
  fs.syncAll();
  const dying = fs.processView({ onCall: ({ to }) => (to === PUBLISHED ? 'crash-after' : 'proceed') });
  const log = open(dying);
  await log.transact(note('b'));
  await expect(log.close()).rejects.toThrow('crash');
  for (let seed = 0; seed < 40; seed++) {
    const files = Object.values(readTree(fs.powerLoss(seededChoices(seed)), `${ROOT}/.cortex`));
    expect(files, `power loss ${seed}`).toContain('{"broken');
  }
});

test('a process that dies before it replaces a broken file has moved its bytes aside for the next one', async () => {
  await say('a');
  writeText(fs, PUBLISHED, '{"broken');
  const dying = fs.processView({ onCall: ({ to }) => (to === PUBLISHED ? 'crash' : 'proceed') });
  const log = open(dying);
  await log.transact(note('b'));
  await expect(log.close()).rejects.toThrow('crash');
  time.advance(fs, 60_000);
  await say('c');
  expect(published()).toEqual(['a', 'b', 'c']);
  expect(beside('notes.crtx.corrupt-')).toHaveLength(1);
});

test('a publisher whose log is begun anew meanwhile publishes nothing of the old one', async () => {
  await say('a', 'b');
  const other = fs.processView();
  fs.onCall = ({ op, path }) => {
    if (op !== 'fdatasync' || path?.endsWith('.tmp') !== true) return 'proceed';
    fs.onCall = undefined;
    other.unlinkSync(`${DIRECTORY}/000001.jsonl`);
    time.advance(fs, 1_000);
    return 'proceed';
  };
  await say('c');
  await say('d');
  expect(published()).toEqual(expect.arrayContaining(['a', 'b', 'd']));
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

test('a foreign file that appears where there was none is not replaced', async () => {
  const other = fs.processView();
  fs.onCall = ({ op, to }) => {
    if (op !== 'linkSync' || to !== PUBLISHED) return 'proceed';
    fs.onCall = undefined;
    writeText(other, PUBLISHED, JSON.stringify({ checksum: checksum(['foreign']), seen: ['foreign'] }));
    return 'proceed';
  };
  await say('a');
  expect([...published()].sort()).toEqual(['a', 'foreign']);
});

test('a broken file that was put right at the last moment is not moved aside', async () => {
  await say('a');
  const whole = addText(readText(fs, PUBLISHED), 'foreign');
  writeText(fs, PUBLISHED, '{"broken');
  const other = fs.processView();
  fs.onCall = ({ to }) => {
    if (to?.includes('.corrupt-') !== true) return 'proceed';
    fs.onCall = undefined;
    writeText(other, `${PUBLISHED}.new`, whole);
    other.renameSync(`${PUBLISHED}.new`, PUBLISHED);
    return 'proceed';
  };
  await say('b');
  expect([...published()].sort()).toEqual(['a', 'b', 'foreign']);
  expect(beside('notes.crtx.corrupt-')).toEqual([]);
});

test('a process that ends does not insist on a publication that fails', async () => {
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
