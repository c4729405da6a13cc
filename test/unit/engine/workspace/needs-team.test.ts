import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { NeedsPlace } from '../../../support/needs.ts';
import { writeFiles } from '../../../support/stack-folders.ts';
import { agentNote, projectNote, taskText } from '../../../support/team-folder.ts';

const HELD = '**Agent:** ann\n**Started:** 2026-03-28T08:00\n';

let place: NeedsPlace;
beforeEach(() => {
  place = new NeedsPlace();
});

const file = (name: string) => path.join(place.home, name);

/** Creates a team of ann and bob, both just seen and working on p with these tasks. */
function team(tasks: string, files: Readonly<Record<string, string>> = {}): void {
  const note = (name: string) => agentNote(name, ['p']).replace('""', '"2026-03-28T13:59"');
  writeFiles(place.home, {
    '.cortex/config.yaml': 'timezone: UTC\nteam_dir: ~/team\n',
    'team/agents/ann.md': note('ann'),
    'team/agents/bob.md': note('bob'),
    'team/projects/p.md': projectNote(tasks),
    ...files,
  });
}

describe('a task of a team', () => {
  it('needs approval', async () => {
    team(taskText('2026-03-28T07:00:02', 'Drop the table', 'ready', '**Approval:** needed\n'));
    const need = await place.only();
    expect(need).toMatchObject({
      kind: 'approval',
      rank: 'blocked',
      title: 'Drop the table (team project p)',
      since: Date.parse('2026-03-28T07:00Z'),
      why: 'needs approval by a person',
      place: { file: file('team/projects/p.md') },
    });
    expect(fs.readFileSync(file('team/projects/p.md'), 'utf8').split('\n')[(need.place?.line ?? 0) - 1]).toBe('### 2026-03-28T07:00:02');
    await place.settles('cortex team approve');
  });

  it('that is blocked can be unblocked; it has no age, because the note does not say since when', async () => {
    team(taskText('2026-03-28T07:00', 'Deploy', 'in-progress', `${HELD}**Blocked:** no password\n`));
    const need = await place.only();
    expect(need).toMatchObject({
      kind: 'blocked',
      rank: 'at-risk',
      title: 'Deploy (team project p)',
      why: 'blocked: no password',
      since: null,
    });
    await place.settles('cortex team unblock p 2026-03-28T07:00');
  });

  it('that a pause of the team blocked does not need the person who paused it', async () => {
    team(
      taskText('1', 'Deploy', 'ready', '**Blocked:** Team paused by person:eva\n') +
        taskText('2', 'Drop', 'ready', '**Approval:** needed\n**Blocked:** Team paused by person:eva\n'),
    );
    expect((await place.only()).title).toBe('Drop (team project p)');
  });

  it('with a name like an option is still addressed', async () => {
    team(taskText('--all', 'Deploy', 'ready', '**Blocked:** no password\n'));
    await place.settles('cortex team unblock');
  });
});

describe('an agent that is down', () => {
  const down = () =>
    team(taskText('1', 'Deploy', 'in-progress', HELD), {
      'team/agents/ann.md': agentNote('ann', ['p']).replace('""', '"2026-03-28T08:00"'),
    });

  it('with tasks in progress is at risk', async () => {
    down();
    expect(await place.only()).toMatchObject({
      kind: 'down',
      rank: 'at-risk',
      title: 'ann',
      since: Date.parse('2026-03-28T08:00Z'),
      why: 'is unresponsive; in progress: Deploy',
      place: { file: file('team/projects/p.md'), line: 8 },
    });
    await place.settles('cortex team reassign', { to: 'bob' });
  });

  it('can have its task reopened', async () => {
    down();
    await place.settles('cortex team reopen');
  });

  it('without tasks in progress is no need', async () => {
    down();
    writeFiles(place.home, { 'team/projects/p.md': projectNote() });
    expect(await place.needs()).toEqual([]);
  });
});

it('reports a project without agents and with open tasks', async () => {
  team('', { 'team/projects/lost.md': projectNote(taskText('1', 'One') + taskText('2', 'Two')) });
  expect(await place.only()).toMatchObject({
    kind: 'unowned',
    rank: 'at-risk',
    title: 'lost',
    why: 'no agent works on this project, which has 2 open tasks',
    place: { file: file('team/projects/lost.md'), line: 8 },
  });
  await place.settles('cortex team projects AGENT --add lost', { agent: 'bob' });
});

it('reports tasks that an agent has flagged', async () => {
  team(taskText('1', 'Draw the logo'));
  await place.cortex(['team', 'flag', 'p', '1', 'no designer', '--agent', 'ann']);
  const needs = await place.needs();
  expect(needs).toHaveLength(1);
  expect(needs[0]?.title).toContain('Draw the logo');
  expect(needs[0]).toMatchObject({ kind: 'flag', rank: 'soon', place: { file: file('team/agents/ann.md'), line: 17 } });
  expect(needs[0]?.why).toBe('flagged by ann as unsuitable');
});

it('reports unreadable notes and configuration', async () => {
  team('');
  fs.writeFileSync(file('team/agents/bob.md'), Buffer.from([0x23, 0xff, 0x0a]));
  expect(await place.only()).toMatchObject({
    kind: 'broken',
    title: 'agents/bob.md',
    place: { file: file('team/agents/bob.md'), line: 1 },
  });
  writeFiles(place.home, { '.cortex/config.yaml': 'team_dir: [\n' });
  const need = await place.only();
  expect(need).toMatchObject({
    kind: 'broken',
    rank: 'at-risk',
    title: 'config.yaml',
    place: { file: file('.cortex/config.yaml'), line: 1 },
  });
  expect(need.why).toContain('invalid YAML');
  writeFiles(place.home, { '.cortex/config.yaml': 'team_dir: ~/nowhere\n' });
  expect(await place.needs()).toEqual([]);
});
