import { describe, expect, it } from 'vitest';
import { changeAroundConflicts } from '../../../../src/engine/team/conflicts.ts';
import { housekeep } from '../../../../src/engine/team/housekeep.ts';
import { registerAgent } from '../../../../src/engine/team/members.ts';
import { listClaimable } from '../../../../src/engine/team/owners.ts';
import { AGENT_QUEUE, PROJECT_QUEUE, parseQueue } from '../../../../src/engine/team/queue/queue.ts';
import { teamStatus } from '../../../../src/engine/team/team-status.ts';
import { agentNote, projectNote, TeamFolder, taskText } from '../../../support/team-folder.ts';

const conflict = (ours: string, theirs: string, base?: string) =>
  `<<<<<<< HEAD\n${ours}${base === undefined ? '' : `||||||| base\n${base}`}=======\n${theirs}>>>>>>> theirs\n`;
const ONE = taskText('2026-03-28T10:00', 'One');
const CONFLICT = conflict(taskText('2026-03-28T11:00', 'Ours'), taskText('2026-03-28T11:00', 'Theirs'));
const rules = (now: number) => ({ now, timeZone: 'UTC', staleMinutes: 30 });

function teamWith(tasks: string): TeamFolder {
  return new TeamFolder({ 'agents/ann.md': agentNote('ann', ['p']), 'projects/p.md': projectNote(tasks) });
}

describe('a merge conflict in a work queue', () => {
  it('is neither read nor offered, and is reported with its lines and the command that resolves it', () => {
    const team = teamWith(`${conflict('### 2026-03-28T09:00\n**Task:** A\n**Status:** ready\n', '')}\n${ONE}`);
    const store = team.store();
    const [ann] = [...store.agents.values()];
    expect(ann && listClaimable(ann, store.projects.values()).map(({ task }) => task.title)).toEqual(['One']);
    expect(store.problems).toEqual([
      {
        path: 'projects/p.md',
        line: 8,
        severity: 'error',
        code: 'merge-conflict',
        message: `merge conflict in lines 8 to 13: the lines between git's conflict markers are not read. To keep both sides: cortex team settle ${store.root}/projects/p.md`,
      },
    ]);
  });

  it.each([
    ['its status', `### 2026-03-28T10:00\n**Task:** One\n${conflict('**Status:** ready\n', '**Status:** done\n')}`],
    ['its scope', `${ONE}${conflict('**Scope:** a\n', '**Scope:** b\n')}`],
    ['the heading below it', `${ONE}${conflict('### 2026-03-28T11:00\n', '### 2026-03-28T11:01\n')}**Task:** Two\n**Status:** ready\n`],
    ['what nobody has ended', `${ONE}<<<<<<< HEAD\na\n=======\nb\n`],
  ])('prevents claiming and changing a task: %s', async (_what, tasks) => {
    const team = teamWith(tasks);
    const text = team.read('projects/p.md');
    const work = team.work();
    expect(work.requireProject('p').tasks).toMatchObject([{ title: 'One', conflict: expect.any(Number) }]);
    await expect(work.claim('p', 'ann')).rejects.toMatchObject({ code: 'denied', data: { line: expect.any(Number) } });
    await expect(work.claim('p', 'ann', { id: '2026-03-28T10:00' })).rejects.toMatchObject({
      code: 'denied',
      data: { file: 'projects/p.md', line: expect.any(Number) },
    });
    for (const move of [work.reopen('p', { id: '2026-03-28T10:00' }), work.change('p', { id: '2026-03-28T10:00' }, { Blocked: 'x' })])
      await expect(move).rejects.toMatchObject({ code: 'denied' });
    expect(team.read('projects/p.md')).toBe(text);
  });

  it('stays byte for byte when other tasks are claimed, completed, dispatched and pruned', async () => {
    const team = teamWith(
      `${CONFLICT}\n${ONE}\n${taskText('2026-03-20T10:00', 'Old', 'done')}\n${taskText('2026-03-28T12:00', 'Two')}${CONFLICT}`,
    );
    const work = team.work();
    await work.claim('p', 'ann');
    await work.done('p', 'ann', { id: '2026-03-28T10:00' }, 'It is there.');
    await work.dispatch('p', { title: 'Three', scope: 'Do it.' });
    const text = team.read('projects/p.md');
    expect(text.split(CONFLICT)).toHaveLength(3);
    expect(parseQueue(text, PROJECT_QUEUE).map(({ title, state }) => [title, state])).toEqual([
      ['One', 'done'],
      ['Old', 'done'],
      ['Two', 'ready'],
      ['Three', 'ready'],
    ]);
    const store = team.store();
    const { removed } = await housekeep(store, { now: team.now, timeZone: 'UTC' }, false);
    expect(removed.map(({ id }) => id)).toEqual(['2026-03-20T10:00']);
    expect(team.read('projects/p.md').split(CONFLICT)).toHaveLength(3);
  });
});

