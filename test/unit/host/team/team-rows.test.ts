import { describe, expect, test } from 'vitest';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { TeamStore, TeamWork } from '../../../../src/engine/team/index.ts';
import { parseSubject, type Row } from '../../../../src/host/model/row.ts';
import { clickedTask } from '../../../../src/host/team/model/clicked-task.ts';
import { AGENT, PROJECT, rowAt, rowsOf, teamFolder } from './team-folder.ts';

const FILES = {
  'agents/billing-dev.md': AGENT('Billing Dev', '2026-03-28T10:00', 'billing'),
  'agents/silent-dev.md': AGENT('Silent Dev', '2026-03-28T08:00', 'dashboard'),
  'projects/billing.md': PROJECT(
    '### 2026-03-28T09:00\n**Task:** Add webhook\n**Status:** in-progress\n**Agent:** billing-dev\n**Started:** 2026-03-28T09:30',
    '### 2026-03-28T09:10\n**Task:** Refunds\n**Scope:** All of them\n**Status:** ready',
    '### 2026-03-28T09:20\n**Task:** Waits\n**Status:** ready\n**Blocked:** no key yet',
    '### 2026-03-28T09:21\n**Task:** Dear\n**Status:** ready\n**Approval:** needed',
    '### 2026-03-28T09:22\n**Task:** Odd\n**Status:** paused',
    '### 2026-03-27T09:00\n**Task:** Old\n**Status:** done\nSummary: Did it\n**Completed:** 2026-03-27T12:00',
  ),
  'projects/nobodys.md': PROJECT('### 2026-03-28T09:00\n**Task:** Lonely\n**Status:** ready'),
};

const shown = (rows: readonly Row[]) => rows.map(({ label, description }) => [label, description]);

