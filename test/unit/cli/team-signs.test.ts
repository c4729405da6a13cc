import { describe, expect, it } from 'vitest';
import { TeamCli } from '../../support/team-cli.ts';
import { agentNote, projectNote, taskText } from '../../support/team-folder.ts';

/** Creates a team of two agents that work on project p with these tasks. */
function teamWith(tasks: string): TeamCli {
  const cli = new TeamCli();
  for (const name of ['ann', 'bob']) cli.home.write(`team/agents/${name}.md`, agentNote(name, ['p']));
  cli.home.write('team/projects/p.md', projectNote(tasks));
  return cli;
}

const HELD = '**Agent:** ann\n**Started:** 2026-03-28T08:00\n';

describe('ready', () => {
  it('lists the tasks in progress of an agent before those that it may claim', async () => {
    const cli = teamWith(taskText('1', 'One', 'in-progress', `${HELD}**Blocked:** no key\n`) + taskText('2', 'Two'));
    expect(await cli.json(['ready', '--agent', 'ann'])).toMatchObject({ inHand: [{ id: '1', title: 'One' }], tasks: [{ id: '2' }] });
    const { out } = await cli.run(['ready', '--agent', 'ann']);
    expect(out).toMatch(
      /^In progress \(finish these first\):\nPROJECT .*\np +1 +One +projects\/p\.md:8 +blocked: no key\n\nPROJECT .*\np +2 +Two/,
    );
    const other = await cli.run(['ready', '--agent', 'bob']);
    expect(other.out).toMatch(/^PROJECT /);
  });

  it('warns about a task whose status is unknown, so that no agent can claim it', async () => {
    const cli = teamWith(taskText('1', 'One', 'redy'));
    const { err, out, code } = await cli.run(['ready', '--agent', 'ann']);
    expect({ code, out }).toEqual({ code: 1, out: 'No tasks are ready for this agent.\n' });
    expect(err).toMatch(/^warning: projects\/p\.md:\d+: One: unknown status: "redy" \(allowed: ready, in-progress, done\)/);
  });

  it('names the line of the Status field in that warning, and in the refusal of a claim', async () => {
    const cli = teamWith(`${taskText('1', 'One', 'in-progress', HELD)}### 2\n**Task:** Two\n\n**Status:** redy\n`);
    const line = cli.home.read('team/projects/p.md').split('\n').indexOf('**Status:** redy') + 1;
    expect((await cli.run(['ready', '--agent', 'bob'])).err).toContain(`projects/p.md:${line}: Two: unknown status`);
    expect((await cli.run(['doctor'])).out).toContain(`projects/p.md:${line}: Two: unknown status`);
    expect((await cli.run(['claim', 'p', '2', '--agent', 'bob'])).err).toContain(`projects/p.md:${line}: `);
  });

  it('exits with 1 if the agent only has tasks in progress', async () => {
    const cli = teamWith(taskText('1', 'One', 'in-progress', HELD));
    const { out, code } = await cli.run(['ready', '--agent', 'ann']);
    expect(out).toMatch(/projects\/p\.md:8\n\nNo other tasks are ready for this agent\.\n$/);
    expect(code).toBe(1);
  });
});

describe('claim without a ready task', () => {
  it('names the task that the agent has in progress there, and the command that completes it', async () => {
    const cli = teamWith(taskText('1', 'One', 'in-progress', HELD));
    const { code, err } = await cli.run(['claim', 'p', '--agent', 'ann']);
    expect(code).toBe(1);
    expect(err).toBe(
      'error: projects/p.md:8: no other task is ready, and ann already has task 1 "One" in progress. ' +
        'Complete it: cortex team done p 1 --agent ann --summary "What was done"\n',
    );
    expect((await cli.run(['claim', 'p', '--agent', 'bob'])).err).toContain('no task is ready in this work queue');
  });

  it('warns about tasks with an unknown status', async () => {
    const cli = teamWith(taskText('1', 'One', 'in-progress', HELD) + taskText('2', 'Two', 'redy') + taskText('3', 'Three', 'someday'));
    for (const agent of ['ann', 'bob']) {
      const { err } = await cli.run(['claim', 'p', '--agent', agent]);
      expect(err).toMatch(/^warning: projects\/p\.md:\d+: Two: unknown status: "redy"/m);
      expect(err).toMatch(/^warning: projects\/p\.md:\d+: Three: unknown status: "someday"/m);
    }
  });
});

