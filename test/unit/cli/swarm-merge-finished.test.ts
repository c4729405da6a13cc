import { expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';

test('a pick for a swarm that has finished is refused', async () => {
  const project = new CliProject();
  await project.run('init');
  await project.run('swarm create --task t --coordinator lead');
  await project.run('swarm recruit ann --role r');
  const { task } = Object(await project.json('swarm claim --agent ann'));
  await project.run(`swarm complete ${task.id} --agent ann`);
  const { code, out, err } = await project.run('swarm merge --by lead --pick ann');
  expect(code).toBe(1);
  expect(out + err).toContain('already merged');
  expect(await project.run('swarm merge --by lead')).toMatchObject({ code: 0 });
});
