import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { cortexFile, runProcess } from '../../support/cortex-cli.ts';
import { makeNamedPipe } from '../../support/named-pipe.ts';
import { TeamCli } from '../../support/team-cli.ts';
import { agentNote, projectNote, taskText } from '../../support/team-folder.ts';

/** Creates a team of two agents that work on project p with these tasks. */
function teamWith(tasks: string): TeamCli {
  const cli = new TeamCli();
  for (const name of ['ann', 'bob']) cli.home.write(`team/agents/${name}.md`, agentNote(name, ['p']));
  cli.home.write('team/projects/p.md', projectNote(tasks));
  return cli;
}

const HELD = '**Agent:** bob\n**Started:** 2026-03-28T08:00\n';
const errorSchema = z.object({
  error: z.looseObject({ code: z.string(), message: z.string(), file: z.string().optional(), line: z.int().optional() }),
});

describe('cortex team status', () => {
  it('returns the JSON that other programs rely on', async () => {
    const cli = teamWith(taskText('2026-03-28T07:00', 'One', 'in-progress', HELD) + taskText('2026-03-28T07:30', 'Two', 'on ice'));
    cli.home.write('team/agents/bob.md', agentNote('bob', ['p']).replace('""', '"2026-03-28T08:30"'));
    const active = {
      project: 'p',
      id: '2026-03-28T07:00',
      title: 'One',
      status: 'in-progress',
      agent: 'bob',
      file: 'projects/p.md',
      line: 8,
    };
    const { project: _, ...one } = active;
    expect(await cli.json(['status'])).toMatchObject({
      directory: path.join(cli.home.root, 'team'),
      agents: [
        { slug: 'ann', name: 'ann', state: 'new', lastHeartbeat: null, lastHeartbeatDay: null, active: [] },
        {
          slug: 'bob',
          name: 'bob',
          state: 'active',
          lastHeartbeat: Date.parse('2026-03-28T08:30:00Z'),
          lastHeartbeatDay: null,
          active: [active],
        },
      ],
      projects: [
        {
          slug: 'p',
          status: 'active',
          tasks: [one, { ...one, id: '2026-03-28T07:30', title: 'Two', status: 'on ice', agent: null, line: 14 }],
        },
      ],
      problems: [{ file: 'projects/p.md', line: 16, message: expect.stringContaining('"on ice"') }],
    });
  });

  it('reports invalid heartbeats and projects without an agent', async () => {
    const cli = teamWith('');
    cli.home.write('team/agents/ann.md', agentNote('ann').replace('""', 'soon'));
    cli.home.write('team/agents/bob.md', agentNote('bob').replace('""', '"2026-03-28T10:00"'));
    cli.home.write('team/projects/p.md', projectNote(taskText('1', 'One')));
    const { out, code } = await cli.run(['status']);
    expect(code).toBe(0);
    expect(out).toContain('agents/ann.md:6: its heartbeat "soon" is not a valid time');
    expect(out).toContain('agents/bob.md:6: its last heartbeat is in the future: a clock is wrong');
    expect(out).toContain('projects/p.md:8: no agent works on this project');
  });

  it('escapes control characters of notes', async () => {
    const cli = teamWith(taskText('1', '\u001b[31mred\u202e'));
    const { out } = await cli.run(['status']);
    for (const hidden of ['\u001b', '\u202e']) expect(out.includes(hidden)).toBe(false);
  });
});

