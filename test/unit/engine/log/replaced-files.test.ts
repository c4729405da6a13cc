import { beforeEach, expect, test } from 'vitest';
import { OPEN } from '../../../../src/engine/platform/file-system.ts';
import { readText, readTree, writeText } from '../../../support/fault-fs/files.ts';
import { seededChoices } from '../../../support/fault-fs.ts';
import { addText, checksum } from '../../../support/notes.ts';
import { PUBLISHED, quiet, ROOT } from '../../../support/simulation.ts';
import { editInPlace, note } from './others.ts';
import { begin, beside, fs, kept, open, published, say, time } from './scene.ts';

beforeEach(begin);

test('a replaced file is kept for a second and then removed', async () => {
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

test('a torn file is read twice, 200 ms apart, because its writer may still be writing', async () => {
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
  expect(time.now - start, 'the second read').toBeGreaterThanOrEqual(200);
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
  expect(log.rebuilt).toEqual([expect.stringContaining('notes.crtx was rebuilt from the log.')]);
  expect(log.rebuilt[0], 'names the copy').toContain(aside);
  writeText(fs, PUBLISHED, '{"broken again');
  await say('c');
  expect(beside('notes.crtx.corrupt-'), 'never overwrites another copy').toHaveLength(2);
  fs.unlinkSync(`${ROOT}/.cortex/${aside}`);
  expect(log.rebuilt, 'the copy was removed').toEqual([]);
});

test('a file that breaks right after its publication is rebuilt by a process that only reads', async () => {
  await say('a');
  writeText(fs, PUBLISHED, '{"broken');
  const log = open();
  expect(await log.read()).toBe('broken');
  await log.close();
  expect(published()).toEqual(['a']);
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

test('a link that replaces the file during the check is not followed', async () => {
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

test('a torn write in a replaced file is abandoned after ten seconds and moved aside', async () => {
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

test('a file is not kept forever when the clock was set back', async () => {
  await say('a');
  await say('b');
  time.advance(fs, -86_400_000);
  const log = open();
  await log.read();
  expect(kept()).toEqual([]);
  await log.close();
});

test('broken bytes always have a durable name after a crash', async () => {
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

test('a process that dies before it replaces a broken file has moved its bytes aside for the next process', async () => {
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

test('a broken file that is repaired at the last moment is not moved aside', async () => {
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

test('a foreign file that appears before the first publication is not replaced', async () => {
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
