import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { TeamCli } from '../../support/team-cli.ts';
import { agentNote, projectNote, taskText } from '../../support/team-folder.ts';

const TASKS = taskText('1', 'Add the webhook') + taskText('2', 'Ship it', 'done') + taskText('3', 'Ask', 'ready', '**Approval:** needed\n');

/** Creates a team that is not the configured one, with a space in its path. */
function otherTeam(): { cli: TeamCli; team: string } {
  const cli = new TeamCli();
  cli.home.write('my team/agents/ann.md', agentNote('ann', ['p']));
  cli.home.write('my team/agents/bob.md', agentNote('bob'));
  cli.home.write('my team/projects/p.md', projectNote(TASKS));
  cli.home.write('my team/projects/empty.md', `${projectNote()}\n## Notes\n- Agent: ann\n`);
  return { cli, team: path.join(cli.home.root, 'my team') };
}

describe('commands that a team command suggests', () => {
  it.each([
    ['claim empty --agent ann', 'ready --team TEAM --agent ann'],
    ['claim p --agent bob', 'projects --team TEAM bob --add p'],
    ['claim p 3 --agent ann', 'approve --team TEAM p 3 --by person:NAME'],
    ['claim p 2 --agent ann', 'claim --team TEAM p --agent ann'],
    ['done p 2 --agent ann --summary x', 'reopen --team TEAM p 2'],
    ['done p 3 --agent ann --summary x', 'claim --team TEAM p 3 --agent ann'],
    ['reassign p 3 --to bob', 'claim --team TEAM p 3 --agent bob'],
    ['approve p 3 --by ann', 'approve --team TEAM p 3 --by person:'],
    ['claim none --agent ann', 'projects --team TEAM'],
    ['ready --agent none', 'register --team TEAM none'],
    ['settle projects/none.md', 'doctor --team TEAM'],
    ['block p 2 --reason x', 'reopen --team TEAM p 2'],
  ])('%s suggests a command with --team', async (words, suggested) => {
    const { cli, team } = otherTeam();
    const { err } = await cli.run([...words.split(' '), '--team', team]);
    expect(err).toContain(`cortex team ${suggested.replace('TEAM', `"${team}"`)}`);
    expect(err.match(/cortex team /g)).toHaveLength(1);
  });

  it('have no --team if none was given', async () => {
    const cli = new TeamCli();
    cli.home.write('team/agents/ann.md', agentNote('ann'));
    expect((await cli.run(['claim', 'none', '--agent', 'ann'])).err).toMatch(/cortex team projects ann --add none\n$/);
  });

  it('run as printed after registering an agent, and write to its folder', async () => {
    const { cli, team } = otherTeam();
    const shop = path.join(cli.home.root, 'shop');
    cli.home.write('shop/README.md', 'x');
    const { out } = await cli.run(['register', 'Shop Dev', '--directory', shop, '--team', team]);
    expect(out).toContain(`: cortex team join ${shop} --agent shop-dev --team "${team}" --write`);
    expect((await cli.run(['join', shop, '--agent', 'shop-dev', '--team', team, '--write'])).code).toBe(0);
    expect(cli.home.read('shop/TEAM.md')).toContain('shop-dev');
    const below = await cli.run(['register', 'Two', '--directory', '~/my shop', '--team', team]);
    expect(below.out).toContain('cortex team join ~/"my shop" --agent two');
    expect((await cli.run(['register', 'Three', '--team', team])).out).toContain(
      'in its working directory: cortex team join --agent three',
    );
  });

  it('have --team for a team without agents', async () => {
    const cli = new TeamCli();
    const team = path.join(cli.home.root, 'new');
    await cli.run(['setup', '--team', team]);
    for (const command of ['status', 'projects'])
      expect((await cli.run([command, '--team', team])).out).toContain(`cortex team register "Chief of Staff" --team ${team}`);
  });
});

describe('a completed task', () => {
  it('cannot be blocked or approved, and its file is unchanged', async () => {
    const { cli, team } = otherTeam();
    const blocked = await cli.run(['block', 'p', '2', '--reason', 'no key', '--team', team]);
    expect(blocked).toMatchObject({ code: 1, err: expect.stringContaining('the task "Ship it" is not open (got "done"; allowed: open)') });
    const approved = await cli.run(['approve', 'p', '2', '--by', 'person:ann', '--team', team], true);
    expect(approved).toMatchObject({ code: 1, err: expect.stringContaining('cortex team reopen') });
    expect(cli.home.read('my team/projects/p.md')).toBe(projectNote(TASKS));
  });

  it('can be unblocked if an older program left a reason in it', async () => {
    const { cli, team } = otherTeam();
    const tasks = taskText('1', 'One', 'done');
    cli.home.write('my team/projects/p.md', projectNote(tasks.replace('done\n', 'done\n**Blocked:** x\n')));
    expect((await cli.run(['unblock', 'p', '1', '--team', team])).code).toBe(0);
    expect(cli.home.read('my team/projects/p.md')).toBe(projectNote(tasks));
  });
});

describe('a new task with the title of another one', () => {
  it('is written, with a warning that lists the open ones', async () => {
    const { cli, team } = otherTeam();
    const words = (title: string) => ['dispatch', 'p', '--title', title, '--team', team, '--by', 'person:ann'];
    const { code, err } = await cli.run(words('add  the WEBHOOK'), true);
    expect(code).toBe(0);
    expect(err).toContain('p already has an open task with this title: 1. ');
    expect(err).toContain(`cortex team status --team "${team}"`);
    expect((await cli.run(words('Ship it'), true)).err).not.toContain('already');
    expect((await cli.run(words('Something else'), true)).err).not.toContain('already');
  });
});

describe('without a project', () => {
  const suggested = async (cli: TeamCli) => {
    const { code, err } = await cli.run(['dispatch', 'proj', '--title', 'New', '--scope', 'All.']);
    expect([code, err]).toEqual([1, expect.stringContaining('the team has no such project (got "proj"; allowed: none yet)')]);
    return / (cortex team .*)$/m.exec(err)?.[1];
  };

  it('the suggested command creates a project for an agent', async () => {
    const cli = new TeamCli();
    cli.home.write('team/agents/ann.md', agentNote('ann'));
    expect(await suggested(cli)).toBe('cortex team projects ann --add proj');
    expect((await cli.run(['projects', 'ann', '--add', 'proj'])).code).toBe(0);
    expect((await cli.run(['dispatch', 'proj', '--title', 'New', '--scope', 'All.'])).code).toBe(0);
  });

  it('a project as an argument is refused with the option that takes it', async () => {
    const { code, err } = await new TeamCli().run(['projects', 'ann', 'proj']);
    expect([code, err]).toEqual([2, expect.stringContaining('Did you mean: cortex team projects ann --add proj\n')]);
  });
});

it('a team without agents and projects gets a command that registers both', async () => {
  const cli = new TeamCli();
  cli.home.write('team/agents/.keep', '');
  const { err } = await cli.run(['dispatch', 'proj', '--title', 'New', '--scope', 'All.']);
  expect(err).toContain('Create it with its agent: cortex team register NAME --project proj');
  expect((await cli.run(['register', 'NAME', '--project', 'proj'])).code).toBe(0);
});
