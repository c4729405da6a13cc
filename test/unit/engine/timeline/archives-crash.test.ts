import { expect, test } from 'vitest';
import type { TimelineEntry } from '../../../../src/engine/crtx/schema.ts';
import { useStore } from '../../../../src/engine/crtx/store-life.ts';
import { readAll } from '../../../../src/engine/platform/descriptor.ts';
import { OPEN } from '../../../../src/engine/platform/file-system.ts';
import { HEADER_BYTES } from '../../../../src/engine/timeline/archives/index-file.ts';
import { TimelineStore } from '../../../../src/engine/timeline/store.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';
import { ROOT, type SimulatedProcessOptions, SimulatedTime, simulatedRuntime } from '../../../support/simulation.ts';
import { entryOf, ids } from './make.ts';

/** Eight entries are enough to roll. */
const LIMITS = { rollBytes: 1_500, keepBytes: 400, archiveBytes: 3_000 };
const ARCHIVES = `${ROOT}/.cortex/archive`;
const INDEXES = `${ROOT}/.cortex/.local/timeline/index`;
const ALL = { limit: 1_000 };
const START = 8;

const name = (n: number) => `e${String(n).padStart(2, '0')}`;
const entry = (n: number) => entryOf(name(n), { timestamp: 1_000 + n });
const entries = (count: number) => Array.from({ length: count }, (_, n) => entry(n));

async function use<T>(fs: FaultFileSystem, process: SimulatedProcessOptions, work: (store: TimelineStore) => Promise<T>): Promise<T> {
  return useStore(await TimelineStore.open(simulatedRuntime(fs, process), ROOT, LIMITS), work);
}

/** Creates a timeline of this many entries. The eighth makes it roll. */
async function begun(fs: FaultFileSystem, count: number): Promise<SimulatedTime> {
  fs.mkdirSync(`${ROOT}/.cortex`, { recursive: true });
  const time = new SimulatedTime();
  await use(fs, { time, seed: 1 }, (store) => store.recordAll(entries(count)));
  fs.syncAll();
  return time;
}

const all = async (store: TimelineStore): Promise<readonly TimelineEntry[]> => (await store.query({}, ALL)).entries;

test('processes that roll concurrently neither lose nor duplicate entries', async () => {
  const disk = new FaultFileSystem();
  const time = await begun(disk, START - 1);
  const runs = [2, 3, 4].map((seed) =>
    use(disk.processView(), { time, seed }, async (store) => {
      for (let n = 0; n < 6; n++) await store.recordAll([entry(10 * seed + n)]);
      await store.resolve(name(1), 'failure', `by ${seed}`);
    }),
  );
  await Promise.all(runs);
  await use(disk.processView(), { time, seed: 9 }, async (store) => {
    const told = [2, 3, 4].flatMap((seed) => Array.from({ length: 6 }, (_, n) => name(10 * seed + n)));
    expect(ids(await all(store)).sort()).toEqual([...ids(entries(START - 1)), ...told].sort());
    expect(await store.find(name(1))).toMatchObject({ outcome: 'failure' });
  });
});

/** Runs a process that dies after the first rename of an archive, before the name is durable. */
async function dieBehindRename(disk: FaultFileSystem, process: SimulatedProcessOptions, work: (store: TimelineStore) => Promise<unknown>) {
  const actor = disk.processView({
    onCall: ({ op, to = '' }) => (op === 'renameSync' && to.startsWith(ARCHIVES) ? 'crash-after' : 'proceed'),
  });
  await Promise.race([use(actor, process, work).catch(() => undefined), actor.whenCrashed]);
  expect(actor.crash, 'the process died').toBeDefined();
}

test('entries that a dead process archived are durable before the log drops them', async () => {
  const disk = new FaultFileSystem();
  const time = await begun(disk, START - 1);
  await dieBehindRename(disk, { time, seed: 2 }, (store) => store.recordAll([entry(START - 1), entry(START)]));
  time.advance(disk, 6_000);
  await use(disk.processView(), { time, seed: 3 }, (store) => store.recordAll([entry(0)]));
  const after = disk.powerLossWorst();
  await use(after, { time: time.fork(), seed: 4, boot: 'boot-2' }, async (store) => {
    expect(store.size, 'the log has dropped some entries').toBeLessThan(START);
    expect(ids(await all(store)).sort()).toEqual(expect.arrayContaining(ids(entries(START))));
  });
});

