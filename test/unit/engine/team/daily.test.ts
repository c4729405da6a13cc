import { describe, expect, it } from 'vitest';
import { formatBriefing, formatReview } from '../../../../src/engine/team/notes/daily-pages.ts';
import { checkDispatcher } from '../../../../src/engine/team/roles.ts';
import { teamStatus } from '../../../../src/engine/team/team-status.ts';
import { agentNote, projectNote, TeamFolder, taskText } from '../../../support/team-folder.ts';

const beaten = (name: string, projects: readonly string[], at: string, more = '') =>
  agentNote(name, projects, more).replace('""', `"${at}"`);

function pageOf(team: TeamFolder, page: typeof formatBriefing, timeZone = 'UTC'): string {
  const day = { now: team.now, timeZone };
  return page(teamStatus(team.store(), { ...day, staleMinutes: 30 }), day);
}

const sectionOf = (markdown: string, name: string) => markdown.split(`## ${name}\n\n`)[1]?.split('\n\n')[0]?.trim();

function busyTeam(): TeamFolder {
  const tasks = [
    taskText('2026-03-28T08:00', 'Working', 'in-progress', '**Agent:** ann\n**Started:** 2026-03-28T09:00\n'),
    taskText('2026-03-28T08:01', 'Left alone', 'in-progress', '**Agent:** Bob\n'),
    taskText('2026-03-28T08:02', 'Stuck', 'ready', '**Blocked:** no *key*\n'),
    taskText('2026-03-28T08:03', 'Asks', 'ready', '**Approval:** needed\n'),
    taskText('2026-03-28T08:04', 'Today', 'done', 'Summary: Did\nit.\n**Agent:** ann\n**Completed:** 2026-03-28T00:10\n'),
    taskText('2026-03-28T08:05', 'Yesterday', 'done', '**Completed:** 2026-03-27T23:50\n'),
    taskText('2026-03-28T08:06', 'Free'),
  ];
  return new TeamFolder({
    'agents/ann.md': beaten(
      'ann',
      ['p'],
      '2026-03-28T14:20',
      '## Session Log\nLast session: 2026-03-28\nStatus: flagged a task\nFlagged: p x "X": not mine\n',
    ),
    'agents/bob.md': beaten('Bob', ['p'], '2026-03-28T12:30'),
    'agents/new.md': agentNote('New'),
    'projects/p.md': projectNote(tasks.join('')),
    'projects/nobodys.md': projectNote(taskText('1', 'Orphan')),
    'projects/over.md': projectNote(taskText('1', 'Over', 'done')),
  });
}

