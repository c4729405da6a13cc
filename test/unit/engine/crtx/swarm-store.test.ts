import { describe, expect, test } from 'vitest';
import { CortexIO } from '../../../../src/engine/crtx/cortex-io.ts';
import type { Outcome } from '../../../../src/engine/platform/operation.ts';
import { crtxOperations } from '../../../../src/engine/project/operations.ts';
import type { RecordFor } from '../../../../src/engine/swarm/state/records.ts';
import { SwarmStore, withSwarm } from '../../../../src/engine/swarm/store.ts';
import { TimelineStore } from '../../../../src/engine/timeline/store.ts';
import { exploreCrashes } from '../../../support/crash-explorer.ts';
import { readText, writeText } from '../../../support/fault-fs/files.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';
import { quiet, ROOT, SimulatedTime, simulatedRuntime } from '../../../support/simulation.ts';
import { creation, root, task } from '../swarm/make.ts';
import { sampleDna } from './samples.ts';

const LOG = `${ROOT}/.cortex/.local/swarm`;
const TIMELINE = `${ROOT}/.cortex/timeline.crtx`;

const acquire = (path: string): RecordFor<'lock.acquire'> => ({
  op: 'lock.acquire',
  agent: 'ann',
  paths: [path],
  type: 'exclusive',
  ttlMs: 3_600_000,
  waitMs: 0,
  reason: '',
});
const breaking = (path: string) => ({ op: 'lock.break', path, by: 'person:kim', reason: 'stuck' }) as const;

async function setup(fs: FaultFileSystem): Promise<SimulatedTime> {
  const time = new SimulatedTime();
  fs.mkdirSync(ROOT, { recursive: true });
  await new CortexIO(ROOT, simulatedRuntime(fs, { time, seed: 99 })).init();
  fs.syncAll();
  return time;
}

async function conflicts(fs: FaultFileSystem, time: SimulatedTime, boot = 'boot-1'): Promise<string[]> {
  const store = await TimelineStore.open(simulatedRuntime(fs, { time, seed: 9, boot }), ROOT);
  const paths = store.entries().flatMap(({ type, context }) => (type === 'conflict' ? context.files : []));
  await store.close();
  return paths;
}

/** Calls without effect. A crash there equals one at the preceding change. */
const IDLE: ReadonlySet<string> = new Set(['closeSync', 'readSync', 'fstatSync', 'statSync', 'lstatSync', 'readdirSync', 'realpathSync']);

describe('a broken lock is recorded as one conflict', () => {
  /** One process creates a swarm, and breaks a lock while the creation is being recorded. */
  async function scenario(fs: FaultFileSystem, broken: string[], time: SimulatedTime): Promise<void> {
    await withSwarm(simulatedRuntime(fs, { time, seed: 1 }), ROOT, async (store) => {
      await store.transact({ op: 'swarm.create', ...creation(root(task('a'))) });
      await store.transact(acquire('one'));
      await store.transact(breaking('one'));
      broken.push('one');
    });
  }

  test('by the next process, once, after any crash or power loss', async () => {
    let told = 0;
    const report = await exploreCrashes<SimulatedTime, string>({
      setup,
      scenario,
      verify: async ({ fs, acknowledged, context, ending, point }) => {
        if (point.call !== undefined && IDLE.has(point.call.op)) return;
        // Another boot that loses nothing equals the death of the process.
        if (ending === 'power loss best') return;
        const time = context.fork();
        // Longer than a restart of the machine.
        time.advance(fs, 6_000);
        const boot = ending.startsWith('power loss') ? 'boot-2' : 'boot-1';
        const next = await SwarmStore.open(simulatedRuntime(fs, { time, seed: 7, boot }), ROOT);
        await next.close();
        expect(next.problems.filter((problem) => !problem.includes('damaged line'))).toEqual([]);
        const files = await conflicts(fs, time, boot);
        expect(new Set(files).size, 'no duplicates').toBe(files.length);
        // A broken lock survives the death of the process. A power loss may revert it.
        if (boot === 'boot-1') expect(files).toEqual(expect.arrayContaining([...acknowledged]));
        told += files.length;
        expect(fs.openCount).toBe(0);
      },
      modes: { before: false, losses: 0 },
    });
    console.log(`news: ${report.runs} runs, ${report.images} disks, ${told} conflicts`);
    expect(report.runs).toBeGreaterThan(250);
    expect(told).toBeGreaterThan(100);
  });

  test('later, if the disk is full at any call', async () => {
    let refused = 0;
    await exploreCrashes<SimulatedTime, string>({
      setup,
      scenario,
      verify: async ({ fs, acknowledged, context, ending, point }) => {
        if (ending !== 'process death' || !point.mode.startsWith('fail')) return;
        refused += 1;
        const time = context.fork();
        const next = await SwarmStore.open(simulatedRuntime(fs, { time, seed: 7 }), ROOT);
        await next.close();
        const files = await conflicts(fs, time);
        expect(new Set(files).size, 'no duplicates').toBe(files.length);
        expect(files).toEqual(expect.arrayContaining([...acknowledged]));
      },
      modes: { before: false, after: false, short: () => [], fail: ['ENOSPC'], losses: 0 },
    });
    expect(refused).toBeGreaterThan(25);
  });
});

