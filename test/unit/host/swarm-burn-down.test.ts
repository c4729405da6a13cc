import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CortexIO } from '../../../src/engine/crtx/index.ts';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { HistoryReader, SwarmProtocol } from '../../../src/engine/swarm/index.ts';
import { Timeline } from '../../../src/engine/timeline/index.ts';
import { toBurnDownState } from '../../../src/host/dashboards/swarm/burn-down.ts';
import { LogReading } from '../../../src/host/dashboards/swarm/log-reading.ts';
import type { BurnDownState } from '../../../src/host/dashboards/swarm/past-protocol.ts';
import { waitFor } from '../../harness/wait.ts';
import { temporaryFolder } from '../../support/folders.ts';

/** Creates a project with a swarm, and its burn-down as a dashboard shows it. */
async function burnDownIn(root = temporaryFolder()) {
  const io = new CortexIO(root);
  const swarm = new SwarmProtocol(io, new Timeline(io));
  const { id } = await swarm.create({ task: 'Release 1.0', coordinatorId: 'queen', strategy: 'parallel', maxTokens: 500 });
  await swarm.recruit({ agent: 'ann', role: 'coder' });
  const reader = new HistoryReader({ root });
  let readings = 0;
  let isSeen = true;
  let asked = 0;
  const reading = new LogReading({
    runtime: nodeRuntime(),
    root,
    read: () => {
      readings += 1;
      return reader.burnDown();
    },
    isSeen: () => {
      asked += 1;
      return isSeen;
    },
    changed: () => undefined,
  });
  onTestFinished(async () => {
    reading.dispose();
    await reader.dispose();
    await swarm.close();
  });
  const burnDown = { stateFor: (of: string) => toBurnDownState(reading.stateFor(of)) };
  const until = (what: string, fits: (state: BurnDownState) => boolean, of = id) =>
    waitFor(what, async () => {
      const state = burnDown.stateFor(of);
      return fits(state) && state;
    });
  const see = (seen: boolean): void => {
    isSeen = seen;
  };
  return { root, id, swarm, burnDown, until, readings: () => readings, asked: () => asked, see };
}

const spent = (state: BurnDownState) => (state.kind === 'burnt' ? state.steps.at(-1)?.tokens : null);

test('a burn-down is read once, and again when the log has grown while it is visible', async () => {
  const { swarm, id, burnDown, until, readings, asked, see } = await burnDownIn();
  expect(burnDown.stateFor(id)).toEqual({ kind: 'reading' });
  const first = await until('the first reading', ({ kind }) => kind === 'burnt');
  expect(first).toMatchObject({ limits: { tokens: 500 }, left: 1, forecast: null, problems: [] });
  for (let looks = 0; looks < 5; looks += 1) expect(burnDown.stateFor(id)).toEqual(first);
  expect(readings()).toBe(1);
  await swarm.usage({ agent: 'ann', tokens: 40, cost: 0.5 });
  see(false);
  const before = asked();
  expect(spent(burnDown.stateFor(id))).toBe(0);
  await waitFor('the time when it would be read', async () => asked() > before);
  expect(readings()).toBe(1);
  see(true);
  await until('what was spent since', (state) => spent(state) === 40);
  expect(readings()).toBe(2);
});

test('a burn-down reports a log of another swarm, and a log that cannot be read', async () => {
  const { root, id, until } = await burnDownIn();
  expect(await until('another swarm', ({ kind }) => kind === 'none', 'swm_of_another')).toMatchObject({
    why: expect.stringContaining('belongs to another swarm'),
  });
  await until('its own swarm', ({ kind }) => kind === 'burnt');
  const log = path.join(root, '.cortex', '.local', 'swarm');
  fs.symlinkSync('/etc/passwd', path.join(log, '000009.jsonl'));
  const broken = await until('what is wrong', (state) => state.kind === 'burnt' && state.problems.length > 0, id);
  expect(broken).toMatchObject({ problems: [expect.stringContaining('is a symbolic link')] });
});

test('without a log there is no burn-down, and no thread is started for it', async () => {
  const { root, swarm, until, readings } = await burnDownIn();
  await swarm.close();
  fs.rmSync(path.join(root, '.cortex', '.local'), { recursive: true });
  expect(await until('why not', ({ kind }) => kind === 'none')).toMatchObject({ why: expect.stringContaining('There is no history') });
  expect(readings()).toBe(0);
});
