import path from 'node:path';
import { expect, it } from 'vitest';
import { TeamCli } from '../../support/team-cli.ts';

it.each([
  ['.', (root: string) => root],
  ['api', (root: string) => path.join(root, 'api')],
  ['~/shop', () => '~/shop'],
])('registers the working directory %s in a form that other processes can read', async (typed, meant) => {
  const cli = new TeamCli();
  await cli.run(['setup']);
  expect((await cli.run(['register', 'Ann', '--project', 'shop', '--directory', typed])).code).toBe(0);
  expect(cli.home.read('team/projects/shop.md')).toContain(`- Agent: ann at ${meant(cli.home.root)}\n`);
});

it('warns of a working directory that does not exist, and of no other', async () => {
  const cli = new TeamCli();
  await cli.run(['setup']);
  const register = async (name: string, ...folder: string[]) => (await cli.run(['register', name, ...folder])).err;
  expect(await register('Ann', '--directory', '~/nope')).toBe(
    'warning: the working directory ~/nope does not exist yet; create it before "cortex team join"\n',
  );
  expect(await register('Bob', '--directory', '~/team')).toBe('');
  expect(await register('Cal', '--directory', '.')).toBe('');
  expect(await register('Dan')).toBe('');
});

it('the project of an agent without a working directory names only the agent', async () => {
  const cli = new TeamCli();
  await cli.run(['setup']);
  await cli.run(['register', 'Ann', '--project', 'shop']);
  expect(cli.home.read('team/projects/shop.md')).toContain('\n- Agent: ann\n');
});