describe('an unwritable timeline', () => {
  test('does not stop the swarm; its entries persist until it is writable', async () => {
    const fs = new FaultFileSystem();
    const time = await setup(fs);
    fs.mkdirSync(TIMELINE, { recursive: true });
    const store = await SwarmStore.open(simulatedRuntime(fs, { time, seed: 1 }), ROOT);
    await store.transact(acquire('one'));
    await store.transact(breaking('one'));
    for (let n = 0; fs.readdirSync(LOG).filter((name) => name.endsWith('.state.json')).length < 3; n++) {
      await store.transact({ ...acquire(`file-${n}`), reason: 'x'.repeat(20_000) });
    }
    await store.close();
    expect(store.problems).toEqual([
      expect.stringMatching(/^The timeline does not contain the latest events of the swarm yet\. .*timeline\.crtx/),
    ]);

    time.advance(fs, 10_000);
    const second = await SwarmStore.open(simulatedRuntime(fs, { time, seed: 2 }), ROOT);
    await second.close();
    expect(second.problems).toEqual([expect.stringContaining('The timeline does not contain the latest events')]);

    fs.renameSync(TIMELINE, `${ROOT}/elsewhere`);
    const third = await SwarmStore.open(simulatedRuntime(fs, { time, seed: 3 }), ROOT);
    await third.close();
    expect(third.problems).toEqual([]);
    expect(await conflicts(fs, time)).toEqual(['one']);
  });
});

describe('an unwritable project', () => {
  interface World {
    readonly fs: FaultFileSystem;
    run(name: string, input?: object): Promise<Outcome<unknown>>;
    text(): string;
  }

  async function world(): Promise<World> {
    const fs = new FaultFileSystem();
    const time = await setup(fs);
    let seed = 10;
    const { signal } = new AbortController();
    const run: World['run'] = (name, input = {}) => {
      seed += 1;
      const runtime = simulatedRuntime(fs, { time, seed });
      const operation = crtxOperations.find((each) => each.name === name);
      if (operation === undefined) throw new Error(`there is no operation ${name}`);
      const context = { runtime, signal, directory: ROOT, exactDirectory: true, interactive: false, progress: () => {} };
      return operation.run(context, input);
    };
    await run('swarm create', { task: 'Build', coordinator: 'queen' });
    await run('swarm recruit', { agent: 'ann', role: 'coder' });
    return { fs, run, text: () => readText(fs, `${ROOT}/.cortex/swarm.crtx`) };
  }

  const writes: [string, object][] = [
    ['swarm recruit', { agent: 'bob', role: 'coder' }],
    ['swarm claim', { agent: 'ann' }],
    ['swarm usage', { agent: 'ann', tokens: 1, cost: 1 }],
    ['swarm retire', { agent: 'ann' }],
    ['lock acquire', { paths: ['a.ts'], agent: 'ann' }],
  ];

  test.each(writes)('a read-only folder: %s is refused with the place and the next step, and reading works', async (name, input) => {
    const { fs, run, text } = await world();
    const before = text();
    fs.readOnly = true;
    await expect(run(name, input)).rejects.toMatchObject({
      code: 'read-only',
      data: { file: expect.stringContaining('.cortex'), next: expect.stringContaining('Mount it for writing') },
    });
    expect((await run('swarm status')).output).toMatchObject({ swarm: { agents: [{ id: 'ann' }] }, progress: { pending: 1 } });
    expect((await run('lock list')).ok).toBe(true);
    expect((await run('verify')).output).toMatchObject({ errors: 0, warnings: 0 });
    expect(text()).toBe(before);
    expect(fs.openCount).toBe(0);
    fs.readOnly = false;
    expect((await run(name, input)).ok).toBe(true);
  });

  test.each(writes)('a full disk: %s is refused without loss, and works when there is room', async (name, input) => {
    const { fs, run, text } = await world();
    const before = text();
    fs.capacity = fs.used;
    await expect(run(name, input)).rejects.toMatchObject({ code: 'disk-full', data: { next: expect.stringContaining('Free some space') } });
    expect((await run('swarm status')).output).toMatchObject({ swarm: { agents: [{ id: 'ann' }] }, progress: { pending: 1 } });
    expect(text()).toBe(before);
    fs.capacity = Number.POSITIVE_INFINITY;
    expect((await run(name, input)).ok).toBe(true);
    expect((await run('verify')).output).toMatchObject({ errors: 0 });
  });

  test('a change that was confirmed but not published on a full disk is published later', async () => {
    const { fs, run, text } = await world();
    // Room for the record, but not for the file.
    fs.capacity = fs.used + 900;
    const claimed = await run('swarm claim', { agent: 'ann' });
    expect(claimed.ok).toBe(true);
    expect(claimed.warnings?.join(' ')).toContain('the disk is full');
    expect(JSON.parse(text()).data.decomposition.status).toBe('pending');
    fs.capacity = Number.POSITIVE_INFINITY;
    await run('swarm usage', { agent: 'ann', tokens: 1, cost: 0 });
    expect(JSON.parse(text()).data.decomposition.status).toBe('active');
    await quiet();
    expect(fs.openCount).toBe(0);
  });
});

describe('a broken manifest', () => {
  const manifest = `${ROOT}/.cortex/manifest.crtx`;
  const projectOf = (fs: FaultFileSystem) => JSON.parse(readText(fs, `${ROOT}/.cortex/swarm.crtx`)).header.project;

  test('does not block, and the swarm is published under its earlier name', async () => {
    const fs = new FaultFileSystem();
    const time = await setup(fs);
    const runtime = simulatedRuntime(fs, { time, seed: 1 });
    await new CortexIO(ROOT, runtime).writeDNA(sampleDna());
    const store = await SwarmStore.open(runtime, ROOT);
    await store.transact(acquire('one'));
    await quiet();
    expect(projectOf(fs)).toBe('shop');
    writeText(fs, manifest, '{ torn');
    await store.transact(acquire('two'));
    await store.close();
    expect(projectOf(fs)).toBe('shop');
    const before = time.now;
    const other = await SwarmStore.open(simulatedRuntime(fs, { time, seed: 2 }), ROOT);
    expect(other.locks.list(time.now)).toHaveLength(2);
    expect(time.now).toBe(before);
    await other.close();
  });
});
