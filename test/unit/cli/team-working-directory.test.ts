import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';

it.each([
  ['.', (root: string) => root],
  ['api', (root: string) => path.join(root, 'api')],
  ['~/shop', () => '~/shop'],
])('registers the working directory %s as other processes can read it', async (typed, meant) => {
  const project = new CliProject();
  await project.run(['team', 'setup', '--team', 'team']);
  const { code } = await project.run(['team', 'register', 'Ann', '--project', 'shop', '--directory', typed, '--team', 'team']);
  expect(code).toBe(0);
  const note = fs.readFileSync(path.join(project.root, 'team/projects/shop.md'), 'utf8');
  expect(note).toContain(`- Agent: ann at ${meant(project.root)}\n`);
});

it('a project of an agent without a working directory names the agent alone', async () => {
  const project = new CliProject();
  await project.run(['team', 'setup', '--team', 'team']);
  await project.run(['team', 'register', 'Ann', '--project', 'shop', '--team', 'team']);
  expect(fs.readFileSync(path.join(project.root, 'team/projects/shop.md'), 'utf8')).toContain('\n- Agent: ann\n');
});
