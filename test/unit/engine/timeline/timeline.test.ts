import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { CortexIO } from '../../../../src/engine/crtx/cortex-io.ts';
import type { TimelineEntry } from '../../../../src/engine/crtx/schema.ts';
import type { NewEntry } from '../../../../src/engine/timeline/entry.ts';
import { Timeline } from '../../../../src/engine/timeline/timeline.ts';
import { bundle } from '../../../support/bundle.ts';
import { FaultFileSystem } from '../../../support/fault-fs.ts';
import { ROOT, SimulatedTime, simulatedRuntime } from '../../../support/simulation.ts';
import { ids, makeProject } from './make.ts';

const said: NewEntry = { agentId: 'ann', type: 'decision', action: 'Chose SQLite', reasoning: 'One file' };

/** Creates a timeline on a simulated disk. */
function simulated() {
  const disk = new FaultFileSystem();
  disk.mkdirSync(`${ROOT}/.cortex`, { recursive: true });
  const time = new SimulatedTime();
  let seed = 0;
  const open = () => {
    seed += 1;
    return new Timeline(new CortexIO(ROOT, simulatedRuntime(disk, { time, seed })));
  };
  return { disk, time, open };
}

describe('record', () => {
  test('returns the entry at once, with all defaults set', async () => {
    const { io } = await makeProject();
    const timeline = new Timeline(io);
    const before = Date.now();
    const entry = timeline.record(said);
    expect(entry).toEqual({
      ...said,
      id: expect.stringMatching(/^tle_[0-9A-HJKMNP-TV-Z]{26}$/),
      timestamp: expect.any(Number),
      confidence: 0.8,
      context: { files: [], state: {} },
      refs: [],
      outcome: 'pending',
    });
    expect(entry.timestamp).toBeGreaterThanOrEqual(before);
    expect(await timeline.read()).toEqual([entry]);
    await timeline.close();
  });

  test('keeps all given values', async () => {
    const { io, published } = await makeProject();
    const timeline = new Timeline(io);
    const context = { files: ['a.ts'], task: 't1', branch: 'main', trigger: 'review', dependencies: ['t0'], state: { tried: [1, null] } };
    const given: NewEntry = {
      ...said,
      id: 'mine',
      timestamp: 5,
      confidence: 0,
      context,
      refs: ['r'],
      outcome: 'failure',
      outcomeDetail: 'd',
      parent: 'p',
    };
    const entry = timeline.record(given);
    expect(entry).toEqual(given);
    await timeline.close();
    expect(published()).toEqual([given]);
  });

  test('is independent of later changes to its input and result', async () => {
    const { io } = await makeProject();
    const timeline = new Timeline(io);
    const files = ['a.ts'];
    const state: Record<string, unknown> = { deep: { x: 1 } };
    const entry = timeline.record({ ...said, context: { files, state } });
    files.push('b.ts');
    Object.assign(state, { more: 1 });
    entry.context.files.push('c.ts');
    expect((await timeline.read()).map(({ context }) => context)).toEqual([{ files: ['a.ts'], state: { deep: { x: 1 } } }]);
    const [first] = await timeline.read();
    first?.refs.push('spoilt');
    expect((await timeline.read())[0]?.refs).toEqual([]);
    await timeline.close();
  });

  test('ignores a second entry with the same id', async () => {
    const { io } = await makeProject();
    const timeline = new Timeline(io);
    timeline.record({ ...said, id: 'tle_x' });
    await timeline.flush();
    timeline.record({ ...said, id: 'tle_x', action: 'again' });
    expect((await timeline.read()).map(({ action }) => action)).toEqual(['Chose SQLite']);
    await timeline.close();
  });

  test.each<[string, object, string, object]>([
    [
      'an unknown type',
      { type: 'hunch' },
      'type is not an allowed value',
      { value: 'hunch', allowed: expect.stringContaining('"decision"') },
    ],
    [
      'an unknown outcome',
      { outcome: 'good' },
      'outcome is not an allowed value',
      { value: 'good', allowed: expect.stringContaining('"success"') },
    ],
    ['too much confidence', { confidence: 1.5 }, 'confidence is not an allowed value', { value: 1.5, allowed: 'at most 1' }],
    ['no number', { confidence: Number.NaN }, 'confidence is not a number', { allowed: 'a finite number' }],
    ['infinite confidence', { confidence: -Infinity }, 'confidence exceeds the range of numbers', {}],
    ['nobody', { agentId: ' ' }, 'agentId is not valid: it is empty', { value: ' ' }],
    ['nothing done', { action: '' }, 'action is', { value: '' }],
    ['no reasoning', { reasoning: undefined }, 'reasoning is missing', { allowed: 'a string' }],
    ['an empty id', { id: '' }, 'id is', { value: '' }],
    ['half a millisecond', { timestamp: 0.5 }, 'timestamp is not', { value: 0.5, allowed: 'an integer' }],
    ['text for files', { context: { files: 'a.ts' } }, 'context.files is not an allowed value', { value: 'a.ts', allowed: 'a list' }],
    ['a list for context', { context: [] }, 'context is a list', { allowed: 'an object' }],
    ['text for refs', { refs: 'r1' }, 'refs is not an allowed value', { value: 'r1', allowed: 'a list' }],
    ['what JSON cannot hold', { context: { state: { at: new Date(0) } } }, 'context.state.at is not a JSON value', {}],
    ['half a character', { action: '\ud800' }, 'action holds half of a surrogate pair', {}],
    ['too much', { reasoning: 'x'.repeat(1_048_576) }, 'a timeline entry is too large', { allowed: 'at most 1048576 bytes' }],
  ])('rejects %s at once, and records nothing', async (_, change, message, data) => {
    const { io, root } = await makeProject();
    const timeline = new Timeline(io);
    let error: unknown;
    try {
      timeline.record({ ...said, ...change });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ name: 'CortexError', code: 'invalid-input', message: expect.stringContaining(message), data });
    expect(timeline.pending).toBe(0);
    await timeline.close();
    expect(fs.readdirSync(path.join(root, '.cortex'))).not.toContain('timeline.crtx');
  });
});

