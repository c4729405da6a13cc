import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { TeamCli } from '../../support/team-cli.ts';
import { agentNote, projectNote, taskText } from '../../support/team-folder.ts';

const HELD = '**Agent:** bob\n**Started:** 2026-03-28T08:00\n';
const BY = ['--by', 'person:eva'];

const TASKS =
  taskText('1', 'One') +
  taskText('2', 'Two', 'in-progress', HELD) +
  taskText('3', 'Three', 'ready', '**Blocked:** no key\n') +
  taskText('4', 'Four', 'done') +
  taskText('5', 'Five', 'ready', '**Approval:** needed\n');

/** Creates a team of two agents that work on the projects p and q. */
function team(): TeamCli {
  const cli = new TeamCli();
  for (const name of ['ann', 'bob', 'chief-of-staff']) cli.home.write(`team/agents/${name}.md`, agentNote(name, ['p', 'q']));
  cli.home.write('team/projects/p.md', projectNote(TASKS));
  cli.home.write('team/projects/q.md', projectNote(taskText('1', 'Six')).replaceAll('\n', '\r\n'));
  return cli;
}

const notes = ({ home }: TeamCli) => ['p', 'q'].map((name) => home.read(`team/projects/${name}.md`));

describe('cortex team pause', () => {
  it('blocks every ready task, so that no agent can claim one; tasks in progress continue', async () => {
    const cli = team();
    expect(await cli.run(['pause', ...BY], true)).toMatchObject({
      code: 0,
      out: 'Paused 3 tasks.\nIn progress, and continuing: 1 task.\n',
    });
    const [p = '', q = ''] = notes(cli);
    expect(p.match(/\*\*Blocked:\*\* Team paused by person:eva/g)).toHaveLength(2);
    expect(q).toContain('**Blocked:** Team paused by person:eva\r\n');
    for (const [project, task] of ['p 1', 'q 1'].map((each) => each.split(' '))) {
      const { code, err } = await cli.run(['claim', project ?? '', task ?? '', '--agent', 'ann']);
      expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('Team paused by person:eva') });
    }
    expect((await cli.run(['done', 'p', '2', '--agent', 'bob', '--summary', 'x'])).code).toBe(0);
  });

  it('says what was already paused, and changes nothing then', async () => {
    const cli = team();
    await cli.run(['pause', ...BY], true);
    const before = notes(cli);
    expect((await cli.run(['pause', ...BY], true)).out).toContain('Already paused: 3 tasks.');
    expect(notes(cli)).toEqual(before);
  });

  it('resume restores every byte, and keeps other blocks', async () => {
    const cli = team();
    const before = notes(cli);
    await cli.run(['pause', ...BY], true);
    expect(await cli.run(['resume', ...BY], true)).toMatchObject({
      code: 0,
      out: 'Resumed 3 tasks.\n',
    });
    expect(notes(cli)).toEqual(before);
    expect((await cli.run(['resume', ...BY], true)).out).toBe('No tasks to resume.\n');
  });

  it('is for the coordinator and for people, not for workers', async () => {
    const cli = team();
    const before = notes(cli);
    expect((await cli.run(['pause', '--by', 'ann'])).code).toBe(1);
    expect((await cli.run(['pause', ...BY])).code).toBe(1);
    expect(notes(cli)).toEqual(before);
    expect((await cli.run(['pause', '--by', 'chief-of-staff'])).code).toBe(0);
  });

  it('pauses the other projects when one cannot be changed, and names that one with the reason', async () => {
    const cli = team();
    cli.home.write(
      'team/projects/p.md',
      projectNote(`${taskText('1', 'One')}${taskText('2', 'Two', 'ready', '**Summary:** a\n**Blocked:**\n**Blocked:**\n')}`),
    );
    const folder = path.join(cli.home.root, 'team/projects');
    expect(fs.readdirSync(folder)).toEqual(['p.md', 'q.md']);
    const { code, out } = await cli.run(['pause', ...BY], true);
    expect({ code, out }).toMatchObject({
      code: 1,
      out: expect.stringMatching(/Paused 1 task\.[\s\S]*Not changed: p: projects\/p\.md:\d+: Blocked is set more than once/),
    });
    expect(notes(cli)[0]).not.toContain('Team paused');
  });
});
