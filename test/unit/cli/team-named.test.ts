import path from 'node:path';
import { expect, it } from 'vitest';
import { TeamCli } from '../../support/team-cli.ts';
import { agentNote, projectNote } from '../../support/team-folder.ts';

it('doctor reports the line of a missing project, with a command that creates it in the same team', async () => {
  const cli = new TeamCli();
  cli.home.write('other/agents/ann.md', agentNote('ann', ['p', 'ghost']));
  cli.home.write('other/projects/p.md', projectNote(''));
  const line = cli.home.read('other/agents/ann.md').split('\n').indexOf('- ghost') + 1;
  const named = ['--team', path.join(cli.home.root, 'other')];
  const { out } = await cli.run(['doctor', ...named]);
  expect(out).toContain(`agents/ann.md:${line}: lists the project "ghost"`);
  const command = /Create it: cortex team (.*)$/m.exec(out)?.[1] ?? '';
  expect(await cli.run(command.split(' '))).toMatchObject({ code: 0 });
  expect(cli.home.read('other/projects/ghost.md')).not.toBe('');
  expect((await cli.run(['doctor', ...named])).out).not.toContain('ghost');
});

it.each([
  '[pay](../projects/pay.md)',
  '[Payments](<../projects/pay.md>) — mine',
  '[[pay]]',
  '[[projects/pay|Payments]]',
  '[[../projects/pay.md]]',
])('a link in a list of projects means the linked note: %s', async (item) => {
  const cli = new TeamCli();
  cli.home.write('team/agents/ann.md', agentNote('ann', [item]));
  cli.home.write('team/projects/pay.md', projectNote('### 2026-03-28T10:00\n- **Task:** Pay\n- **Status:** ready\n'));
  expect((await cli.run(['doctor'])).out).toContain('no problems found');
  expect(await cli.run(['claim', 'pay', '--agent', 'ann'])).toMatchObject({ code: 0 });
  expect(cli.home.read('team/projects/pay.md')).toContain('- **Status:** in-progress\n- **Agent:** ann\n- **Started:** 2026-03-28T09:00\n');
});