describe('flush', () => {
  test('happens automatically after sixty-four entries', async () => {
    const { io, published } = await makeProject();
    // Keeps the timer that flushes after a second from firing.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const timeline = new Timeline(io);
    for (let n = 0; n < 63; n++) timeline.record(said);
    await new Promise((resolve) => setImmediate(resolve));
    expect(timeline.pending).toBe(63);
    timeline.record(said);
    await expect.poll(() => timeline.pending).toBe(0);
    await timeline.close();
    expect(published()).toHaveLength(64);
  });

  test('happens automatically after a second, not before', async () => {
    const { io, root, published } = await makeProject();
    const timeline = new Timeline(io);
    const begun = performance.now();
    timeline.record(said);
    timeline.record(said);
    await expect.poll(() => fs.existsSync(path.join(root, '.cortex/timeline.crtx'))).toBe(true);
    expect(performance.now() - begun).toBeGreaterThan(950);
    expect(published()).toHaveLength(2);
    await timeline.close();
  });

  test('makes all earlier entries durable, in order', async () => {
    const { disk, time, open } = simulated();
    disk.syncAll();
    const timeline = open();
    const recorded = Array.from({ length: 70 }, (_, n) => timeline.record({ ...said, action: `step ${n}` }));
    await timeline.flush();
    const after = new Timeline(new CortexIO(ROOT, simulatedRuntime(disk.powerLossWorst(), { time, seed: 90, boot: 'boot-2' })));
    expect(await after.read()).toEqual(recorded);
  });

  test('that fails keeps the entries and reports why, and the next one writes them', async () => {
    const { disk, open } = simulated();
    const timeline = open();
    disk.capacity = 0;
    const entry = timeline.record(said);
    await expect(timeline.flush()).rejects.toMatchObject({ code: 'disk-full' });
    expect(timeline.pending).toBe(1);
    for (let n = 0; n < 63; n++) timeline.record(said);
    await expect.poll(() => timeline.problems.join()).toContain('the disk is full');
    expect(timeline.pending).toBe(64);
    await expect(timeline.close()).rejects.toMatchObject({ code: 'disk-full' });
    disk.capacity = Number.POSITIVE_INFINITY;
    await timeline.flush();
    expect(timeline.problems).toEqual([]);
    expect(timeline.pending).toBe(0);
    expect(ids(await timeline.read())).toHaveLength(64);
    expect((await timeline.read())[0]).toEqual(entry);
    await timeline.close();
    expect(disk.openCount).toBe(0);
  });

  test('leaves entries recorded meanwhile to the next one, with any number of concurrent calls', async () => {
    const { disk, open } = simulated();
    const timeline = open();
    const first = timeline.record(said);
    const later: TimelineEntry[] = [];
    disk.onCall = ({ op }) => {
      if (op === 'fdatasync' && later.length === 0) later.push(timeline.record({ ...said, action: 'meanwhile' }));
      return 'proceed';
    };
    await Promise.all([timeline.flush(), timeline.flush()]);
    expect(later).toHaveLength(1);
    const [one, two] = await Promise.all([timeline.read(), timeline.read()]);
    expect(one).toEqual([first, ...later]);
    expect(two).toEqual(one);
    await Promise.all([timeline.close(), timeline.close()]);
    expect(disk.openCount).toBe(0);
  });

  test('that failed is retried automatically', async () => {
    const { disk, open } = simulated();
    const timeline = open();
    disk.capacity = 0;
    timeline.record(said);
    await expect(timeline.flush()).rejects.toMatchObject({ code: 'disk-full' });
    disk.capacity = Number.POSITIVE_INFINITY;
    await expect.poll(() => timeline.pending).toBe(0);
    await timeline.close();
  });

  test('fails in a read-only folder, where reading still works', async () => {
    const { disk, open } = simulated();
    const writer = open();
    const entry = writer.record(said);
    await writer.close();
    disk.readOnly = true;
    const timeline = open();
    expect(await timeline.read()).toEqual([entry]);
    timeline.record(said);
    await expect(timeline.flush()).rejects.toMatchObject({ code: 'read-only' });
    expect(timeline.pending).toBe(1);
    await expect(timeline.close()).rejects.toMatchObject({ code: 'read-only' });
    expect(disk.openCount).toBe(0);
  });
});

