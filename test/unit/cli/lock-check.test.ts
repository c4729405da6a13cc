import { beforeEach, expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';

let project: CliProject;
beforeEach(async () => {
  project = new CliProject();
  project.write('src/a.ts', '');
  await project.run('init');
  await project.run('lock acquire src/ --agent ann --ttl 1h --reason prices');
});

test.each([
  ['src/a.ts --agent bob', 1, 'held', 'src/a.ts: locked\nsrc/  ann  exclusive'],
  ['src/a.ts --agent ann', 0, 'yours', 'src/a.ts: locked by you'],
  ['src/a.ts', 1, 'held', 'src/a.ts: locked'],
  ['docs/b.md --agent bob', 0, 'free', 'docs/b.md: free'],
])('lock check %s', async (words, code, state, said) => {
  const run = await project.run(`lock check ${words}`);
  expect([run.code, run.out.startsWith(said)]).toEqual([code, true]);
  expect(await project.json(`lock check ${words}`)).toMatchObject({ paths: [{ state }] });
});

test('a shared lock of another agent blocks a change, and the own shared lock is not enough for one', async () => {
  await project.run('lock acquire lib/ --agent bob --shared');
  expect(await project.json('lock check lib/x.ts --agent ann')).toMatchObject({ paths: [{ state: 'held' }] });
  expect(await project.json('lock check lib/x.ts --agent bob')).toMatchObject({ paths: [{ state: 'free' }] });
});
