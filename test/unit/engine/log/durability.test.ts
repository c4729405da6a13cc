import { beforeEach, expect, test } from 'vitest';
import { Durability } from '../../../../src/engine/log/durability.ts';
import { appendText } from '../../../support/fault-fs/files.ts';
import { type Call, FaultFileSystem } from '../../../support/fault-fs.ts';
import { DIRECTORY, ROOT } from '../../../support/simulation.ts';

let fs: FaultFileSystem;
let durability: Durability;
let synced: string[];
let onSync: (call: Call) => 'proceed' | { fail: 'EIO' };

const file = (name: string) => `${DIRECTORY}/${name}`;
const DIRECTORIES = [DIRECTORY, `${ROOT}/.cortex/.local`, `${ROOT}/.cortex`, ROOT];

beforeEach(() => {
  fs = new FaultFileSystem();
  fs.mkdirSync(DIRECTORY, { recursive: true });
  for (const name of ['1', '2', '3']) appendText(fs, file(name), name);
  durability = new Durability(fs, DIRECTORY, ROOT);
  synced = [];
  onSync = () => 'proceed';
  fs.onCall = (call) => {
    if (call.op !== 'fsync' && call.op !== 'fdatasync') return 'proceed';
    synced.push(call.path ?? '');
    return onSync(call);
  };
});

test('syncs all directories once, then segments in the order in which they were touched', async () => {
  for (const name of ['1', '2', '1']) durability.touch(name);
  await durability.sync();
  expect(synced).toEqual([...DIRECTORIES, file('1'), file('2')]);
  durability.touch('3');
  await durability.sync();
  expect(synced.slice(DIRECTORIES.length + 2)).toEqual([file('3')]);
  expect(fs.openCount).toBe(0);
});

test('does nothing when no segment was touched', async () => {
  await durability.sync();
  expect(synced).toEqual([]);
});

test('calls during a running sync share the next one', async () => {
  durability.touch('1');
  const first = durability.sync();
  await new Promise((resolve) => setImmediate(resolve));
  durability.touch('2');
  const later = [durability.sync(), durability.sync(), durability.sync()];
  await Promise.all([first, ...later]);
  expect(synced.filter((path) => path === file('2'))).toHaveLength(1);
  expect(synced.indexOf(file('2'))).toBeGreaterThan(synced.indexOf(file('1')));
});

test('no call resolves before its shared sync is done', async () => {
  durability.touch('1');
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  fs.onCall = ({ op }) => (op === 'fdatasync' ? { hold: held } : 'proceed');
  const answered: number[] = [];
  const calls = [0, 1, 2].map((call) => durability.sync().then(() => answered.push(call)));
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(answered).toEqual([]);
  release();
  await Promise.all(calls);
});

test('segments that failed to sync are synced again, before later ones', async () => {
  durability.touch('1');
  durability.touch('2');
  onSync = ({ path }) => (path === file('2') ? { fail: 'EIO' } : 'proceed');
  const failing = durability.sync();
  await new Promise((resolve) => setImmediate(resolve));
  durability.touch('3');
  await expect(failing).rejects.toMatchObject({ code: 'io' });
  onSync = () => 'proceed';
  synced = [];
  await durability.sync();
  expect(synced).toEqual([file('1'), file('2'), file('3')]);
  expect(fs.openCount).toBe(0);
});

test('directories that failed to sync are synced again', async () => {
  durability.touch('1');
  onSync = ({ path }) => (path === ROOT ? { fail: 'EIO' } : 'proceed');
  await expect(durability.sync()).rejects.toMatchObject({ code: 'io' });
  onSync = () => 'proceed';
  synced = [];
  await durability.sync();
  expect(synced).toEqual([...DIRECTORIES, file('1')]);
});

test('a reopened log has its directories synced again', async () => {
  durability.touch('1');
  await durability.sync();
  durability.opened();
  durability.touch('1');
  synced = [];
  await durability.sync();
  expect(synced).toEqual([...DIRECTORIES, file('1')]);
});

test('a swept segment needs no sync', async () => {
  durability.touch('1');
  fs.unlinkSync(file('1'));
  durability.touch('2');
  await durability.sync();
  expect(synced).toEqual([...DIRECTORIES, file('2')]);
});

test('a log outside the root is synced up to the top directory only', async () => {
  const other = new Durability(fs, DIRECTORY, '/elsewhere');
  other.touch('1');
  await other.sync();
  expect(synced).toEqual([...DIRECTORIES, '/', file('1')]);
});