describe('resolve', () => {
  test('sets the outcome of an entry, also if it is not flushed yet', async () => {
    const { io, published } = await makeProject();
    const timeline = new Timeline(io);
    const entry = timeline.record(said);
    expect(await timeline.resolve(entry.id, 'failure', 'too slow')).toEqual({ ...entry, outcome: 'failure', outcomeDetail: 'too slow' });
    expect(await timeline.resolve(entry.id, 'success')).toEqual({ ...entry, outcome: 'success' });
    await timeline.close();
    expect(published()).toEqual([{ ...entry, outcome: 'success' }]);
  });

  test('rejects an unknown entry and an unknown outcome', async () => {
    const { io } = await makeProject();
    const timeline = new Timeline(io);
    await expect(timeline.resolve('tle_x', 'success')).rejects.toMatchObject({ code: 'not-found', data: { value: 'tle_x' } });
    const outcome: unknown = 'good';
    // @ts-expect-error: what a program written without types may do
    await expect(timeline.resolve('tle_x', outcome)).rejects.toMatchObject({ code: 'invalid-input', data: { value: 'good' } });
    await timeline.close();
  });
});

test("two timelines in one process see each other's entries", async () => {
  const { io } = await makeProject();
  const [a, b] = [new Timeline(io), new Timeline(io)];
  const recorded: TimelineEntry[] = [];
  for (let n = 0; n < 5; n++) {
    recorded.push(a.record({ ...said, timestamp: 2 * n }), b.record({ ...said, timestamp: 2 * n + 1 }));
    await Promise.all([a.flush(), b.flush()]);
  }
  expect(await a.read()).toEqual(recorded);
  expect(await b.read()).toEqual(recorded);
  await a.close();
  await b.close();
});

test('writes after close reopen the timeline', async () => {
  const { io, published } = await makeProject();
  const timeline = new Timeline(io);
  await timeline.close();
  timeline.record(said);
  await timeline.close();
  timeline.record(said);
  await timeline.close();
  expect(published()).toHaveLength(2);
});

test('creates a missing .cortex folder', async () => {
  const { io, root } = await makeProject();
  fs.rmSync(io.dir, { recursive: true });
  const timeline = new Timeline(io);
  timeline.record(said);
  await timeline.close();
  expect(fs.readFileSync(path.join(root, '.cortex/.gitignore'), 'utf8')).toContain('.local/');
});

describe('a program', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-programs-'));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  test('that records without flushing or closing exits at once', async () => {
    const { root } = await makeProject();
    const entry = path.join(folder, 'forgetful.ts');
    const source = path.resolve(import.meta.dirname, '../../../../src/engine');
    fs.writeFileSync(
      entry,
      `import { CortexIO } from '${source}/crtx/cortex-io.ts';
      import { Timeline } from '${source}/timeline/timeline.ts';
      new Timeline(new CortexIO(process.argv[2])).record(${JSON.stringify(said)});
      const begun = performance.now();
      process.on('exit', () => console.log(performance.now() - begun < 900 ? 'at once' : 'late'));`,
    );
    const { stdout, status } = spawnSync(process.execPath, [await bundle(entry, folder), root], { encoding: 'utf8' });
    expect({ stdout, status }).toEqual({ stdout: 'at once\n', status: 0 });
  });
});
