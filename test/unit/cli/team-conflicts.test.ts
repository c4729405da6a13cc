import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { TeamCli } from '../../support/team-cli.ts';
import { agentNote, projectNote, taskText } from '../../support/team-folder.ts';

const OURS = taskText('2026-03-28T10:00', 'Ours');
const THEIRS = taskText('2026-03-28T11:00', 'Theirs');
const CONFLICT = `<<<<<<< HEAD\n${OURS}=======\n${THEIRS}>>>>>>> theirs\n`;

function teamWith(tasks: string): TeamCli {
  const cli = new TeamCli();
  cli.home.write('team/agents/ann.md', agentNote('ann', ['p']));
  cli.home.write('team/projects/p.md', projectNote(tasks));
  return cli;
}

it('doctor reports conflicts with file and line, and a command that resolves them as printed', async () => {
  const cli = teamWith(CONFLICT);
  const doctor = await cli.run(['doctor']);
  expect(doctor.code).toBe(1);
  expect(doctor.out).toMatch(/^error: projects\/p\.md:8: merge conflict in lines 8 to 18: /);
  const command = /To keep both sides: cortex team (.*)$/m.exec(doctor.out)?.[1] ?? '';
  const { out, code } = await cli.run(command.split(' '));
  expect(code).toBe(0);
  expect(out).toMatch(/^Settled 1 conflict in .*projects\/p\.md; both sides are kept:\nlines \d+ to \d+\n {2}ours:\n/);
  expect(cli.home.read('team/projects/p.md')).toBe(projectNote(OURS + THEIRS));
  expect(await cli.run(['doctor'])).toMatchObject({ code: 0, out: expect.stringContaining('no problems found') });
  expect(await cli.json(['ready', '--agent', 'ann'])).toMatchObject({ tasks: [{ title: 'Ours' }, { title: 'Theirs' }] });
});

it('settle accepts the path that doctor prints, and changes no other file', async () => {
  const cli = teamWith(CONFLICT);
  expect(await cli.json(['settle', 'projects/p.md'])).toEqual({
    path: expect.stringMatching(/^\/.*\/team\/projects\/p\.md$/),
    kept: [{ line: expect.any(Number), lastLine: expect.any(Number), ours: OURS, theirs: THEIRS }],
  });
  expect(await cli.json(['settle', 'projects/p.md'])).toMatchObject({ kept: [] });
  cli.home.write('notes/other.md', CONFLICT);
  const refused = await cli.run(['settle', 'notes/other.md']);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('not a file of a team directory');
  expect((await cli.run(['settle', 'projects/none.md'])).code).toBe(1);
  expect(cli.home.read('notes/other.md')).toBe(CONFLICT);
});

it('no configuration with a conflict is used, since it says where the team is', async () => {
  const cli = teamWith(OURS);
  const config = cli.home.read('.cortex/config.yaml');
  cli.home.write('.cortex/config.yaml', `${config}<<<<<<< HEAD\nstale_minutes: 20\n=======\nheartbeat_minutes: 5\n>>>>>>> theirs\n`);
  const { err, code } = await cli.run(['ready', '--agent', 'ann']);
  expect(code).not.toBe(0);
  expect(err).toMatch(/config\.yaml:3: merge conflict in lines 3 to 7: /);
  const command = /To keep both sides: cortex team (.*)$/m.exec(err)?.[1] ?? '';
  expect((await cli.run(command.split(' '))).code).toBe(0);
  expect(cli.home.read('.cortex/config.yaml')).toBe(`${config}stale_minutes: 20\nheartbeat_minutes: 5\n`);
  expect((await cli.run(['ready', '--agent', 'ann'])).code).toBe(0);
});

it('settle refuses a file behind a link out of the team directory', async () => {
  const cli = teamWith(OURS);
  cli.home.write('elsewhere.md', CONFLICT);
  const link = path.join(cli.home.root, 'team/projects/q.md');
  fs.symlinkSync(path.join(cli.home.root, 'elsewhere.md'), link);
  expect((await cli.run(['settle', 'projects/q.md'])).code).not.toBe(0);
  expect(cli.home.read('elsewhere.md')).toBe(CONFLICT);
});

/** Two tasks of a conflict with only some of its markers. */
const HALVES = [
  [
    'no first mark',
    `${OURS}=======\n${THEIRS}>>>>>>> theirs\n`,
    'error: projects/p.md:17: half a merge conflict: line 17 is a leftover conflict marker of git',
  ],
  [
    'no other mark',
    `<<<<<<< HEAD\n${OURS}${THEIRS}`,
    'error: projects/p.md:8: half a merge conflict: line 8 is a leftover conflict marker of git',
  ],
] as const;

it.each(HALVES)(
  'no task of a conflict with %s is assigned to an agent, doctor reports the conflict, and settle changes nothing',
  async (_what, tasks, told) => {
    const cli = teamWith(tasks);
    const doctor = await cli.run(['doctor']);
    expect([doctor.code, doctor.out]).toEqual([1, expect.stringContaining(told)]);
    expect((await cli.run(['claim', 'p', '--agent', 'ann'])).code).toBe(1);
    expect(await cli.json(['ready', '--agent', 'ann'])).toMatchObject({ tasks: [] });
    const settled = await cli.run(['settle', 'projects/p.md']);
    expect([settled.code, settled.err]).toEqual([3, expect.stringContaining('keep what is right and delete the marker')]);
    expect(cli.home.read('team/projects/p.md')).toBe(projectNote(tasks));
  },
);