describe('a merge conflict in a note', () => {
  const TICKS = conflict('<!-- cortex:last-tick 2026-03-28T14:20 -->\n', '<!-- cortex:last-tick 2026-03-28T14:25 -->\n');

  it('does not count as a heartbeat, neither in the header nor in the task file', async () => {
    const beats = conflict('last-heartbeat: "2026-03-28T14:20"\n', 'last-heartbeat: "2026-03-28T14:25"\n', 'last-heartbeat: ""\n');
    const team = new TeamFolder({
      'agents/ann.md': `---\nname: Ann\n${beats}---\n## Role\nBuilds.\n`,
      'agents/bob/bob.md': '---\nname: Bob\n---\n',
      'agents/bob/tasks.md': `## A\n**Status:** done\n\n${TICKS}`,
    });
    expect(teamStatus(team.store(), rules(team.now)).agents.map(({ state }) => state)).toEqual(['new', 'new']);
    const work = team.work();
    for (const agent of ['ann', 'bob']) await work.heartbeat(agent);
    await work.report('ann', { when: '2026-03-28', status: 'here' });
    expect(team.read('agents/ann.md')).toBe(
      `---\nname: Ann\n${beats}last-heartbeat: 2026-03-28T14:30\n---\n## Role\nBuilds.\n\n## Session Log\nLast session: 2026-03-28\nStatus: here\n`,
    );
    expect(team.read('agents/bob/tasks.md')).toBe(`## A\n**Status:** done\n\n${TICKS}\n<!-- cortex:last-tick 2026-03-28T14:30 -->\n`);
    expect(teamStatus(team.store(), rules(team.now)).agents.map(({ state }) => state)).toEqual(['active', 'active']);
  });

  it('prevents trimming of its session log', async () => {
    const log = `## Session Log\nLast session: 2026-03-01\nStatus: a\n\n${conflict('Last session: 2026-03-02\n', 'Last session: 2026-03-03\n')}`;
    const team = new TeamFolder({ 'agents/ann.md': agentNote('ann', [], log) });
    const store = team.store();
    expect(await housekeep(store, { now: team.now, timeZone: 'UTC' }, false)).toMatchObject({ removed: [] });
    expect(team.read('agents/ann.md')).toBe(agentNote('ann', [], log));
  });

  it('in a template prevents creation of notes from it', async () => {
    const team = new TeamFolder({
      'agents/ann.md': agentNote('ann'),
      'templates/agent-template.md': `---\nname: ""\n---\n${conflict('## Role\n', '## Task\n')}`,
    });
    const store = team.store();
    const bob = { name: 'Bob', project: '', role: '', projects: [], capabilities: [], joined: '2026-03-28' };
    await expect(registerAgent(store, bob)).rejects.toMatchObject({
      code: 'broken-file',
      data: { file: 'templates/agent-template.md', line: 4 },
    });
    expect(store.problems).toMatchObject([{ path: 'templates/agent-template.md', line: 4, severity: 'error' }]);
  });
});

describe('a change around conflicts', () => {
  it('keeps their content, even if the text contains a placeholder comment of its own', () => {
    const text = `<!-- conflict-0-0- -->\n${CONFLICT}a\n${CONFLICT.replaceAll('\n', '\r\n')}`;
    expect(changeAroundConflicts(text, (rest) => rest.replace('a\n', 'b\n'))).toBe(text.replace('a\n', 'b\n'));
    expect(() => changeAroundConflicts(text, () => '')).toThrow("the change would touch git's conflict markers");
  });

  it('recognizes a conflict at the end of a file without a line break', () => {
    const text = `## A\n**Status:** ready\n\n${conflict('b\n', 'c\n').trimEnd()}`;
    expect(changeAroundConflicts(text, (rest) => `${rest}\nend`)).toBe(`${text}\nend`);
    expect(parseQueue(text, AGENT_QUEUE)[0]).toMatchObject({ conflict: 4, scope: null });
  });
});
