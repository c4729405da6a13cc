import { beforeEach, expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';

let project: CliProject;
beforeEach(async () => {
  project = new CliProject();
  const plan = 'decomposition: {id: r, description: R, children: [{id: a, description: A}, {id: b, description: B, dependencies: [a]}]}';
  await project.run('init');
  await project.run(['swarm', 'create', '--task', 'R', '--coordinator', 'lead', '--file', project.write('plan.yaml', plan)]);
  for (const agent of ['ann', 'bob']) await project.run(`swarm recruit ${agent} --role coder`);
  await project.run('swarm claim --agent ann');
});

test('a waiting agent gets the task as soon as it is ready', async () => {
  const waiting = project.run('swarm claim --agent bob --wait 10m');
  await project.run('swarm complete a --agent ann');
  expect(await waiting).toMatchObject({ code: 0, out: expect.stringContaining('Claimed ') });
});

test('a wait ends when the swarm is aborted, and names the reason', async () => {
  const waiting = project.run('swarm claim --agent bob --wait 10m');
  await project.run('swarm abort --by lead --reason Enough');
  expect(await waiting).toMatchObject({ code: 1, out: expect.stringContaining('aborted by "lead" (Enough)') });
});

test('a wait ends when it times out', async () => {
  expect(await project.run('swarm claim --agent bob --wait 1s')).toMatchObject({ code: 1, out: expect.stringContaining('wait for "a"') });
});
