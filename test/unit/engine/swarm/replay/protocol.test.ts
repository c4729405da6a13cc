import { expect, test } from 'vitest';
import { CortexIO } from '../../../../../src/engine/crtx/index.ts';
import { SwarmProtocol } from '../../../../../src/engine/swarm/index.ts';
import { Timeline } from '../../../../../src/engine/timeline/index.ts';
import { temporaryFolder } from '../../../../support/folders.ts';

test("replay shows the program's own operations at once, without publishing or closing", async () => {
  const io = new CortexIO(temporaryFolder());
  const swarm = new SwarmProtocol(io, new Timeline(io));
  expect(await swarm.replay()).toEqual({ changes: [], next: null, earlier: null });
  await swarm.create({ task: 'Release 1.0', coordinatorId: 'queen', strategy: 'parallel' });
  await swarm.recruit({ agent: 'ann', role: 'coder' });
  await swarm.claim({ agent: 'ann' });
  const list = await swarm.replay({ limit: 1 });
  expect(list).toMatchObject({ changes: [{ kind: 'task', subject: 'root', agent: 'ann' }], next: null });
  const ordinal = 'changes' in list ? (list.changes[0]?.ordinal ?? 0) : 0;
  const { at: _at, locks: _locks, waiting: _waiting, ...past } = Object(await swarm.replay({ at: `${ordinal}` }));
  // The current graph determines overlaps, only a query selects tasks, and only the present has an outlook.
  const { swarm: manifest, outlook: _outlook, overlaps: _overlaps, tasks: _tasks, ...others } = await swarm.status();
  expect(past).toMatchObject({ ...others, swarm: { ...manifest, budget: expect.anything() } });
  await expect(swarm.replay({ at: 'soon' })).rejects.toMatchObject({ code: 'invalid-input' });
  await swarm.close();
});
