import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CliProject } from '../../support/cortex-cli.ts';

test.each([
  'lock acquire a.ts --agent ann',
  'timeline add --agent ann --type fix --action A --reasoning R',
  'graph build',
  'swarm create --task T --coordinator queen',
])('git ignores the local files of a project that another program set up: %s', async (command) => {
  const project = new CliProject();
  fs.mkdirSync(path.join(project.root, '.cortex'));
  fs.writeFileSync(path.join(project.root, 'a.ts'), '');
  execFileSync('git', ['init', '-q', project.root]);
  await project.run(command);
  const shown = execFileSync('git', ['status', '--short', '-uall'], { cwd: project.root, encoding: 'utf8' });
  expect(shown).toContain('.cortex/');
  expect(shown).not.toContain('.local');
});