describe('cortex team', () => {
  it('exits with 0 on success, 1 if refused, and 2 on wrong usage', async () => {
    const cli = teamWith(taskText('1', 'One', 'in-progress', HELD) + taskText('2', 'Two'));
    const codes: [string[], number][] = [
      [['ready', '--agent', 'ann'], 0],
      [['claim', 'p', '2', '--agent', 'ann'], 0],
      [['ready', '--agent', 'ann'], 1],
      [['claim', 'p', '1', '--agent', 'ann'], 1],
      [['claim', 'p', '--agent', 'ann'], 1],
      [['claim', 'p', '9', '--agent', 'ann'], 1],
      [['claim', 'q', '--agent', 'ann'], 1],
      [['done', 'p', '2', '--agent', 'bob', '--summary', 'x'], 1],
      [['dispatch', 'p', '--title', 'x', '--by', 'ann'], 1],
      [['claim', 'p'], 2],
      [['dispatch', 'p'], 2],
      [['nothing'], 2],
      [['status', '--wrong'], 2],
    ];
    const got: [string[], number][] = [];
    for (const [words] of codes) got.push([words, (await cli.run(words)).code]);
    expect(got).toEqual(codes);
  });

  it('claim returns the task, or an error with its agent and position', async () => {
    const cli = teamWith(taskText('1', 'One', 'in-progress', HELD) + taskText('2', 'Two'));
    expect(await cli.json(['claim', 'p', '--agent', 'ann'])).toMatchObject({
      task: { project: 'p', id: '2', title: 'Two', status: 'in-progress', agent: 'ann', file: 'projects/p.md', line: 14 },
    });
    const { code, out, err } = await cli.run(['claim', 'p', '1', '--agent', 'ann', '--json']);
    expect(code).toBe(1);
    const { error } = errorSchema.parse(JSON.parse(out || err));
    expect(error).toMatchObject({ code: 'denied', file: 'projects/p.md', line: 8 });
    expect(JSON.stringify(error)).toContain('In progress by bob since 2026-03-28T08:00');
  });

  it('lets only a person at a terminal approve', async () => {
    const cli = teamWith(taskText('1', 'One', 'ready', '**Approval:** needed\n'));
    const approve = (by: string, interactive: boolean) => cli.run(['approve', 'p', '1', '--by', by], interactive);
    for (const [by, interactive] of [
      ['ann', true],
      ['chief-of-staff', true],
      ['person:ann', false],
    ] as const)
      expect((await approve(by, interactive)).code).toBe(1);
    expect((await cli.run(['claim', 'p', '--agent', 'ann'])).code).toBe(1);
    expect((await approve('person:ann', true)).code).toBe(0);
    expect(cli.home.read('team/projects/p.md')).toContain('**Approval:** person:ann 2026-03-28T09:00');
    expect((await cli.run(['claim', 'p', '--agent', 'ann'])).code).toBe(0);
  });

  it('suggests to approve a task by its id, and only if there is one', async () => {
    const cli = teamWith(taskText('1', 'One', 'ready', '**Approval:** needed\n'));
    const approve = async (task: string) => (await cli.run(['approve', 'p', task, '--by', 'ann'])).err;
    expect(await approve('One')).toContain('cortex team approve p 1 --by person:');
    expect(await approve('A  task')).toMatch(/no such task/);
  });

  it('says what the tasks of a queue without a ready one wait for', async () => {
    const tasks = taskText('1', 'One', 'in-progress', '**Agent:** bob\n') + taskText('2', 'Two', 'ready', '**Blocked:** no key\n');
    const { err } = await teamWith(tasks).run(['claim', 'p', '--agent', 'ann']);
    expect(err).toContain('no task is ready in this work queue: 1 in progress by bob, 1 blocked (got "p").');
  });

  it('adds and removes projects of an agent, and changes nothing else in the notes', async () => {
    const cli = teamWith(taskText('1', 'One'));
    const note = cli.home.read('team/agents/ann.md');
    const changed = (words: readonly string[]) => cli.json(['projects', 'ann', ...words]);
    expect(await changed(['--add', 'web', '--add', 'p'])).toEqual({
      agents: [{ agent: 'ann', projects: ['web', 'p'] }],
      made: ['projects/web.md'],
      removed: [],
    });
    expect(cli.home.read('team/agents/ann.md')).toBe(note.replace('- p\n', '- web\n- p\n'));
    expect((await cli.run(['dispatch', 'web', '--title', 'Page'])).code).toBe(0);
    expect((await cli.run(['claim', 'web', '--agent', 'ann'])).code).toBe(0);
    expect(await changed(['--remove', 'web', '--remove', 'p'])).toEqual({
      agents: [{ agent: 'ann', projects: [] }],
      made: [],
      removed: [
        { file: 'agents/ann.md', text: '- web' },
        { file: 'agents/ann.md', text: '- p' },
        { file: 'projects/web.md', text: '- Agent: ann at ~/work' },
      ],
    });
    expect(cli.home.read('team/agents/ann.md')).toBe(note.replace('- p\n', '').replace('""', '"2026-03-28T09:00"'));
    expect(cli.home.read('team/projects/web.md')).not.toContain('Agent: ann');
    expect((await cli.run(['claim', 'p', '--agent', 'ann'])).err).toContain('ann does not work on p');
    expect((await cli.run(['projects', 'ann'])).out).toBe('ann: no project\n');
    const before = cli.home.read('team/agents/bob.md');
    for (const words of [
      ['--remove', 'web'],
      ['--add', 'No Slug'],
      ['--add', 'web', '--remove', 'gone'],
    ]) {
      expect((await cli.run(['projects', 'bob', ...words])).code).not.toBe(0);
      expect(cli.home.read('team/agents/bob.md')).toBe(before);
    }
  });

  it('lists each agent with all projects, and removes an item with its indented lines, which it prints', async () => {
    const cli = teamWith('');
    const many = Array.from({ length: 60 }, (_, n) => `project-number-${n}`);
    cli.home.write('team/agents/ann.md', agentNote('ann', many));
    cli.home.write(
      'team/agents/bob.md',
      '---\nname: bob\nstatus: inactive\n---\n## Projects\n- web\n  - ask Dana first\n    about it\n- app\n',
    );
    const { out } = await cli.run(['projects']);
    expect(out).toBe(`ann: ${many.join(', ')}\nbob: web, app\n`);
    const changed = await cli.run(['projects', 'bob', '--remove', 'web']);
    expect(changed.out).toBe('bob: app\nRemoved from agents/bob.md:\n  - web\n    - ask Dana first\n      about it\n');
    expect(cli.home.read('team/agents/bob.md')).toContain('## Projects\n- app\n');
    expect((await cli.run(['projects', '--add', 'web'])).code).toBe(2);
  });

  it('removes the line of a project in any notation', async () => {
    const list = '## Projects\r\n- [[p]] — the first\r\n* p: again\r\n- pay\r\n```\n- p\n```\n';
    const cli = teamWith('');
    cli.home.write('team/agents/ann.md', `---\nname: ann\n---\n${list}`);
    expect(await cli.json(['projects', 'ann', '--remove', 'p'])).toMatchObject({ agents: [{ projects: ['pay'] }] });
    expect(cli.home.read('team/agents/ann.md')).toBe('---\nname: ann\n---\n## Projects\r\n- pay\r\n```\n- p\n```\n');
  });

  it('refuses to register a name that is taken in any case, or invalid', async () => {
    const cli = teamWith('');
    cli.home.write('team/agents/Web-Dev.md', agentNote('Web Dev'));
    const before = fs.readdirSync(path.join(cli.home.root, 'team/agents')).sort();
    for (const words of [['Ann'], ['web dev'], ['Агент'], ['x', '--slug', '../x'], ['x', '--project', 'A b']]) {
      const { code, err } = await cli.run(['register', ...words]);
      expect({ words, code, err }).toMatchObject({
        code: words.length === 1 && words[0] !== 'Агент' ? 1 : 2,
        err: expect.stringMatching(/^error: /),
      });
    }
    expect(fs.readdirSync(path.join(cli.home.root, 'team/agents')).sort()).toEqual(before);
  });

  it('continues despite a note with a broken header, and reports it where it must be read', async () => {
    const cli = teamWith(taskText('1', 'One'));
    cli.home.write('team/agents/ann.md', agentNote('ann', ['p']).replace('status: active', 'status: ['));
    cli.home.write('team/agents/bob.md', agentNote('bob', ['p']).replace('last-heartbeat: ""\n---', 'last-heartbeat: ""'));
    for (const words of [
      ['status'],
      ['briefing'],
      ['review'],
      ['housekeeping'],
      ['ready', '--agent', 'ann'],
      ['claim', 'p', '--agent', 'ann'],
    ])
      expect({ words, ...(await cli.run(words)) }).toMatchObject({ code: 0 });
    expect((await cli.run(['done', 'p', '1', '--agent', 'ann', '--summary', 'It is.'])).code).toBe(0);
    expect((await cli.run(['report', 'as it is', '--agent', 'bob'])).code).toBe(0);
    const { code, err } = await cli.run(['heartbeat', '--agent', 'bob']);
    expect(code).toBe(3);
    expect(err).toContain('agents/bob.md: the header has no closing line');
  });

  it('does not register an agent if its project cannot be written, and uses a project that was just created', async () => {
    const cli = teamWith('');
    fs.mkdirSync(path.join(cli.home.root, 'team/projects/x.md'));
    expect(await cli.run(['register', 'New', '--project', 'x'])).toMatchObject({ code: 3, err: expect.stringContaining('is a folder') });
    expect(fs.existsSync(path.join(cli.home.root, 'team/agents/new.md'))).toBe(false);
    const both = await Promise.all(['Cat', 'Dog'].map((name) => cli.run(['register', name, '--project', 'shared', '--json'])));
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.filter(({ out }) => out.includes('projects/shared.md'))).toHaveLength(1);
  });

  it('prints the reason of a block on one line', async () => {
    const cli = teamWith(taskText('1', 'One'));
    expect((await cli.run(['block', 'p', '1', '--reason', 'no key\nno lock'])).out).toContain('blocked: no key no lock (p 1');
    expect((await cli.run(['claim', 'p', '1', '--agent', 'ann'])).err).toContain(
      'It is blocked (no key no lock); wait, or take another one: cortex team claim p --agent ann',
    );
    expect((await cli.run(['unblock', 'p', '1'])).out).toMatch(/^One is ready \(p 1/);
    expect((await cli.run(['claim', 'p', '1', '--agent', 'ann'])).code).toBe(0);
  });

  it.each([[[]], [['--reason', ' ']]])('does not block a task without a reason: %j', async (reason) => {
    const cli = teamWith(taskText('1', 'One'));
    expect(await cli.run(['block', 'p', '1', ...reason])).toMatchObject({ code: 2, err: expect.stringContaining('--reason') });
    expect(cli.home.read('team/projects/p.md')).toBe(projectNote(taskText('1', 'One')));
  });

  it('shows an agent as down after stale_minutes without a heartbeat', async () => {
    const cli = teamWith('');
    cli.home.write('team/agents/ann.md', agentNote('ann', ['p']).replace('""', '"2026-03-28T08:15"'));
    const stateOf = async () => (await cli.run(['status'])).out.match(/ann +(\w+)/)?.[1];
    expect(await stateOf()).toBe('down');
    cli.home.write('.cortex/config.yaml', 'timezone: UTC\nteam_dir: ~/team\nstale_minutes: 60\n');
    expect(await stateOf()).toBe('active');
  });

  it('names a template that it cannot fill in', async () => {
    const cli = teamWith('');
    cli.home.write('team/templates/agent-template.md', '---\nname: ""\n');
    expect((await cli.run(['register', 'New'])).err).toContain('templates/agent-template.md: the header has no closing line');
  });

  it('reports a team directory that is missing, not a folder, or not writable', async () => {
    const cli = new TeamCli();
    const none = await cli.run(['status']);
    expect(none).toMatchObject({
      code: 1,
      err: expect.stringContaining('the team directory does not exist. Create it: cortex team setup --team '),
    });
    cli.home.write('team', 'a file');
    expect(await cli.run(['setup'])).toMatchObject({ code: 1, err: expect.stringContaining(`${cli.home.root}/team`) });
    cli.home.write('other/agents/ann.md', agentNote('ann', ['p']));
    cli.home.write('other/.local', 'a file where our folder should be');
    const { code, err } = await cli.run(['heartbeat', '--agent', 'ann', '--team', 'other']);
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining('.local') });
    expect(cli.home.read('other/agents/ann.md')).toBe(agentNote('ann', ['p']));
  });

  it('does not wait for a pipe, and does not write through a link that leads out', async () => {
    const cli = teamWith('');
    makeNamedPipe(path.join(cli.home.root, 'team/agents/pipe.md'));
    cli.home.write('secret.md', projectNote(taskText('1', 'Secret')));
    fs.symlinkSync('../../secret.md', path.join(cli.home.root, 'team/projects/out.md'));
    const { out } = await cli.run(['status']);
    expect(out).toContain('agents/pipe.md');
    expect(out).not.toContain('Secret');
    expect((await cli.run(['claim', 'out', '--agent', 'ann'])).code).toBe(3);
    expect((await cli.run(['register', 'Pipe', '--slug', 'pipe'])).code).toBe(3);
    expect(cli.home.read('secret.md')).toBe(projectNote(taskText('1', 'Secret')));
  });

  it('reads a summary from standard input only if there is one, also as a separate process', async () => {
    const cli = teamWith(taskText('1', 'One', 'in-progress', '**Agent:** ann\n'));
    const team = path.join(cli.home.root, 'team');
    const done = await runProcess([cortexFile, 'team', 'done', 'p', '1', '--agent', 'ann', '--summary', '-', '--team', team]);
    expect(done.code).not.toBe(0);
    expect(done.err).toContain('standard input is empty');
    const { code, out } = await runProcess([
      cortexFile,
      'team',
      'done',
      'p',
      '1',
      '--agent',
      'ann',
      '--summary',
      'Yes.',
      '--team',
      team,
      '--json',
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ task: { id: '1', status: 'done', agent: 'ann' } });
    expect(cli.home.read('team/projects/p.md')).toContain('**Status:** done\nSummary: Yes.\n**Agent:** ann\n');
  });
});
