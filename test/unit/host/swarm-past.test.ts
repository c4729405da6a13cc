import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CortexIO } from '../../../src/engine/crtx/index.ts';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { HistoryReader, SwarmProtocol } from '../../../src/engine/swarm/index.ts';
import { Timeline } from '../../../src/engine/timeline/index.ts';
import { SwarmMoments } from '../../../src/host/dashboards/swarm/moments.ts';
import { SwarmPast } from '../../../src/host/dashboards/swarm/past.ts';
import type { HistoryState } from '../../../src/host/dashboards/swarm/past-protocol.ts';
import { waitFor } from '../../harness/wait.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { manifest, task, viewModel } from './view-models.ts';

type Known = Extract<HistoryState, { kind: 'known' }>;

async function swarmIn(root: string): Promise<SwarmProtocol> {
  const io = new CortexIO(root);
  const swarm = new SwarmProtocol(io, new Timeline(io));
  onTestFinished(() => swarm.close());
  await swarm.create({ task: 'Release 1.0', coordinatorId: 'queen', strategy: 'parallel' });
  await swarm.recruit({ agent: 'ann', role: 'coder' });
  await swarm.claim({ agent: 'ann' });
  await swarm.acquire({ agent: 'ann', paths: ['src/a.ts'] });
  return swarm;
}

const knownOf = (state: HistoryState): Known | false => state.kind === 'known' && state;
const seen = (root: string) => ({ runtime: nodeRuntime(), root, isSeen: () => true, changed: () => undefined });

test('the view model of a moment shows the swarm of that time, and is read-only', async () => {
  const root = temporaryFolder();
  const swarm = await swarmIn(root);
  const past = new SwarmPast(seen(root));
  onTestFinished(() => past.dispose());
  const now = viewModel({ manifest: manifest(task('root'), { id: 'swm_now' }) });
  expect(past.look(null, now)).toEqual({ history: { kind: 'reading' }, viewModel: now });
  const { to } = await waitFor('the span', async () => knownOf(past.look(null, now).history));
  const found = await waitFor('the moment', async () => {
    const look = past.look(to, now);
    return look.viewModel !== now && look;
  });
  expect(found.viewModel).toMatchObject({
    now: to,
    readOnly: expect.stringContaining('an earlier state'),
    view: { manifest: { task: 'Release 1.0' }, locks: [{ path: 'src/a.ts' }] },
  });
  expect(found.viewModel.view?.lastActivity('ann')).toBeGreaterThan(0);
  expect(found.viewModel.view?.lastActivity('nobody')).toBeNull();
  expect(found.history).toMatchObject({ past: { at: to, changes: [], hasMore: false }, isReading: false });
  // The next change after the moment is listed with it.
  await swarm.release({ agent: 'ann', all: true });
  const { past: moment } = await waitFor('what changed since', async () => {
    const state = knownOf(past.look(to, now).history);
    return state !== false && state.past !== null && state.past.changes.length > 0 && state;
  });
  expect(moment?.changes[0]).toMatchObject({ kind: 'lock-released', subject: 'src/a.ts', agent: 'ann' });
  expect(past.look(null, now).viewModel).toBe(now);
});

test('only the newest request is read, one at a time', async () => {
  const root = temporaryFolder();
  await swarmIn(root);
  const reader = new HistoryReader({ root });
  const asked: number[] = [];
  let atOnce = 0;
  const at = async (time: number) => {
    asked.push(time);
    atOnce += 1;
    expect(atOnce).toBe(1);
    try {
      return await reader.at(time);
    } finally {
      atOnce -= 1;
    }
  };
  const moments = new SwarmMoments({ ...seen(root), reader: { span: () => reader.span(), at } });
  onTestFinished(async () => {
    moments.dispose();
    await reader.dispose();
  });
  const { from, to } = await waitFor('the span', async () => knownOf(moments.look(null).history));
  for (let time = to; time > to - 100; time -= 1) moments.look(Math.max(time, from));
  const request = Math.max(to - 99, from);
  await waitFor('the last request', async () => {
    const state = knownOf(moments.look(request).history);
    return state !== false && !state.isReading && state.past?.at === request;
  });
  expect(asked.length).toBeLessThanOrEqual(3);
  expect(asked.at(-1)).toBe(request);
});

test('a moment before the log reports a problem, and without a log there is no history', async () => {
  const root = temporaryFolder();
  const swarm = await swarmIn(root);
  const reader = new HistoryReader({ root });
  const moments = new SwarmMoments({ ...seen(root), reader });
  onTestFinished(async () => {
    moments.dispose();
    await reader.dispose();
  });
  await waitFor('the span', async () => knownOf(moments.look(null).history));
  const { past } = await waitFor('what is wrong', async () => {
    const state = knownOf(moments.look(7).history);
    return state !== false && state.problem?.includes('the history starts at') && state;
  });
  expect(past).toBeNull();
  await swarm.close();
  fs.rmSync(path.join(root, '.cortex', '.local'), { recursive: true });
  await waitFor('no history', async () => moments.look(null).history.kind === 'none');
});