it.each([
  ['claim', 'p', '2026-03-28T10:00', '--agent', 'ann'],
  ['claim', 'p', 'Theirs', '--agent', 'ann'],
  ['done', 'p', 'Ours', '--agent', 'ann', '--summary', 'Done.'],
  ['block', 'p', 'Ours', '--reason', 'Waits.'],
  ['flag', 'p', 'Ours', 'Not mine.', '--agent', 'ann'],
])('a task between conflict markers is not unknown to %s %s %s', async (...words) => {
  const cli = teamWith(CONFLICT);
  const { code, err } = await cli.run(words);
  expect([code, err]).toEqual([1, expect.stringContaining('projects/p.md:8: the task is in an unresolved merge conflict')]);
  expect(err).toMatch(
    /^warning: projects\/p\.md:8: merge conflict in lines 8 to 18: .* To keep both sides: cortex team settle \S+projects\/p\.md$/m,
  );
  expect(cli.home.read('team/projects/p.md')).toBe(projectNote(CONFLICT));
});

it.each([
  ['ready', '--agent', 'ann'],
  ['dispatch', 'p', '--title', 'New', '--scope', 'All.', '--by', 'ann'],
  ['claim', 'p', 'Apart', '--agent', 'ann'],
  ['projects'],
  ['briefing'],
  ['review'],
  ['housekeeping', '--dry-run'],
])('%s reports the conflicts in the queue', async (...words) => {
  const cli = teamWith(`${taskText('2026-03-28T09:00', 'Apart')}${CONFLICT}`);
  const { err } = await cli.run(words);
  expect(err).toContain('projects/p.md:12: merge conflict in lines 12 to 22');
});

it('ready does not report a conflict in another project', async () => {
  const cli = teamWith(OURS);
  cli.home.write('team/projects/q.md', projectNote(CONFLICT));
  expect(await cli.run(['ready', '--agent', 'ann'])).toMatchObject({ code: 0, err: '' });
});

it('a double claim that settle resolved is reported at the lines of its second fields', async () => {
  const claimed = (agent: string) => `**Status:** in-progress\n**Agent:** ${agent}\n**Started:** 2026-03-28T10:0${agent.length}\n`;
  const cli = teamWith(`### 2026-03-28T10:00\n**Task:** T0\n<<<<<<< HEAD\n${claimed('ann')}=======\n${claimed('bert')}>>>>>>> theirs\n`);
  expect((await cli.run(['settle', 'projects/p.md'])).code).toBe(0);
  const lines = cli.home.read('team/projects/p.md').split('\n');
  const { out } = await cli.run(['doctor']);
  for (const name of ['Status', 'Agent', 'Started']) {
    const line = lines.findLastIndex((each) => each.startsWith(`**${name}:**`)) + 1;
    expect(line).toBeGreaterThan(lines.indexOf('### 2026-03-28T10:00') + 1);
    expect(out).toContain(`projects/p.md:${line}: T0: ${name} is set more than once`);
  }
});

it('settle reports fields that a task has twice after keeping both sides', async () => {
  const claimed = (agent: string) => `<<<<<<< HEAD\n**Agent:** ann\n=======\n**Agent:** ${agent}\n>>>>>>> theirs\n`;
  const task = taskText('2026-03-28T10:00', 'Both').replace('ready', 'in-progress').trimEnd();
  const cli = teamWith(`${task}\n${claimed('bob')}`);
  const { code, err } = await cli.run(['settle', 'projects/p.md']);
  expect(code).toBe(0);
  const line = cli.home.read('team/projects/p.md').split('\n').indexOf('**Agent:** bob') + 1;
  const place = `${path.join(fs.realpathSync(cli.home.root), 'team/projects/p.md')}:${line}`;
  expect(err).toBe(
    `warning: ${place}: Both: Agent is set more than once; the first value is used. Keep the correct line, and remove the other.\n`,
  );
  const other = teamWith(`${task}\n${claimed('ann')}`);
  expect((await other.run(['settle', 'projects/p.md'])).code).toBe(0);
});

it('a task whose agent is in a conflict belongs to no agent, and duplicates around the markers are no problem', async () => {
  const sides = (agent: string, title: string) => `**Agent:** ${agent}\n\n### 2026-03-28T10:01\n**Task:** ${title}\n`;
  const cli = teamWith('');
  const task = taskText('2026-03-28T10:00', 'Both').replace('ready', 'in-progress').trimEnd();
  const conflict = `<<<<<<< HEAD\n${sides('ann', 'Ours')}=======\n${sides('bob', 'Theirs')}>>>>>>> theirs\n**Status:** ready\n`;
  const note = projectNote(`${task}\n${conflict}`).replace('## Work Queue', '## Notes\n- Agent: ann at ~/work\n\n## Work Queue');
  cli.home.write('team/projects/p.md', note);
  expect(await cli.json(['ready', '--agent', 'ann'])).toMatchObject({ inHand: [], tasks: [] });
  const { out } = await cli.run(['status']);
  expect(out).toMatch(/^ann +\S+ +never seen *$/m);
  expect(out).not.toContain('more than once');
  cli.home.write('team/projects/p.md', note.replace(conflict, ''));
  expect(await cli.json(['ready', '--agent', 'ann'])).toMatchObject({ inHand: [{ title: 'Both' }] });
});
