import { expect, test } from 'vitest';
import { CstackProject } from '../../support/cstack-cli.ts';

test.each(['person:ann', 'P\u0435rson:ann', '**person:ann**', 'ann,person:bob'])('a program cannot send as a person: %s', async (from) => {
  const project = new CstackProject();
  await project.run('init');
  const { code, err } = await project.run('send', '--to', 'manager', '--type', 'task', '--from', from, 'Do it');
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('only a person at a terminal or in the editor') });
});
