import { expect, test } from 'vitest';
import { CstackProject } from '../../support/cstack-cli.ts';

test.each(['person:ann', 'P\u0435rson:ann', '**person:ann**', 'ann,person:bob'])('a program cannot send as a person: %s', async (from) => {
  const project = new CstackProject();
  await project.run('init');
  const { code, err } = await project.run('send', '--to', 'manager', '--type', 'task', '--from', from, 'Do it');
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('only a person at a terminal or in the editor') });
});

test('in a stack without AGENTS.md, "send" and "status" agree on who you are', async () => {
  const project = new CstackProject();
  await project.run('init');
  expect((await project.run('status')).out).toMatch(/^manager /);
  expect(await project.run('send', '--to', 'manager', '--type', 'task', 'Do it')).toMatchObject({ code: 0, err: '' });
  expect((await project.run('recv')).out).toContain('from manager');
});

test('without a stack the sender is unknown', async () => {
  const { code, err } = await new CstackProject().run('send', '--to', 'manager', '--type', 'task', 'Do it');
  expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('the sender is unknown') });
});