describe('briefing and review pages', () => {
  it('list agents and tasks in progress, blocked, done, and next, with links to file and line', () => {
    const page = pageOf(busyTeam(), formatBriefing);
    expect(page.startsWith('# Briefing, 2026-03-28 14:30\n')).toBe(true);
    expect(sectionOf(page, 'Agents')?.split('\n')).toEqual([
      '- **ann** is active, last seen 10 min ago, working on [Working](projects/p.md#L8) in p',
      '- **Bob** is down, last seen 2 h 0 min ago, working on [Left alone](projects/p.md#L14) in p',
      '- **New** is new, never seen',
    ]);
    expect(sectionOf(page, 'In progress')?.split('\n')).toEqual([
      '- [Working](projects/p.md#L8) in p: ann since 2026-03-28T09:00',
      '- [Left alone](projects/p.md#L14) in p: Bob',
    ]);
    expect(sectionOf(page, 'Blocked')?.split('\n')).toEqual([
      '- [Stuck](projects/p.md#L19) in p: no \\*key\\*',
      '- [Asks](projects/p.md#L24) in p: needs approval by a person',
      '- [Left alone](projects/p.md#L14) in p: Bob is down',
      '- ann flagged: p x "X": not mine',
      '- nobodys has no agent',
    ]);
    expect(sectionOf(page, 'Done today')).toBe('- [Today](projects/p.md#L29) in p by ann: Did it.');
    expect(sectionOf(page, 'Next')?.split('\n')).toEqual([
      '- [Orphan](projects/nobodys.md#L8) in nobodys',
      '- [Free](projects/p.md#L42) in p',
    ]);
  });

  it('do not call a task unassigned if its agent is in a merge conflict', () => {
    const conflict = '<<<<<<< ours\n**Agent:** ann\n=======\n**Agent:** bob\n>>>>>>> theirs\n';
    const note = projectNote(taskText('1', 'Working', 'in-progress', conflict) + taskText('2', 'Odd', 'in-progress'));
    const page = pageOf(new TeamFolder({ 'projects/p.md': note }), formatBriefing);
    expect(sectionOf(page, 'In progress')?.split('\n')).toEqual([
      '- [Working](projects/p.md#L8) in p: the agent is hidden by a merge conflict',
      '- [Odd](projects/p.md#L17) in p: no agent named',
    ]);
    expect(sectionOf(page, 'Blocked')).toMatch(/^- \[Working\]\(projects\/p\.md#L8\) in p: unresolved merge conflict in line \d+/);
  });

  it('use the day in the time zone of the team, not in UTC', () => {
    const page = pageOf(busyTeam(), formatReview, 'Asia/Tokyo');
    expect(page.startsWith('# Review, 2026-03-28 23:30\n')).toBe(true);
    expect(sectionOf(pageOf(busyTeam(), formatReview, 'America/New_York'), 'Done today')).toContain('Today');
  });

  it('date a done task without a completion time by its start or dispatch', () => {
    const tasks = [
      taskText('2026-03-27T08:00', 'Begun', 'done', '**Started:** 2026-03-28T09:00\n'),
      taskText('2026-03-28T08:00', 'Dispatched', 'done'),
      taskText('2026-03-27T08:01', 'Earlier', 'done', '**Started:** 2026-03-27T09:00\n'),
    ];
    const done = sectionOf(pageOf(new TeamFolder({ 'projects/p.md': projectNote(tasks.join('')) }), formatReview), 'Done today');
    expect(done?.match(/\[\w+\]/g)).toEqual(['[Begun]', '[Dispatched]']);
  });

  it('state that a section is empty', () => {
    const page = pageOf(new TeamFolder(), formatReview);
    for (const none of [
      'No tasks were completed today.',
      'Nothing is in progress.',
      'Nothing is blocked.',
      'Nothing is ready.',
      'There are no agents.',
    ])
      expect(page).toContain(none);
  });

  it('escape Markdown and HTML from the notes', () => {
    const evil = '](javascript:x) <img src=x> **b** `c` | # _d_ \\';
    const team = new TeamFolder({
      'agents/a.md': agentNote(JSON.stringify(evil), ['x) (y']),
      'projects/x) [z](javascript:y).md': projectNote(taskText('1', evil, 'ready', `**Blocked:** ${evil}\n`)),
    });
    const page = pageOf(team, formatBriefing);
    expect(page).toContain('](projects/x%29%20%5Bz%5D%28javascript:y%29.md#L8)');
    expect(page.replaceAll('\\\\', '').match(/(?<!\\)[<`_|]/g)).toBeNull();
  });

  it('list the next ten tasks and count the others', () => {
    const tasks = Array.from({ length: 13 }, (_, n) => taskText(`t${n}`, `Task ${n}`));
    const next = sectionOf(pageOf(new TeamFolder({ 'projects/p.md': projectNote(tasks.join('')) }), formatBriefing), 'Next');
    expect(next?.split('\n')).toHaveLength(11);
    expect(next).toContain('- and 3 more');
  });
});

describe('roles', () => {
  const team = new Map([
    ['ann', agentNote('ann')],
    ['chief-of-staff', agentNote('x')],
  ]);
  const check = (by: string | undefined, interactive: boolean) => {
    const notes = new TeamFolder(Object.fromEntries([...team].map(([slug, text]) => [`agents/${slug}.md`, text]))).store().agents;
    return () => checkDispatcher({ interactive }, notes, by);
  };

  it('allow the coordinator and people at a terminal to create tasks, but not workers', () => {
    for (const by of [undefined, 'chief-of-staff']) expect(check(by, false)).not.toThrow();
    expect(check('person:ann', true)).not.toThrow();
    expect(check('person:ann', false)).toThrow();
    expect(check('ann', true)).toThrow('workers do not create tasks');
    expect(check('eve', true)).toThrow('the team has no such agent');
  });
});