test('an outcome that a dead process wrote into an archive is durable before the log drops it', async () => {
  const disk = new FaultFileSystem();
  const time = await begun(disk, START + 1);
  await dieBehindRename(disk, { time, seed: 2 }, (store) => store.resolve(name(1), 'failure', 'red'));
  time.advance(disk, 6_000);
  await use(disk.processView(), { time, seed: 3 }, (store) => store.flush());
  await use(disk.processView(), { time, seed: 5 }, (store) => store.recordAll([entry(START + 1)]));
  const after = disk.powerLossWorst();
  await use(after, { time: time.fork(), seed: 4, boot: 'boot-2' }, async (store) => {
    expect(await store.find(name(1))).toMatchObject({ outcome: 'failure', outcomeDetail: 'red' });
  });
});

/** Possible states of an index after a power loss that made its name durable before its content. */
const DAMAGES: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
  ['is empty', () => Buffer.alloc(0)],
  ['ends in its header', (bytes) => bytes.subarray(0, 100)],
  ['ends in its columns', (bytes) => bytes.subarray(0, bytes.length - 10)],
  [
    'has zeros in the place of its columns',
    (bytes) => Buffer.concat([bytes.subarray(0, HEADER_BYTES), Buffer.alloc(bytes.length - HEADER_BYTES)]),
  ],
  ['has zeros in the place of its header', (bytes) => Buffer.concat([Buffer.alloc(HEADER_BYTES), bytes.subarray(HEADER_BYTES)])],
  ['says another length than it has', (bytes) => Buffer.from(bytes.toString('latin1').replace('"entries":7', '"entries":6'), 'latin1')],
];

test.each(DAMAGES)('an index that %s is rebuilt, and answers are right', async (_what, damage) => {
  const disk = new FaultFileSystem();
  const time = await begun(disk, START + 1);
  const [file = ''] = disk.readdirSync(INDEXES);
  const fd = disk.openSync(`${INDEXES}/${file}`, OPEN.writeOrCreate);
  const whole = readAll(disk, fd, disk.fstatSync(fd, { bigint: true }));
  disk.closeSync(fd);
  const damaged = damage(whole);
  expect(damaged.equals(whole)).toBe(false);
  disk.unlinkSync(`${INDEXES}/${file}`);
  const other = disk.openSync(`${INDEXES}/${file}`, OPEN.createNew);
  disk.writeSync(other, damaged, 0, damaged.length, null);
  disk.closeSync(other);
  await use(disk, { time, seed: 2 }, async (store) => {
    expect(ids((await store.query({ agent: 'ada', outcome: 'pending' }, ALL)).entries).sort()).toEqual(ids(entries(START + 1)));
    expect(await store.find(name(1))).toEqual(entry(1));
    expect(store.problems).toEqual([]);
  });
});

test('an archive with a transient read error is reported, and read at the next query', async () => {
  const disk = new FaultFileSystem();
  const time = await begun(disk, START + 1);
  let failing = false;
  const reader = disk.processView({
    onCall: ({ op, path = '' }) => (failing && op === 'openSync' && path.startsWith(ARCHIVES) ? { fail: 'EIO' } : 'proceed'),
  });
  // Without its index an archive must be read.
  for (const file of disk.readdirSync(INDEXES)) {
    disk.unlinkSync(`${INDEXES}/${file}`);
  }
  await use(reader, { time, seed: 2 }, async (store) => {
    failing = true;
    expect(ids(await all(store))).not.toContain(name(1));
    expect(store.problems).toEqual([expect.stringContaining('cannot read the file')]);
    failing = false;
    expect(ids(await all(store)).sort()).toEqual(ids(entries(START + 1)));
    expect(store.problems).toEqual([]);
  });
});
