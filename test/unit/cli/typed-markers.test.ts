/** Text with git's conflict markers or with control characters, as agents type it. */
import { describe, expect, test } from 'vitest';
import { CliVault, useExampleDay } from '../../support/example-vault.ts';
import { TeamCli } from '../../support/team-cli.ts';
import { agentNote, projectNote } from '../../support/team-folder.ts';

const MARKERS = 'a\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> o\nz';

function team(): TeamCli {
  const cli = new TeamCli();
  cli.home.write('team/agents/ann.md', agentNote('ann', ['p']));
  cli.home.write('team/projects/p.md', projectNote(''));
  return cli;
}

describe('in a team', () => {
  test.each([MARKERS, '<<<<<<< HEAD\nx', 'x\n>>>>>>> o', '\\<<<<<<< HEAD\nx'])(
    'a scope and a summary are shown as typed: %j',
    async (text) => {
      const cli = team();
      await cli.run(['dispatch', 'p', '--title', 'T', '--scope', text]);
      expect(await cli.json(['ready', '--agent', 'ann'])).toMatchObject({ tasks: [{ title: 'T', scope: text }] });
      await cli.run(['claim', 'p', '--agent', 'ann']);
      expect(await cli.run(['done', 'p', 'T', '--agent', 'ann', '--summary', text])).toMatchObject({ code: 0 });
      expect(await cli.run(['doctor'])).toMatchObject({ code: 0, out: expect.stringContaining('no problems found') });
    },
  );

  test.each([
    [['--title', 'T \u001b[31m', '--scope', 's'], 'title must not contain U+001B'],
    [['--title', 'T\nU', '--scope', 's'], 'title must not contain a line break'],
    [['--title', 'T', '--scope', 's\n\u202e'], 'scope must not contain U+202E'],
  ])('%j is refused', async (words, why) => {
    const cli = team();
    const before = cli.home.read('team/projects/p.md');
    expect(await cli.run(['dispatch', 'p', ...words])).toMatchObject({ code: 2, err: expect.stringContaining(why) });
    expect(cli.home.read('team/projects/p.md')).toBe(before);
  });
});

describe('in a vault', () => {
  useExampleDay();
  test.each([MARKERS, '<<<<<<< HEAD\nx', `text\n${MARKERS}\n\`\`\`\n${MARKERS}\n\`\`\``])('a body has no conflict: %j', async (body) => {
    const vault = new CliVault();
    vault.write('rules/first.md', '---\nname: First\ntype: rule\nproject: ops\n---\nText.\n');
    const added = await vault.run('add', '--type', 'rule', '--name', 'Second', '--project', 'ops', '--body', body);
    expect(added).toMatchObject({ code: 0 });
    const { findings } = Object(await vault.json('doctor'));
    expect(findings.filter(({ code }: { code: string }) => code.includes('conflict'))).toEqual([]);
    expect(vault.read('rules/second.md').replaceAll(/^\\(?=[<>]{7})/gm, '')).toContain(body);
    expect((await vault.run('pack', 'second')).out).toContain(`# Second\n\n${body}\n`);
    expect(await vault.json('pack', 'second')).toMatchObject({ markdown: expect.stringContaining(body) });
  });

  test('a line that was typed with a backslash is shown with it, and a description as it was typed', async () => {
    const vault = new CliVault();
    vault.write('rules/first.md', '---\nname: First\ntype: rule\nproject: ops\n---\nText.\n');
    const body = '\\<<<<<<< HEAD\n\\\\>>>>>>> o';
    await vault.run('add', '--type', 'rule', '--name', 'Second', '--project', 'ops', '--body', body);
    expect((await vault.run('pack', 'second')).out).toContain(`# Second\n\n${body}\n`);
    await vault.run('add', '--type', 'rule', '--name', 'Third', '--project', 'ops', '--body', MARKERS.slice(2));
    expect(vault.read('rules/third.md')).toMatch(/^description: .?<<<<<<< HEAD.?$/m);
    expect(await vault.json('doctor')).toMatchObject({ errors: 0 });
  });

  test('a derived description has no control characters', async () => {
    const vault = new CliVault();
    vault.write('rules/first.md', '---\nname: First\ntype: rule\nproject: ops\n---\nText.\n');
    await vault.run('add', '--type', 'rule', '--name', 'Second', '--project', 'ops', '--body', 'x \u001b[31m \u202ey');
    expect(vault.read('rules/second.md')).toMatch(/\ndescription: "?x \[31m y"?\n/);
  });
});
