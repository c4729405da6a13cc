import { describe, expect, it } from 'vitest';
import { teamNeeds } from '../../../../src/engine/team/needs.ts';
import { teamStatus } from '../../../../src/engine/team/team-status.ts';
import { TeamCli } from '../../../support/team-cli.ts';
import { agentNote, projectNote, TeamFolder, taskText } from '../../../support/team-folder.ts';

const TIME = '2026-03-28T08:00';

function needsOf(task: string) {
  const folder = new TeamFolder({ 'projects/shop.md': projectNote(task), 'agents/shop-dev.md': agentNote('shop-dev', ['shop']) });
  const store = folder.store();
  const status = teamStatus(store, { now: folder.now, timeZone: 'UTC', staleMinutes: 60 });
  return teamNeeds({ store, status, timeZone: 'UTC' }).map(({ kind, why, place, actions }) => ({
    kind,
    why,
    line: place?.line,
    actions: actions.map(({ operation, input, asks }) => [operation, input, asks]),
  }));
}

function cli(task: string): TeamCli {
  const team = new TeamCli();
  team.home.write('team/projects/shop.md', projectNote(task));
  for (const name of ['shop-dev', 'web-dev']) team.home.write(`team/agents/${name}.md`, agentNote(name, ['shop']));
  return team;
}

describe('a task of an agent that is not in the team', () => {
  it('is an item with the command, and the nearest name', () => {
    const task = { project: 'shop', task: TIME };
    expect(needsOf(taskText(TIME, 'Sell', 'in-progress', '**Agent:** shop-dve\n'))).toEqual([
      {
        kind: 'unowned',
        line: 8,
        why: 'in progress by "shop-dve", which is no agent of the team ("shop-dev" was probably meant)',
        actions: [['team reassign', { ...task, to: 'shop-dev' }, []]],
      },
    ]);
    expect(needsOf(taskText(TIME, 'Sell', 'in-progress', '**Agent:** zoe\n'))).toMatchObject([
      { actions: [['team reassign', task, ['to']]] },
    ]);
    expect(needsOf(taskText(TIME, 'Sell', 'ready', '**Agent:** zoe\n'))).toMatchObject([{ kind: 'unowned', actions: [] }]);
    for (const agent of ['shop-dev', 'Shop Dev', 'person:ada']) {
      expect(needsOf(taskText(TIME, 'Sell', 'in-progress', `**Agent:** ${agent}\n`)).filter(({ kind }) => kind === 'unowned')).toEqual([]);
    }
    expect(needsOf(taskText(TIME, 'Sell', 'done', '**Agent:** zoe\n'))).toEqual([]);
  });

  it('is a warning of the doctor, and marked in the status', async () => {
    const team = cli(taskText(TIME, 'Sell', 'in-progress', '**Agent:** shop-dve\n'));
    const { out } = await team.run(['doctor']);
    expect(out).toContain(`projects/shop.md:8: Sell: in progress by "shop-dve", which is no agent of the team`);
    expect(out).toContain(`Reassign it: cortex team reassign shop ${TIME} --to shop-dev`);
    expect((await team.run(['status'])).out).toMatch(/shop-dve +Sell +no such agent/);
    expect((await team.run(['reassign', 'shop', TIME, '--to', 'shop-dev'])).code).toBe(0);
    expect((await team.run(['doctor'])).out).not.toContain('no agent of the team');
  });
});

it('a task without a status is an item with the command that makes it ready, unless a line was meant as the status', () => {
  const without = taskText(TIME, 'Sell').replace('**Status:** ready\n', '');
  expect(needsOf(without)).toMatchObject([
    { why: 'the task has no Status', actions: [['team reopen', { project: 'shop', task: TIME }, []]] },
  ]);
  expect(needsOf(taskText(TIME, 'Sell').replace('**Status:** ready', 'Status: done'))).toMatchObject([{ kind: 'broken', actions: [] }]);
});

describe('a task that two agents claimed in two clones', () => {
  const both = taskText(TIME, 'Sell', 'in-progress', '**Agent:** shop-dev\n**Agent:** web-dev\n');

  it('is an item with the commands that decide', () => {
    expect(needsOf(both)).toMatchObject([
      {
        kind: 'broken',
        line: 12,
        why: 'claimed by shop-dev and web-dev; the claim of shop-dev counts',
        actions: [
          ['team reassign', { to: 'shop-dev' }, []],
          ['team reassign', { to: 'web-dev' }, []],
        ],
      },
    ]);
  });

  it('is named to the one that lost it, and either command decides', async () => {
    const team = cli(both);
    const lost = `Sell: shop-dev claimed this task too, and that claim counts. Stop, or continue it after: cortex team reassign shop ${TIME} --to web-dev`;
    expect((await team.run(['ready', '--agent', 'web-dev'])).err).toContain(lost);
    expect((await team.run(['claim', 'shop', TIME, '--agent', 'web-dev'])).err).toContain(lost);
    expect((await team.run(['ready', '--agent', 'shop-dev'])).err).not.toContain('claimed this task too');
    expect((await team.run(['reassign', 'shop', TIME, '--to', 'web-dev'])).code).toBe(0);
    expect(team.home.read('team/projects/shop.md').match(/\*\*Agent:.*/g)).toEqual(['**Agent:** web-dev']);
    expect((await team.run(['ready', '--agent', 'web-dev'])).err).not.toContain('claimed this task too');
  });
});
