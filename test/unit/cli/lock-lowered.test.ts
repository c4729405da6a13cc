import { expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';

test('a warning says that acquiring an own exclusive lock as shared makes it shared', async () => {
  const project = new CliProject();
  await project.run('init');
  expect((await project.run('lock acquire src/a.ts src/b.ts --agent ann')).err).toBe('');
  const lowered = await project.run('lock acquire src/a.ts --agent ann --shared');
  expect(lowered).toMatchObject({ code: 0, err: 'warning: your exclusive lock on src/a.ts is now shared\n' });
  expect((await project.run('lock acquire src/a.ts --agent ann --shared')).err).toBe('');
  expect((await project.run('lock acquire src/b.ts --agent ann')).err).toBe('');
});