describe('a command of an agent is a heartbeat', () => {
  it.each([
    [['claim', 'p', '2', '--agent', 'ann']],
    [['done', 'p', '1', '--agent', 'ann', '--summary', 'It is.']],
    [['report', 'all well', '--agent', 'ann']],
    [['flag', 'p', '2', 'not mine', '--agent', 'ann']],
  ])('%j', async (words) => {
    const cli = teamWith(taskText('1', 'One', 'in-progress', HELD) + taskText('2', 'Two'));
    expect((await cli.run(words)).code).toBe(0);
    expect(cli.home.read('team/agents/ann.md')).toContain('last-heartbeat: "2026-03-28T09:00"');
    expect(cli.home.read('team/agents/bob.md')).toContain('last-heartbeat: ""');
  });

  it('except refused commands, reading, and commands of others for its task', async () => {
    const cli = teamWith(taskText('1', 'One', 'in-progress', HELD) + taskText('2', 'Two'));
    for (const words of [['claim', 'p', '1'], ['ready'], ['done', 'p', '2', '--summary', 'x']]) await cli.run([...words, '--agent', 'ann']);
    await cli.run(['reopen', 'p', '1']);
    expect(cli.home.read('team/agents/ann.md')).toBe(agentNote('ann', ['p']));
  });

  it('and a note that cannot store it is reported, without undoing the command', async () => {
    const cli = teamWith(taskText('1', 'One'));
    cli.home.write('team/agents/ann.md', agentNote('ann', ['p']).replace('last-heartbeat: ""\n---', 'last-heartbeat: ""'));
    const project = cli.home.read('team/projects/p.md');
    cli.home.write('team/projects/p.md', project.replace('## Work Queue', '## Notes\n- Agent: ann\n\n## Work Queue'));
    const { code, err } = await cli.run(['claim', 'p', '--agent', 'ann']);
    expect(code).toBe(0);
    expect(err).toContain('the heartbeat of ann could not be written: agents/ann.md');
    expect(cli.home.read('team/projects/p.md')).toContain('**Agent:** ann');
  });
});

describe('a ready task that is not offered', () => {
  it.each([
    ['waits for approval', '**Approval:** needed\n', 'ready, but a person must approve it first: cortex team approve p 1 --by person:NAME'],
    ['was flagged', '', 'ready, but ann flagged it as unsuitable'],
  ])('because it %s is named by ready and claim', async (_why, field, warning) => {
    const cli = teamWith(taskText('1', 'One', 'ready', field));
    if (field === '') await cli.run(['flag', 'p', '1', 'no key', '--agent', 'ann']);
    for (const words of [['ready'], ['claim', 'p']]) {
      const { code, err } = await cli.run([...words, '--agent', 'ann']);
      expect({ code, err }).toMatchObject({ code: 1, err: expect.stringMatching(/^warning: projects\/p\.md:\d+: One: /) });
      expect(err).toContain(warning);
    }
  });

  it('is not named while another is offered', async () => {
    const cli = teamWith(taskText('1', 'One', 'ready', '**Approval:** needed\n') + taskText('2', 'Two'));
    expect((await cli.run(['ready', '--agent', 'ann'])).err).toBe('');
  });
});

