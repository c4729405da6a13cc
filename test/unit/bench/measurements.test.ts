import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withSwarm } from '../../../src/engine/crtx/store.ts';
import { checkpointedSegments } from '../../../src/engine/kernel/log/layout.ts';
import { nodeRuntime } from '../../../src/engine/kernel/runtime.ts';
import { logFolder, makeSwarm } from '../../bench/big-swarm.ts';
import { type Measurement, measurementOf } from '../../bench/measurements.ts';

const AGENTS = 45;
const runtime = nodeRuntime({});
const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'cortex-bench-test-')));

beforeAll(() => makeSwarm(runtime, root, AGENTS));
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

const manifest = () => withSwarm(runtime, root, async (store) => store.manifest());

test('the swarm that is measured has a task and an agent for each of its size, and a lock for each agent but one', async () => {
  const { agents, locks, decomposition } = await manifest();
  expect(agents.length).toBe(AGENTS);
  expect(new Set(locks.map(({ agentId }) => agentId)).size).toBe(AGENTS - 1);
  expect(decomposition.children.flatMap(({ children }) => children).length).toBe(AGENTS);
});

test.each(['lock', 'lock-cold', 'read'] satisfies Measurement[])(
  'measuring "%s" gives times and leaves the locks as they were',
  async (what) => {
    const before = (await manifest()).locks;
    const figures = Object.values(await measurementOf(what)(runtime, root));
    expect(figures.length).toBeGreaterThan(0);
    for (const figure of figures) expect(figure).toBeGreaterThan(0);
    expect((await manifest()).locks).toEqual(before);
  },
);

test('before reading is measured, a new checkpoint stands at the end of the log', async () => {
  const checkpoints = () => checkpointedSegments(fs.readdirSync(logFolder(root)));
  const [before] = checkpoints();
  await measurementOf('prepare-read')(runtime, root);
  const [newest = 'none'] = checkpoints();
  expect(newest).not.toBe(before);
  expect(fs.statSync(path.join(logFolder(root), newest)).size).toBeLessThan(4_096);
});

test('a measurement that there is not is refused by its name', () => {
  expect(() => measurementOf('toString')).toThrow('toString');
});
