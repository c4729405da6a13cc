import { beforeEach, expect, test } from 'vitest';
import { readText, writeText } from '../../../support/fault-fs/files.ts';
import { checksum } from '../../../support/notes.ts';
import { PUBLISHED, quiet } from '../../../support/simulation.ts';
import { exists, note, removeLocal } from './others.ts';
import { begin, fs, open, published, say, time } from './scene.ts';

beforeEach(begin);

const identity = () => JSON.stringify(Object.values(fs.lstatSync(PUBLISHED, { bigint: true })).map(String));

test('a clone is adopted whole and its file stays unchanged until the next note', async () => {
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
  expect(identity(), 'unchanged').toBe(before);
  await say('c');
  expect(published()).toEqual(['a', 'b', 'c']);
});

test('a publication restored by a checkout stays until there is new content to publish', async () => {
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

test('a deleted log is restarted from the file, also by a process that knew the old log', async () => {
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
