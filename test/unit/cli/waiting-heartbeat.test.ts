import { expect, test, vi } from 'vitest';
import { WAIT_MS } from '../../support/limits.ts';
import { create, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

const ONE_TASK = 'decomposition: {id: rel, description: Release, children: [{id: a, description: A}]}';
const PATIENCE = { timeout: WAIT_MS, interval: 50 };

/** Returns the time of an agent's last heartbeat. */
async function lastSeen(agent: string): Promise<number> {
  const { seen } = Object(await project.json('swarm status'));
  return seen.find((each: { readonly agent: string }) => each.agent === agent).at;
}

test('an agent that waits for a lock longer than an agent may be silent keeps its task', async () => {
  await create(ONE_TASK, ['--vanish-after', '6s']);
  await succeed('swarm recruit ann --role coder', 'swarm recruit bob --role coder', 'swarm claim --agent bob');
  await succeed('lock acquire src --agent ann --ttl 1h');
  const begun = await lastSeen('bob');
  const waiting = project.run('lock acquire src --agent bob --wait 1h');
  await vi.waitFor(async () => expect((await lastSeen('bob')) - begun).toBeGreaterThan(8_000), PATIENCE);
  expect(await project.json('swarm claim --agent ann')).toMatchObject({ task: null });
  await succeed('lock release src --agent ann');
  expect(await waiting).toMatchObject({ code: 0, err: '' });
  expect((await project.timeline()).filter(({ type }) => type === 'discovery')).toEqual([]);
});

test('an agent that waits for a task is not unresponsive', async () => {
  await create(ONE_TASK, ['--vanish-after', '6s']);
  await succeed('swarm recruit ann --role coder', 'swarm recruit bob --role coder', 'swarm claim --agent ann');
  // Ann waits, too, so that she keeps her task however long this test takes.
  await succeed('lock acquire src --agent queen --ttl 1h');
  const annWaits = project.run('lock acquire src --agent ann --wait 1h');
  const waiting = project.run('swarm claim --agent bob --wait 1h');
  const begun = await lastSeen('bob');
  await vi.waitFor(async () => expect((await lastSeen('bob')) - begun).toBeGreaterThan(8_000), PATIENCE);
  await succeed('swarm abort --by queen --reason enough');
  expect(await waiting).toMatchObject({ code: 1 });
  await annWaits;
});