describe('a block', () => {
  it('cannot be removed from a task that is done and has none', async () => {
    const cli = teamWith(taskText('1', 'One', 'done', HELD));
    expect(await cli.run(['unblock', 'p', '1'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('If there is more to do, reopen it first'),
    });
  });

  it('is named when the task is completed, and removed', async () => {
    const cli = teamWith(taskText('1', 'One', 'in-progress', `${HELD}**Blocked:** no key\n`));
    const { code, err } = await cli.run(['done', 'p', '1', '--agent', 'ann', '--summary', 'It is.']);
    expect({ code, err }).toEqual({ code: 0, err: 'warning: the task was blocked (no key); it is done, so the block is removed\n' });
    expect(cli.home.read('team/projects/p.md')).not.toContain('Blocked');
  });
});

describe('a task that an agent flagged', () => {
  it('is offered to other agents, and to that agent only by name, until it reports on a later day', async () => {
    const cli = teamWith(taskText('1', 'One') + taskText('10', 'Ten'));
    const ready = (agent: string) => cli.json(['ready', '--agent', agent]);
    await cli.run(['flag', 'p', '1', 'no key', '--agent', 'ann']);
    expect(await ready('ann')).toMatchObject({ tasks: [{ id: '10' }] });
    expect(await ready('bob')).toMatchObject({ tasks: [{ id: '1' }, { id: '10' }] });
    expect(await cli.json(['claim', 'p', '--agent', 'ann'])).toMatchObject({ task: { id: '10' } });
    expect(await cli.run(['claim', 'p', '--agent', 'ann'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('no other task is ready'),
    });
    expect(await cli.json(['claim', 'p', '1', '--agent', 'ann'])).toMatchObject({ task: { id: '1', agent: 'ann' } });
    await cli.run(['reopen', 'p', '1']);
    cli.at('2026-03-29T09:00:00');
    await cli.run(['report', 'back', '--agent', 'ann']);
    expect(await ready('ann')).toMatchObject({ tasks: [{ id: '1' }] });
  });
});

describe('a task that is named by its title', () => {
  const WEEKLY = taskText('1', 'Update', 'done', HELD) + taskText('2', 'Update') + taskText('3', 'Look back');

  it('is refused if several have it, with their ids', async () => {
    const cli = teamWith(WEEKLY);
    const { code, err } = await cli.run(['claim', 'p', 'Update', '--agent', 'ann']);
    expect(code).toBe(1);
    expect(err).toBe(
      'error: projects/p.md: 2 tasks of the work queue have this title (got "Update"; allowed: 1 (done), 2 (ready)). ' +
        'Use the id of the task, which is its time; nothing was changed.\n',
    );
  });

  it('is found in any case', async () => {
    const cli = teamWith(WEEKLY);
    expect(await cli.json(['claim', 'p', 'look BACK', '--agent', 'ann'])).toMatchObject({ task: { id: '3', agent: 'ann' } });
  });

  it('is refused if none has it, with the existing titles', async () => {
    const cli = teamWith(WEEKLY);
    const { err } = await cli.run(['claim', 'p', 'Loook', '--agent', 'ann']);
    expect(err).toContain('has no such task (got "Loook"; allowed: 1 "Update", 2 "Update", 3 "Look back").');
  });
});

describe('a working directory', () => {
  const join = (agent: string, runtime: string) => ['join', 'shop', '--agent', agent, '--runtime', runtime];
  const WARNING = 'AGENTS.md has the instructions of ann: a working directory can have only one agent.';

  it('with the instructions of another agent causes a warning, for any of its files', async () => {
    const cli = teamWith('');
    cli.home.write('shop/readme', '');
    expect((await cli.run([...join('ann', 'codex'), '--write'])).err).toBe('');
    for (const runtime of ['codex', 'claude-code']) {
      expect(await cli.run(join('bob', runtime))).toMatchObject({ code: 0, err: expect.stringContaining(`warning: ${WARNING}`) });
    }
    expect((await cli.run(join('ann', 'claude-code'))).err).toBe('');
  });

  it('is joined, and the output says how to start the agent', async () => {
    const cli = teamWith('');
    cli.home.write('shop/readme', '');
    expect((await cli.run([...join('ann', 'codex'), '--write'])).out).toBe(
      'Wrote AGENTS.md.\nStart the agent there, with a prompt such as "Look for work in your team and do one task."\n',
    );
    expect((await cli.run([...join('ann', 'generic'), '--write'])).out).toContain('"Read TEAM.md. Look for work');
    expect((await cli.run([...join('ann', 'codex'), '--write'])).out).toContain('Nothing to change.');
  });
});

describe('a status written by hand', () => {
  const task = (status: string, more = '') => teamWith(taskText('1', 'One', status, more));

  it.each(['blocked', 'Blocked', 'blocked (waiting for a key)', '**blocked**'])('unblock makes %j ready', async (status) => {
    const cli = task(status);
    const { err, code } = await cli.run(['claim', 'p', '1', '--agent', 'ann']);
    expect({ err, code }).toMatchObject({ err: expect.stringContaining('To unblock it: cortex team unblock p 1'), code: 1 });
    const { out } = await cli.run(['unblock', 'p', '1']);
    expect(out).toMatch(/^One is ready \(p 1/);
    expect((await cli.run(['claim', 'p', '1', '--agent', 'ann'])).code).toBe(0);
  });

  it('unblock continues a task that an agent has started, and removes the reason', async () => {
    const cli = task('blocked', `${HELD}**Blocked:** no key\n`);
    expect((await cli.run(['unblock', 'p', '1'])).out).toMatch(/^One is in-progress, ann \(p 1/);
    expect((await cli.run(['done', 'p', '1', '--agent', 'ann', '--summary', 'Done'])).code).toBe(0);
  });

  it.each(['waiting', 'unblocked', 'on hold: blocked'])(
    'unblock of %j names the command that makes it ready, and it does',
    async (status) => {
      const cli = task(status);
      const before = cli.home.read('team/projects/p.md');
      const { err, code } = await cli.run(['unblock', 'p', '1']);
      expect({ err, code }).toMatchObject({ err: expect.stringContaining('To make it ready: cortex team reopen p 1'), code: 1 });
      expect(cli.home.read('team/projects/p.md')).toBe(before);
      expect((await cli.run(['reopen', 'p', '1'])).out).toMatch(/^One is ready/);
    },
  );

  it('unblock removes the reason of a task with an unknown status, and then says that the task is not blocked', async () => {
    const cli = task('waiting', '**Blocked:** no key\n');
    expect(await cli.run(['unblock', 'p', '1'])).toMatchObject({ code: 0 });
    expect(cli.home.read('team/projects/p.md')).not.toContain('Blocked');
    const { err } = await cli.run(['unblock', 'p', '1']);
    expect(err).toContain(
      'the task "One" is not blocked. Unknown status: "waiting" (allowed: ready, in-progress, done). To make it ready:',
    );
  });

  it('a task without a status is made ready by the command that the error names', async () => {
    const cli = task('x');
    cli.home.write('team/projects/p.md', cli.home.read('team/projects/p.md').replace('**Status:** x\n', ''));
    expect((await cli.run(['unblock', 'p', '1'])).err).toContain('The task has no Status. To make it ready: cortex team reopen p 1');
    expect((await cli.run(['reopen', 'p', '1'])).out).toMatch(/^One is ready/);
  });
});
