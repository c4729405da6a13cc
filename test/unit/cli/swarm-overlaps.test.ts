import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { statusOutput } from '../../../src/engine/swarm/index.ts';
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
