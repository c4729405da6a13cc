import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CortexIO, SwarmProtocol, Timeline } from '../../../../src/engine/crtx/index.ts';

let root: string;
let io: CortexIO;
let timeline: Timeline;
let swarm: SwarmProtocol;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'swarm-protocol-')));
  io = new CortexIO(root);
  timeline = new Timeline(io);
  swarm = new SwarmProtocol(io, timeline);
});
afterEach(async () => {
  await swarm.close();
  await timeline.close();
  fs.rmSync(root, { recursive: true, force: true });
});

const decomposition = {
  id: 'root',
  description: 'Release',
  children: [
    { id: 'parse', description: 'Write the parser' },
    { id: 'test', description: 'Test it', dependencies: ['parse'] },
  ],
};
const create = (more: object = {}) =>
  swarm.create({ task: 'Release 1.0', coordinatorId: 'queen', strategy: 'parallel', decomposition, ...more });

describe('SwarmProtocol', () => {
  test('creates a swarm in swarm.crtx and records the delegation behind what was recorded before', async () => {
    timeline.record({ agentId: 'queen', type: 'decision', action: 'Divide', reasoning: 'Two halves' });
    const manifest = await create({ maxTokens: 500 });
    await swarm.close();
    expect(manifest).toMatchObject({
      task: 'Release 1.0',
      coordinator: 'queen',
      budget: { maxAgents: 10_000, maxTokens: 500, maxCostUsd: 50 },
    });
    expect((await io.readSwarm())?.data).toMatchObject({ id: manifest.id, decomposition: { children: [{ id: 'parse' }, { id: 'test' }] } });
    const entries = await timeline.read();
    expect(entries.map(({ type, agentId }) => [type, agentId])).toEqual([
      ['decision', 'queen'],
      ['delegation', 'queen'],
    ]);
  });

  test('leads tasks, locks and usage from beginning to end', async () => {
    await create();
    await swarm.recruit({ agent: 'ann', role: 'coder' });
    expect((await swarm.claim({ agent: 'ann' })).task?.id).toBe('parse');
    expect(await swarm.acquire({ agent: 'ann', paths: ['src/a.ts'] })).toMatchObject({ granted: true });
    expect(await swarm.acquire({ agent: 'bob', paths: ['src/'] })).toMatchObject({ granted: false, blockedBy: [{ agentId: 'ann' }] });
    expect((await swarm.locks()).locks.map((lock) => lock.path)).toEqual(['src/a.ts']);
    await swarm.usage({ agent: 'ann', tokens: 100, cost: 0.25 });
    await swarm.release({ agent: 'ann', all: true });
    await swarm.complete({ task: 'parse', agent: 'ann', output: { files: ['src/a.ts'] } });
    expect((await swarm.claim({ agent: 'ann' })).task?.id).toBe('test');
    await swarm.fail({ task: 'test', agent: 'ann', reason: 'no time' });
    const { swarm: manifest, progress } = await swarm.status();
    expect(progress).toMatchObject({ done: 1, failed: 1, total: 2 });
    expect(manifest).toMatchObject({
      agents: [{ id: 'ann', tokensUsed: 100, costUsd: 0.25 }],
      decomposition: { children: [{ output: { files: ['src/a.ts'] } }, { output: { error: 'no time' } }] },
    });
  });

  test('goes on after it was closed, and sees what others wrote meanwhile', async () => {
    await create();
    await swarm.close();
    const other = new SwarmProtocol(io, timeline);
    await other.recruit({ agent: 'ann', role: 'coder' });
    await other.close();
    expect((await swarm.status()).swarm?.agents.map(({ id }) => id)).toEqual(['ann']);
  });

  test('refuses with a reason and what to do, and changes nothing', async () => {
    await expect(swarm.claim({ agent: 'ann' })).resolves.toEqual({ task: null, reason: 'There is no swarm; create one first.' });
    await expect(swarm.recruit({ agent: 'ann', role: '' })).rejects.toThrow('role: say what the agent is here for');
    await expect(swarm.recruit({ agent: 'ann', role: 'coder' })).rejects.toThrow('There is no swarm; create one first.');
    await expect(create({ maxTokens: -1 })).rejects.toThrow('maxTokens');
    await expect(create({ decomposition: { id: 'a', description: 'a', dependencies: ['a'] } })).rejects.toThrow('a → a');
    await expect(create({ coordinatorId: 'person:eve' })).rejects.toThrow('only a person');
    expect((await swarm.status()).swarm).toBeNull();
  });

  test('a heartbeat is for members', async () => {
    await create();
    await expect(swarm.heartbeat('ann')).rejects.toThrow('is not a member');
    await swarm.recruit({ agent: 'ann', role: 'coder' });
    await expect(swarm.heartbeat('ann')).resolves.toBeUndefined();
  });
});