describe('the Teams view', () => {
  test('shows active agents and agents that are down, the latter first', () => {
    const rows = rowsOf(FILES);
    expect(rowAt(rows, 'Agents').description).toBe('2 · 1 down');
    expect(shown(rowAt(rows, 'Agents').children())).toEqual([
      ['Silent Dev', 'down · 2h 5m ago'],
      ['Billing Dev', 'active · 5m ago · Add webhook · 1 ready'],
    ]);
    expect(
      rowAt(rows, 'Agents')
        .children()
        .map(({ context }) => context),
    ).toEqual(['team-agent.down', 'team-agent.active']);
  });

  test('shows the tasks in progress and the flags of an agent below it', () => {
    const note = `${AGENT('Billing Dev', '2026-03-28T10:00', 'billing')}\n## Session Log\nLast session: 2026-03-28\nStatus: flagged a task\nFlagged: billing 2026-03-28T09:10 "Refunds": no bank access\n`;
    const rows = rowsOf({ ...FILES, 'agents/billing-dev.md': note });
    expect(shown(rowAt(rows, 'Agents', 'Billing Dev').children())).toEqual([
      ['Add webhook', 'billing-dev · 2026-03-28T09:30'],
      ['billing 2026-03-28T09:10 "Refunds": no bank access', 'flagged'],
    ]);
  });

  test('gives each flag a unique short id, even for repeated or very long flags', () => {
    const flags = ['the same', 'the same', 'x'.repeat(5_000), `${'x'.repeat(5_000)}y`].map((flag) => `Flagged: ${flag}\n`).join('');
    const note = `${AGENT('Billing Dev', '2026-03-28T10:00', 'billing')}\n## Session Log\nLast session: 2026-03-28\n${flags}`;
    const [, ...rows] = rowAt(rowsOf({ ...FILES, 'agents/billing-dev.md': note }), 'Agents', 'Billing Dev').children();
    expect(new Set(rows.map(({ id }) => id)).size).toBe(4);
    expect(Math.max(...rows.map(({ id }) => id.length))).toBeLessThan(300);
  });

  test('shows the queue of a project in order, with the reason why a task waits, followed by folded completed tasks', () => {
    const rows = rowsOf(FILES);
    const project = rowAt(rows, 'Projects', 'billing');
    expect(project.description).toBe('1 in progress · 3 ready · 1 blocked · 1 unclear');
    expect(shown(project.children())).toEqual([
      ['Add webhook', 'billing-dev · 2026-03-28T09:30'],
      ['Refunds', ''],
      ['Waits', 'blocked: no key yet'],
      ['Dear', 'needs approval'],
      ['Odd', 'paused'],
      ['Done', '1'],
    ]);
    expect(shown(rowAt(project.children(), 'Done').children())).toEqual([['Old', '2026-03-27T12:00']]);
    expect(rowAt(project.children(), 'Done').unfolded).toBe(false);
    expect(rowAt(rows, 'Projects', 'nobodys').description).toBe("1 ready · nobody's");
  });

  test('gives menus the state of a task, and commands its identity', () => {
    const tasks = rowAt(rowsOf(FILES), 'Projects', 'billing').children();
    expect(tasks.map(({ context }) => context)).toEqual([
      'team-task.in-progress',
      'team-task.ready',
      'team-task.ready.blocked',
      'team-task.ready.approval',
      'team-task.unknown',
      'team-done',
    ]);
    const [, refunds] = tasks;
    const seen = { state: 'ready', agent: null };
    expect(parseSubject({ row: refunds })).toEqual({
      kind: 'team-task',
      project: 'billing',
      id: '2026-03-28T09:10',
      title: 'Refunds',
      seen,
    });
  });

  test('finds a clicked task only while its state is unchanged', () => {
    const [subject] = rowAt(rowsOf(FILES), 'Projects', 'billing')
      .children()
      .map((row) => parseSubject({ row }))
      .slice(1);
    if (subject?.kind !== 'team-task') throw new Error('it is no task');
    const work = (text: string) => {
      const root = teamFolder({ ...FILES, 'projects/billing.md': text });
      return new TeamWork(TeamStore.open(nodeRuntime({}), root), 'UTC');
    };
    const note = FILES['projects/billing.md'];
    expect(clickedTask(work(note), subject).task.title).toBe('Refunds');
    const taken = note.replace(/(Refunds\n[^#]*?Status:\*\*) ready/, '$1 in-progress\n**Agent:** ann');
    expect(taken).not.toBe(note);
    expect(() => clickedTask(work(taken), subject)).toThrow('this task has changed since you looked');
    const { seen: _, ...unseen } = subject;
    expect(clickedTask(work(taken), unseen).task.agent).toBe('ann');
  });

  test('gives every row a unique id, even for two tasks with the same heading', () => {
    const task = '### 2026-03-28T09:00\n**Task:** Same\n**Status:** ready';
    const ids = rowAt(rowsOf({ 'projects/p.md': PROJECT(task, task) }), 'Projects', 'p')
      .children()
      .map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });

  test('links to problems of notes, and shows unused settings of the configuration', () => {
    const rows = rowsOf({ 'agents/other.md': AGENT('Name', '2026-03-28T10:00', 'p') }, { problems: ['unknown key: team_dirs'] });
    expect(rows[0]).toMatchObject({ label: 'unknown key: team_dirs', command: 'cortex.problem.open' });
    const [odd] = rowAt(rows, 'Problems').children();
    expect(odd).toMatchObject({ label: 'agents/other.md', description: 'the file name other does not match the name "Name"' });
    expect(odd?.subject).toMatchObject({ kind: 'problem', line: 2 });
  });

  test('is empty without a team, so that a welcome is shown', () => {
    expect(rowsOf({})).toEqual([]);
  });

  test('shows texts of notes on one line, limited in length', () => {
    const long = `${'x'.repeat(500)}\u202Ey`;
    const [row] = rowAt(rowsOf({ 'projects/p.md': PROJECT(`### 1\n**Task:** ${long}\n**Status:** ready`) }), 'Projects', 'p').children();
    expect(row?.label).toHaveLength(60);
    expect(row?.tooltip).not.toContain('\u202E');
  });
});
