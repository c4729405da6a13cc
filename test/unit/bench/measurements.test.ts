import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkpointedSegments } from '../../../src/engine/log/layout.ts';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { withSwarm } from '../../../src/engine/swarm/store.ts';
import { withTimeline } from '../../../src/engine/timeline/store.ts';
import { logFolder, makeSwarm } from '../../bench/big-swarm.ts';
import { type Measurement, measurementOf, subjectOf, subjects } from '../../bench/measurements.ts';
import { makeTimeline } from '../../bench/timeline-project.ts';

const AGENTS = 45;
const runtime = nodeRuntime({});
const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-bench-test-')));

beforeAll(() => makeSwarm(runtime, root, AGENTS));
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

const manifest = () => withSwarm(runtime, root, async (store) => store.manifest());

test('the measured swarm has a task and an agent for each unit of its size, and a lock for each agent but one', async () => {
  const { agents, locks, decomposition } = await manifest();
  expect(agents.length).toBe(AGENTS);
  expect(new Set(locks.map(({ agentId }) => agentId)).size).toBe(AGENTS - 1);
  expect(decomposition.children.flatMap(({ children }) => children).length).toBe(AGENTS);
});

test.each(['lock', 'lock-cold', 'read', 'lock-rewritten', 'lock-locked'] satisfies Measurement<'swarm'>[])(
  'measuring "%s" returns times, and leaves the locks unchanged',
  async (what) => {
    const before = (await manifest()).locks;
    const figures = Object.values(await measurementOf(subjects.swarm, what)(runtime, root, AGENTS));
    expect(figures.length).toBeGreaterThan(0);
    for (const figure of figures) expect(figure).toBeGreaterThan(0);
    expect((await manifest()).locks).toEqual(before);
  },
);

test('prepare-read writes a new checkpoint at the end of the log', async () => {
  const checkpoints = () => checkpointedSegments(fs.readdirSync(logFolder(root)));
  const [before] = checkpoints();
  await measurementOf(subjects.swarm, 'prepare-read')(runtime, root, AGENTS);
  const [newest = 'none'] = checkpoints();
  expect(newest).not.toBe(before);
  expect(fs.statSync(path.join(logFolder(root), newest)).size).toBeLessThan(4_096);
});

describe('a measured timeline', () => {
  const SIZE = 20_000;
  let timeline = '';
  beforeAll(async () => {
    timeline = path.join(root, 'timeline');
    await makeTimeline(runtime, timeline, SIZE);
  });
  const size = () =>
    withTimeline(runtime, timeline, async (store) => (await store.query({}, { limit: Number.POSITIVE_INFINITY })).entries.length);

  test('has all entries in archives with indexes', async () => {
    expect(await size()).toBe(SIZE);
    const archives = fs.readdirSync(path.join(timeline, '.cortex/archive'));
    expect(archives.length).toBeGreaterThan(2);
    expect(fs.readdirSync(path.join(timeline, '.cortex/.local/timeline/index'))).toEqual(archives.map((name) => `${name}.idx`));
  });

  test.each(['record', 'query', 'open', 'memory', 'record-rewritten', 'record-locked'] satisfies Measurement<'timeline'>[])(
    'measuring "%s" returns figures, and loses no entry',
    async (what) => {
      const figures = Object.values(await measurementOf(subjects.timeline, what)(runtime, timeline, SIZE));
      expect(figures.length).toBeGreaterThan(0);
      for (const figure of figures) expect(figure).toBeGreaterThan(0);
      expect(await size()).toBeGreaterThanOrEqual(SIZE);
    },
  );
});

test('the naive alternatives change the file that they are measured on', async () => {
  const file = path.join(root, 'timeline/entries.json');
  const count = () => JSON.parse(fs.readFileSync(file, 'utf8')).data.length;
  const before = count();
  await measurementOf(subjects.timeline, 'record-locked')(runtime, path.join(root, 'timeline'), 0);
  expect(count()).toBeGreaterThan(before);
});

test('an unknown measurement is refused by name', () => {
  expect(() => measurementOf(subjects.swarm, 'toString')).toThrow('toString');
  expect(() => subjectOf('toString')).toThrow('toString');
});
