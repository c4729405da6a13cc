import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CortexIO } from '../../../../../src/engine/crtx/index.ts';
import { nodeRuntime } from '../../../../../src/engine/platform/runtime.ts';
import { HistoryReader, logMark, SwarmProtocol } from '../../../../../src/engine/swarm/index.ts';
import { Timeline } from '../../../../../src/engine/timeline/index.ts';
import { temporaryFolder } from '../../../../support/folders.ts';

// explorer.test.ts covers threads that die, hang or cannot be started.

function readerOf(root: string, folder?: string): HistoryReader {
  const reader = new HistoryReader(folder === undefined ? { root } : { root, folder });
  onTestFinished(() => reader.dispose());
  return reader;
}

function swarmIn(root: string): SwarmProtocol {
  const io = new CortexIO(root);
  const swarm = new SwarmProtocol(io, new Timeline(io));
  onTestFinished(() => swarm.close());
  return swarm;
}

const filesBelow = (folder: string) => fs.readdirSync(folder, { recursive: true }).map(String).sort();

test('reads burn-down, time span and moments of a swarm in threads, without writing', async () => {
  const root = temporaryFolder();
  const swarm = swarmIn(root);
  const { created } = await swarm.create({ task: 'Release 1.0', coordinatorId: 'queen', strategy: 'parallel' });
  const before = logMark(nodeRuntime().fs, root);
  await swarm.recruit({ agent: 'ann', role: 'coder' });
  await swarm.usage({ agent: 'ann', tokens: 40, cost: 0.5 });
  await swarm.acquire({ agent: 'ann', paths: ['src/a.ts'] });
  await swarm.close();
  expect(logMark(nodeRuntime().fs, root)).not.toBe(before);
  const files = filesBelow(path.join(root, '.cortex', '.local', 'swarm'));
  const reader = readerOf(root);
  const [burnt, span] = await Promise.all([reader.burnDown(), reader.span()]);
  expect(burnt?.steps.at(-1)).toMatchObject({ tokens: 40, costUsd: 0.5, done: 0 });
  expect(burnt?.forecast).toBeNull();
  expect(span?.from).toBeLessThanOrEqual(created);
  const last = await reader.at(span?.to ?? 0);
  expect(last).toMatchObject({ manifest: { task: 'Release 1.0' }, locks: [{ path: 'src/a.ts' }], changes: [], hasMore: false });
  expect(last.seen.map(({ agent }) => agent)).toContain('ann');
  await expect(reader.at((span?.from ?? 0) - 1)).rejects.toMatchObject({ code: 'not-found' });
  expect(filesBelow(path.join(root, '.cortex', '.local', 'swarm'))).toEqual(files);
});

test('reads what the agents did in a thread, and again only what is new', async () => {
  const root = temporaryFolder();
  const swarm = swarmIn(root);
  const { id } = await swarm.create({ task: 'Release 1.0', coordinatorId: 'queen', strategy: 'parallel' });
  await swarm.recruit({ agent: 'ann', role: 'coder' });
  const reader = readerOf(root);
  expect(await reader.activity()).toMatchObject({ id, to: null, agents: [{ agent: 'ann', spans: [] }] });
  const { task } = await swarm.claim({ agent: 'ann' });
  const found = await reader.activity();
  expect(found?.agents[0]?.spans).toMatchObject([{ kind: 'task', subject: task?.id, to: null }]);
});

test('returns the next changes with a moment, and whether there are more', async () => {
  const root = temporaryFolder();
  const swarm = swarmIn(root);
  await swarm.create({ task: 'Release 1.0', coordinatorId: 'queen', strategy: 'parallel' });
  const { created } = (await swarm.status()).swarm ?? { created: 0 };
  for (let n = 0; n < 40; n += 1) await swarm.recruit({ agent: `agent-${n}`, role: 'coder' });
  const { changes, hasMore, manifest } = await readerOf(root).at(created);
  expect([changes.length, hasMore]).toEqual([30, true]);
  expect(changes.at(-1)?.kind).toBe('joined');
  expect((manifest?.agents.length ?? 0) + changes.length).toBeLessThanOrEqual(41);
});

test('returns null without a log, and rejects after it is closed', async () => {
  const root = temporaryFolder();
  expect(logMark(nodeRuntime().fs, root)).toBe('');
  const reader = readerOf(root);
  expect([await reader.burnDown(), await reader.span()]).toEqual([null, null]);
  await reader.dispose();
  await expect(reader.burnDown()).rejects.toMatchObject({ code: 'io' });
  await expect(readerOf(root, temporaryFolder()).burnDown()).rejects.toMatchObject({ code: 'io' });
});
