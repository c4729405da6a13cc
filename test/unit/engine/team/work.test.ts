import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CortexError } from '../../../../src/engine/platform/errors.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { listClaimable } from '../../../../src/engine/team/owners.ts';
import { teamStatus } from '../../../../src/engine/team/team-status.ts';
import { TeamStore } from '../../../../src/engine/team/team-store.ts';
import { TeamWork } from '../../../../src/engine/team/work.ts';
import { agentNote, projectNote, TeamFolder, taskText } from '../../../support/team-folder.ts';

const P = 'projects/p.md';

function teamWith(tasks: string, agents: readonly string[] = ['ann', 'bob']): TeamFolder {
  const notes = agents.map((slug) => [`agents/${slug}.md`, agentNote(slug, ['p'])]);
  return new TeamFolder({ ...Object.fromEntries(notes), [P]: projectNote(tasks) });
}

const failureOf = (promise: Promise<unknown>): Promise<CortexError> =>
  promise.then(
    () => Promise.reject(new Error('it worked')),
    (error) => error,
  );

describe('TeamWork', () => {
  it('dispatches, claims, completes and reopens a task in the format of the seed', async () => {
    const team = teamWith('');
    const work = team.work();
    await work.dispatch('p', { title: 'One', scope: 'All\nof it' });
    await work.dispatch('p', { title: 'Two', scope: '' });
    const { task } = await work.claim('p', 'ann');
    team.at('2026-03-28T15:00');
    await work.done('p', 'ann', task, 'Did it.');
    expect(team.read(P)).toBe(
      projectNote(
        '### 2026-03-28T14:30\n**Task:** One\n**Scope:** All\nof it\n**Status:** done\nSummary: Did it.\n**Agent:** ann\n' +
          '**Started:** 2026-03-28T14:30\n**Completed:** 2026-03-28T15:00\n\n### 2026-03-28T14:30:01\n**Task:** Two\n**Status:** ready\n\n',
      ),
    );
    await work.reopen('p', task);
    expect(work.requireProject('p').tasks[0]).toMatchObject({ state: 'ready', agent: null, completed: null, summary: null });
    await work.store.edits.whenIdle();
    expect(work.store.edits.problems).toEqual([]);
  });

  it('claims the first free task, and refuses tasks that are not free', async () => {
    const tasks = [
      taskText('1', 'Held', 'ready', '**Approval:** needed\n'),
      taskText('2', 'Blocked', 'ready', '**Blocked:** no key\n'),
      taskText('3', "Bob's", 'ready', '**Agent:** Bob\n'),
      taskText('4', 'Odd', 'someday'),
      taskText('5', 'Free'),
    ];
    const team = teamWith(tasks.join(''));
    const work = team.work();
    expect((await work.claim('p', 'ann')).task.title).toBe('Free');
    await expect(work.claim('p', 'ann')).rejects.toThrow('no other task is ready');
    expect((await work.claim('p', 'bob')).task.title).toBe("Bob's");
    for (const [id, why] of [
      ['1', 'is not approved'],
      ['2', 'is not available'],
      ['3', 'is not ready'],
      ['4', 'is not ready'],
    ] as const)
      await expect(work.claim('p', 'ann', { id })).rejects.toThrow(why);
    await work.store.edits.whenIdle();
  });

  it('refuses claims of an inactive agent, but lets it complete its own task', async () => {
    const team = teamWith(taskText('1', 'One') + taskText('2', 'Two', 'in-progress', '**Agent:** ann\n'));
    team.write('agents/ann.md', agentNote('ann', ['p']).replace('status: active', 'status: Inactive'));
    const work = team.work();
    for (const refused of [work.claim('p', 'ann'), work.claim('p', 'ann', { id: '1' }), work.reassign('p', { id: '2' }, 'ann')]) {
      const { code, message, data } = await failureOf(refused);
      expect({ code, message, ...data }).toMatchObject({
        code: 'denied',
        message: 'ann is not active in the team',
        file: 'agents/ann.md',
        next: expect.stringContaining('"status: active"'),
      });
    }
    expect(listClaimable(work.requireAgent('ann'), work.store.projects.values())).toEqual([]);
    await work.done('p', 'ann', { id: '2' }, 'It is there.');
    team.write('agents/bob.md', agentNote('bob', []));
    work.store.refresh();
    const rules = { now: team.now, timeZone: 'UTC', staleMinutes: 30 };
    expect(teamStatus(work.store, rules).unowned, 'unowned: a project listed only by an inactive agent').toEqual(['p']);
    await work.store.edits.whenIdle();
  });

  it('approves a task by its Approval field', async () => {
    const team = teamWith(taskText('1', 'One', 'ready', '**Approval:** needed\n'));
    const work = team.work();
    expect((await work.approve('p', { id: '1' }, 'person:ann')).task.needsApproval).toBe(false);
    expect(team.read(P)).toContain('**Approval:** person:ann 2026-03-28T14:30\n');
    await work.store.edits.whenIdle();
    expect(work.store.edits.problems).toEqual([]);
  });

  it('does not claim another task if the file is overwritten after the claim', async () => {
    const team = teamWith(taskText('1', 'One') + taskText('2', 'Two'));
    const work = team.work();
    const theirs = fs.openSync(path.join(team.root, P), 'r+');
    expect((await work.claim('p', 'ann')).task.id).toBe('1');
    fs.ftruncateSync(theirs);
    fs.writeSync(theirs, projectNote(taskText('1', 'One', 'in-progress', '**Agent:** bob\n') + taskText('2', 'Two')), 0);
    fs.closeSync(theirs);
    await work.store.edits.whenIdle();
    work.store.refresh();
    expect(work.requireProject('p').tasks.map(({ id, agent }) => [id, agent])).toContainEqual(['2', null]);
    expect(work.store.edits.problems.length).toBeGreaterThan(0);
  });

  it('names agent, start time, file and line of a task that is already claimed', async () => {
    const team = teamWith(taskText('1', 'One', 'in-progress', '**Agent:** bob\n**Started:** 2026-03-28T09:00\n'));
    const { code, data } = await failureOf(team.work().claim('p', 'ann', { id: '1' }));
    expect({ code, ...data }).toMatchObject({
      code: 'denied',
      file: P,
      line: 8,
      value: 'in-progress',
      next: expect.stringContaining('In progress by bob since 2026-03-28T09:00'),
    });
  });

  it('refuses unknown agents and projects, projects of others, and empty titles, reports and summaries', async () => {
    const team = new TeamFolder({ 'agents/ann.md': agentNote('ann', ['other']), [P]: projectNote(taskText('1', 'One')) });
    const work = team.work();
    await expect(work.claim('p', 'eve')).rejects.toThrow('the team has no such agent');
    await expect(work.claim('q', 'ann')).rejects.toThrow('the team has no such project');
    await expect(work.claim('p', 'ann')).rejects.toThrow('ann does not work on p');
    await expect(work.dispatch('p', { title: ' \n', scope: '' })).rejects.toThrow('a task needs a title');
    await expect(work.report('ann', { when: '2026-03-28', status: ' \n ' })).rejects.toThrow('the report is empty');
    expect(() => work.done('p', 'ann', { id: '1' }, '')).toThrow('a completed task needs a summary');
    expect(team.read(P)).toBe(projectNote(taskText('1', 'One')));
    await work.store.edits.whenIdle();
  });

  it('repeats a claim if another program overwrote it with the earlier text', async () => {
    const team = teamWith(taskText('1', 'One'));
    const work = team.work();
    const before = team.read(P);
    await work.claim('p', 'ann');
    const next = path.join(team.root, 'next.md');
    fs.writeFileSync(next, before);
    fs.renameSync(next, path.join(team.root, P));
    await work.store.edits.whenIdle();
    expect(team.read(P)).toContain('**Agent:** ann');
    expect(work.store.edits.problems).toEqual([]);
  });

  it('reports a lost claim if the file has other changes too', async () => {
    const team = teamWith(taskText('1', 'One'));
    const work = team.work();
    const before = team.read(P);
    await work.claim('p', 'ann');
    const next = path.join(team.root, 'next.md');
    fs.writeFileSync(next, before.replace('One', 'One more'));
    fs.renameSync(next, path.join(team.root, P));
    await work.store.edits.whenIdle();
    expect(team.read(P)).not.toContain('**Agent:** ann');
    expect(work.store.edits.problems).toEqual([
      expect.stringContaining('the claim of task "One" in p by ann is no longer in the file as written'),
    ]);
  });

  it('does not repeat a claim that this process reverted', async () => {
    const team = teamWith(taskText('1', 'One'));
    // A real sleep before the check of the claim, so that the task is reopened during it.
    const { sleep } = nodeRuntime({});
    const work = new TeamWork(TeamStore.open({ ...team.runtime, sleep }, team.root), 'UTC');
    await work.claim('p', 'ann', { id: '1' });
    await work.reopen('p', { id: '1' });
    await work.store.edits.whenIdle();
    expect(team.read(P)).toBe(projectNote(taskText('1', 'One')));
    expect(work.store.edits.problems).toEqual([]);
  });

  it('repeats a reassignment that was lost', async () => {
    const team = teamWith(taskText('1', 'One', 'in-progress', '**Agent:** ann\n**Started:** 2026-03-28T09:00\n'));
    const work = team.work();
    const before = team.read(P);
    await work.reassign('p', { id: '1' }, 'bob');
    const next = path.join(team.root, 'next.md');
    fs.writeFileSync(next, before);
    fs.renameSync(next, path.join(team.root, P));
    await work.store.edits.whenIdle();
    expect(team.read(P)).toContain('**Agent:** bob\n**Started:** 2026-03-28T14:30');
  });

  it('changes the unsaved text of a note, and not its file', async () => {
    const team = teamWith(taskText('1', 'One'));
    let typed = `${team.read(P)}\nTyped.\n`;
    const unsaved = {
      text: (file: string) => (file === P ? typed : null),
      edit: async (_file: string, change: (text: string) => string) => {
        typed = change(typed);
      },
    };
    const work = new TeamWork(team.store(), 'UTC', unsaved);
    expect((await work.claim('p', 'ann')).task.agent).toBe('ann');
    await work.store.edits.whenIdle();
    expect(typed).toContain('**Agent:** ann');
    expect(typed.endsWith('\nTyped.\n')).toBe(true);
    expect(team.read(P)).toBe(projectNote(taskText('1', 'One')));
  });

  it.each(['Learn C#', 'Use #', '# Top', '###', '**Status:** done', 'a <!-- b', 'back\\<!-- slash', '```', '- x', 'ü'.repeat(500)])(
    'dispatches a task with any title in both layouts: %j',
    async (title) => {
      const team = new TeamFolder({
        'agents/web/web.md': agentNote('Web'),
        'agents/web/tasks.md': '## First\n**Status:** ready\n',
        [P]: projectNote(taskText('1', 'One')),
      });
      const work = team.work();
      for (const project of ['p', 'web']) {
        const queued = await work.dispatch(project, { title, scope: `${title}\n${title} -->` });
        expect(queued.task).toMatchObject({ title, scope: `${title}\n${title} -->`, state: 'ready' });
        expect(work.requireProject(project).tasks).toHaveLength(2);
      }
      await work.claim('web', 'web', { id: 'first' });
      const { task } = await work.claim('web', 'web');
      await work.done('web', 'web', task, `--> ${title}`);
      expect(work.requireProject('web').tasks.map(({ state }) => state)).toEqual(['in-progress', 'done']);
      await work.store.edits.whenIdle();
      expect(work.store.edits.problems).toEqual([]);
    },
  );

  it('keeps the byte order mark, line ends and all text outside its task', async () => {
    const text =
      `\ufeff${projectNote(`${taskText('1', 'One')}text without a field\n\n${taskText('1', 'One')}## Work Queue\n\n## Other\nkept`)}`.replaceAll(
        '\n',
        '\r\n',
      );
    const team = teamWith('');
    team.write(P, text);
    const work = team.work();
    const { task } = await work.claim('p', 'ann', { id: '1#2' });
    expect(task.line).toBe(14);
    await work.store.edits.whenIdle();
    const claimed = '**Status:** in-progress\r\n**Agent:** ann\r\n**Started:** 2026-03-28T14:30\r\n';
    const at = text.lastIndexOf('**Status:** ready\r\n');
    expect(team.read(P)).toBe(text.slice(0, at) + claimed + text.slice(at + '**Status:** ready\r\n'.length));
  });

  it('joins several lines into one for a single-line field', async () => {
    const team = teamWith(taskText('1', 'One'));
    const work = team.work();
    await work.change('p', { id: '1' }, { Task: 'New\n### title\n**Status:** done', Blocked: 'because\n## of this' });
    expect(work.requireProject('p').tasks).toMatchObject([
      { title: 'New ### title **Status:** done', blocked: 'because\n## of this', state: 'ready' },
    ]);
    await work.store.edits.whenIdle();
    expect(work.store.edits.problems).toEqual([]);
  });
});
