import { expect, test } from 'vitest';
import { create, project, succeed, useProject } from '../../support/swarm-project.ts';

useProject();

test('a completed task keeps its first result, and a different one is refused', async () => {
  await create();
  await succeed('swarm recruit ann --role coder', 'swarm claim --agent ann --task docs');
  await succeed(
    'swarm complete docs --agent ann --output first',
    'swarm complete docs --agent ann',
    'swarm complete docs --agent ann --output first',
  );
  expect(await project.run('swarm complete docs --agent ann --output second')).toMatchObject({
    code: 1,
    err: expect.stringContaining('"ann" has already completed task "docs"; the first result stays, and this one was not recorded'),
  });
  expect(project.manifest.decomposition.children[2]).toMatchObject({ status: 'done', output: 'first' });
});
