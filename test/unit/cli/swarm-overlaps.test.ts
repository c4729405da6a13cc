import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { claimOutput, statusOutput } from '../../../src/engine/swarm/index.ts';
import { CliProject } from '../../support/cortex-cli.ts';
import { edgeOf } from '../../support/graphs.ts';
import { plantGraph } from '../../support/plant-graph.ts';

const PLAN = {
  decomposition: {
    id: 'root',
    description: 'Prices',
    children: [
      { id: 'T-1', description: 'Round well in src/round.ts' },
      { id: 'T-2', description: 'New prices in src/price.ts' },
      { id: 'T-3', description: 'Write about it', files: ['src/round.ts'], dependencies: ['T-1'] },
      { id: 'T-4', description: 'Whatever comes' },
    ],
  },
};

let project: CliProject;
const told = async () =>
  statusOutput()
    .extend({ swarm: z.unknown() })
    .parse(await project.json('swarm status')).overlaps;
beforeEach(async () => {
  project = new CliProject();
  await project.run('init');
  const plan = project.write('plan.json', JSON.stringify(PLAN));
  project.write('src/round.ts', '');
  // A task may name files.
  expect((await project.run(['swarm', 'create', '--task', 'P', '--coordinator', 'queen', '--file', plan])).err).toBe('');
});
const plant = () => plantGraph(project.root, [edgeOf('src/price.ts > src/round.ts'), edgeOf('src/sum.ts > src/round.ts', 'depends', 0.7)]);

test('without a graph no overlaps are known', async () => {
  expect(await told()).toEqual({ pairs: [], more: 0, complete: true });
  expect((await project.run('swarm status')).out).not.toContain('Overlaps');
});

test('status shows open tasks that may change the same file', async () => {
  await plant();
  const { pairs, more, complete } = await told();
  expect({ more, complete }).toEqual({ more: 0, complete: true });
  expect(pairs).toMatchObject([
    {
      tasks: ['T-1', 'T-2'],
      files: [{ path: 'src/price.ts', likelihoods: [0.6, 1] }],
      why: 'T-2 includes src/price.ts, and what T-1 changes may break it (60 %)',
    },
    { tasks: ['T-2', 'T-3'] },
  ]);
  expect((await project.run('swarm status')).out).toMatch(
    /\nOverlaps: both may change the same file\nT-1 {2}T-2 {2}60 % {2}T-2 includes src\/price\.ts, and what T-1 changes may break it \(60 %\)\nT-2 {2}T-3 {2}60 % {2}/,
  );
});

test('a percentage that also counts other files is explained', async () => {
  await plantGraph(project.root, [
    ...[edgeOf('src/price.ts > src/round.ts'), edgeOf('src/sum.ts > src/round.ts', 'depends', 0.7)],
    ...[edgeOf('src/sum.ts > src/price.ts', 'depends', 0.9)],
  ]);
  expect((await told()).pairs[0]?.why).toBe('T-2 includes src/price.ts, and what T-1 changes may break it (60 %); 69 % with 1 more file');
});

test('the locks of the agent of a task count, and finished tasks do not', async () => {
  await plant();
  await project.run('swarm recruit ann --role r');
  for (const words of [
    'swarm claim --agent ann --task T-4',
    'lock acquire src/price.ts --agent ann',
    'lock acquire src/sum.ts --agent ann --shared',
  ]) {
    expect(await project.run(words)).toMatchObject({ code: 0 });
  }
  const pairs = async () => (await told()).pairs.map(({ tasks: [one, other], why }) => `${one} ${other}: ${why}`);
  expect(await pairs()).toEqual([
    'T-2 T-4: T-2 includes src/price.ts, and the agent of T-4 has locked it',
    expect.stringMatching(/^T-1 T-2: /),
    expect.stringMatching(/^T-1 T-4: the agent of T-4 has locked src\/price\.ts/),
    expect.stringMatching(/^T-2 T-3: /),
    expect.stringMatching(/^T-3 T-4: /),
  ]);
  await project.run('swarm complete T-4 --agent ann');
  expect(await pairs()).toHaveLength(2);
});

test('replay shows no overlaps', async () => {
  await plant();
  expect(Object.keys(z.looseObject({}).parse(await project.json('swarm replay --at 0s')))).not.toContain('overlaps');
});

describe('claim', () => {
  const claim = async (agent: string, task: string) =>
    claimOutput().parse(await project.json(`swarm claim --agent ${agent} --task ${task}`));
  beforeEach(async () => {
    await project.run('swarm recruit ann --role r');
    await project.run('swarm recruit bob --role r');
  });

  test('names the tasks in progress that may change the same files, and their agents', async () => {
    await plant();
    expect((await claim('ann', 'T-1')).overlaps).toEqual([]);
    const overlap = {
      task: 'T-1',
      agent: 'ann',
      weight: 0.6,
      files: [{ path: 'src/price.ts', likelihoods: [1, 0.6] }],
      why: 'T-2 includes src/price.ts, and what T-1 changes may break it (60 %)',
    };
    expect((await claim('bob', 'T-2')).overlaps).toEqual([overlap]);
    const { out } = await project.run('swarm claim --agent bob --task T-2');
    expect(out).toContain(
      'Overlaps with T-1, in progress by ann (60 %): T-2 includes src/price.ts, and what T-1 changes may break it (60 %).\nLock these files before you change them.',
    );
  });

  test('counts the exclusive locks of the other agent, and no other tasks', async () => {
    await plant();
    await claim('ann', 'T-4');
    await project.run('lock acquire src/sum.ts --agent ann --shared');
    expect((await claim('bob', 'T-2')).overlaps).toEqual([]);
    await project.run('lock acquire src/price.ts --agent ann');
    expect((await claim('bob', 'T-2')).overlaps).toMatchObject([
      { task: 'T-4', agent: 'ann', weight: 1, why: 'T-2 includes src/price.ts, and the agent of T-4 has locked it' },
    ]);
    await project.run('swarm complete T-4 --agent ann');
    expect((await claim('bob', 'T-2')).overlaps).toEqual([]);
  });

  test('says that overlaps are not known without a graph', async () => {
    await claim('ann', 'T-1');
    expect((await claim('bob', 'T-2')).overlaps).toBeNull();
    const { out } = await project.run('swarm claim --agent bob --task T-2');
    expect(out).toContain('Whether tasks in progress change the same files is not known without a graph: cortex graph build');
  });
});
