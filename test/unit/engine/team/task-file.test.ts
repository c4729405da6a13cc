import { describe, expect, it } from 'vitest';
import { housekeep } from '../../../../src/engine/team/housekeep.ts';
import { AGENT_QUEUE, PROJECT_QUEUE, parseQueue } from '../../../../src/engine/team/queue/queue.ts';
import { setFields } from '../../../../src/engine/team/queue/queue-edit.ts';
import { teamStatus } from '../../../../src/engine/team/team-status.ts';
import type { TeamStore } from '../../../../src/engine/team/team-store.ts';
import { TeamFolder } from '../../../support/team-folder.ts';

const NOTE = '---\nname: Ann\nproject: ~/work\nstatus: active\njoined: 2026-03-01\n---\n\n## Role\nBuilds.\n';
const TASK = '## Refund mails\n**Status:** ready\n\nSend a mail after each refund.\n- [ ] template\n';
const TICK = '<!-- cortex:last-tick 2026-03-28T14:20 -->\n';

const teamWith = (tasks: string) => new TeamFolder({ 'agents/ann/ann.md': NOTE, 'agents/ann/tasks.md': tasks });
const tasksIn = (team: TeamFolder) => team.read('agents/ann/tasks.md');
const rules = (now: number) => ({ now, timeZone: 'UTC', staleMinutes: 30 });
const annIn = (store: TeamStore, now: number) => teamStatus(store, rules(now)).agents.find(({ slug }) => slug === 'ann');

describe('heartbeat in a task file', () => {
  it('counts like one in the note; the later one is used', () => {
    const team = teamWith(`${TASK}\n${TICK}`);
    expect(annIn(team.store(), team.now)).toMatchObject({ state: 'active', lastBeat: Date.parse('2026-03-28T14:20Z'), problem: null });
    team.write('agents/ann/ann.md', NOTE.replace('joined', 'last-heartbeat: "2026-03-28T14:25"\njoined'));
    expect(annIn(team.store(), team.now)?.lastBeat).toBe(Date.parse('2026-03-28T14:25Z'));
  });

  it.each([
    [TASK, '2026-03-28T15:00', 'down'],
    ['', '2026-03-28T15:00', 'idle'],
    [TASK.replace('ready', 'done'), '2026-03-28T15:00', 'idle'],
  ])('if stale, means down with work and idle without: %j', (tasks, now, state) => {
    const team = teamWith(`${tasks}\n${TICK}`);
    team.at(now);
    expect(annIn(team.store(), team.now)?.state).toBe(state);
  });

  it.each([
    ['', '<!-- cortex:last-tick 2026-03-28T14:30 -->\n'],
    [TASK, `${TASK}\n<!-- cortex:last-tick 2026-03-28T14:30 -->\n`],
    [`${TASK}\n${TICK}`, `${TASK}\n<!-- cortex:last-tick 2026-03-28T14:30 -->\n`],
    ['## A\r\n**Status:** ready', '## A\r\n**Status:** ready\r\n\r\n<!-- cortex:last-tick 2026-03-28T14:30 -->\r\n'],
    ['<!-- cortex:last-tick YYYY-MM-DDTHH:MM -->\n', '<!-- cortex:last-tick 2026-03-28T14:30 -->\n'],
    ['<!-- cortex:last-tick -->\n', '<!-- cortex:last-tick 2026-03-28T14:30 -->\n'],
    [`${TICK}## A\n**Status:** ready\n`, '<!-- cortex:last-tick 2026-03-28T14:30 -->\n## A\n**Status:** ready\n'],
  ])('is updated or added, and no other byte changes: %j', async (before, after) => {
    const team = teamWith(before);
    const work = team.work();
    await work.heartbeat('ann');
    await work.store.edits.whenIdle();
    expect(tasksIn(team)).toBe(after);
    expect(team.read('agents/ann/ann.md')).toBe(NOTE);
  });

  it('creates the task file if it does not exist', async () => {
    const team = new TeamFolder({ 'agents/ann/ann.md': NOTE });
    const work = team.work();
    await work.heartbeat('ann');
    await work.store.edits.whenIdle();
    expect(tasksIn(team)).toBe('<!-- cortex:last-tick 2026-03-28T14:30 -->\n');
  });

  it('stays the last line when tasks are dispatched, claimed, completed and pruned', async () => {
    const team = teamWith(`${TASK}\n${TICK}`);
    const work = team.work();
    await work.dispatch('ann', { title: 'Second', scope: 'Do this.' });
    expect(tasksIn(team)).toBe(`${TASK}\n## Second\n**Status:** ready\n\nDo this.\n\n${TICK}`);
    await work.claim('ann', 'ann', { id: 'second' });
    const { task } = await work.done('ann', 'ann', { id: 'second' }, 'It is there.');
    expect(task).toMatchObject({ summary: 'It is there.', scope: 'Do this.' });
    expect(tasksIn(team)).toBe(
      `${TASK}\n## Second\n**Status:** done\n**Agent:** ann\n**Started:** 2026-03-28T14:30\n**Completed:** 2026-03-28T14:30\n\nDo this.\n\n### Summary\nIt is there.\n\n${TICK}`,
    );
    await work.store.edits.whenIdle();
    team.at('2026-04-10T10:00');
    const store = team.store();
    await housekeep(store, { now: team.now, timeZone: 'UTC' }, false);
    expect(tasksIn(team)).toBe(`${TASK}\n${TICK}`);
    await store.edits.whenIdle();
  });

  it('is not used for an agent with a note in the first layout', async () => {
    const note = NOTE.replace('joined', 'last-heartbeat: ""\njoined');
    const team = new TeamFolder({ 'agents/ann.md': note, 'agents/bob/bob.md': NOTE.replace('Ann', 'Bob') });
    const work = team.work();
    await work.heartbeat('ann');
    await work.store.edits.whenIdle();
    expect(team.read('agents/ann.md')).toBe(note.replace('""', '"2026-03-28T14:30"'));
    team.at('2026-03-28T16:00');
    expect(teamStatus(team.store(), rules(team.now)).agents.map(({ slug, state }) => [slug, state])).toEqual([
      ['ann', 'down'],
      ['bob', 'new'],
    ]);
  });
});

describe('a heartbeat with a day but no time', () => {
  it.each([
    ['2026-03-28T23:00', 'active'],
    ['2026-03-29T00:20', 'active'],
    ['2026-03-29T00:31', 'down'],
  ])('counts until the end of that day: the agent at %s is %s', (now, state) => {
    const team = teamWith(`${TASK}\n<!-- cortex:last-tick 2026-03-28 -->\n`);
    team.at(now);
    expect(annIn(team.store(), team.now)).toMatchObject({ state, lastDay: '2026-03-28', problem: null });
  });
});

const scopeOf = (text: string, shape = AGENT_QUEUE) => parseQueue(text, shape)[0]?.scope;

describe('text below the fields of a task', () => {
  it.each([
    ['one line', '**Status:** ready\n\nDo it.\n', 'Do it.'],
    ['right below', '**Status:** ready\nDo it.\n', 'Do it.'],
    [
      'all of it',
      '\n**Status:** done\n**Started:** 2026-03-28T10:00\n\nA\n\n- b\n\n### Steps\n1. c\n\n### Summary\nDone.\n',
      'A\n\n- b\n\n### Steps\n1. c',
    ],
    ['with code', '**Status:** ready\n\n```sh\n## no heading\n**Status:** done\n```\n', '```sh\n## no heading\n**Status:** done\n```'],
    ['with bold words', '**Status:** ready\n\nA\n**Note:** b\nc\n', 'A\n**Note:** b\nc'],
    ['that only begins with bold words', '**Status:** ready\n\n**Note:** b\n', '**Note:** b'],
    ['behind unknown fields', '**Status:** ready\n**Priority:** high\n\nA\n', 'A'],
    ['above the fields', 'A\n**Status:** ready\n', 'A'],
    ['behind a reason', '**Status:** ready\n**Blocked:** no key\nyet\n\nA\n', 'A'],
    ['a placeholder', '**Status:** ready\n\n<description of what to do>\n', null],
    ['a comment', '**Status:** ready\n\n<!-- what is to be done -->\n', null],
    ['nothing', '**Status:** ready\n', null],
    ['a scope of its own', '**Scope:** A\n**Status:** ready\n\nB\n', 'A'],
  ])('is its scope: %s', (_what, text, scope) => {
    expect(scopeOf(`## T\n${text}\n## Next\n**Status:** ready\n`)).toBe(scope);
    expect(scopeOf(`## Work Queue\n\n### 2026-03-28T10:00\n${text.replace(/^### /gm, '#### ')}`, PROJECT_QUEUE)).toBe(
      scope?.replace('### ', '#### ') ?? scope,
    );
  });

  it('is the summary of a done task that has a scope, as the first revisions write it', () => {
    const text = '## Work Queue\n\n### 2026-03-28T10:00\n**Task:** T\n**Scope:** A\n**Status:** done\nIt is there.\n';
    expect(parseQueue(text, PROJECT_QUEUE)[0]).toMatchObject({ scope: 'A', summary: 'It is there.' });
  });

  it.each(['B', 'B\n\nC', '## B', '### Summary\nB', '**Status:** done', '```\nopen', '<!-- open', '```\n## code\n```', '\\# B', ''])(
    'is changed in place: %j',
    (scope) => {
      for (const eol of ['\n', '\r\n']) {
        const text = '## T\n**Status:** ready\n\nA\n\n### Summary\nOld.\n\n## Next\n**Status:** ready\n'.replaceAll('\n', eol);
        const changed = setFields(text, AGENT_QUEUE, { id: 't' }, { Scope: scope });
        const [task, next] = parseQueue(changed, AGENT_QUEUE);
        expect(task).toMatchObject({ scope: scope || null, state: 'ready', summary: 'Old.' });
        expect(next?.id).toBe('next');
        expect(changed.startsWith(`## T${eol}**Status:** ready${eol}${eol}`)).toBe(true);
        expect(changed.endsWith(text.slice(text.indexOf('### Summary')))).toBe(true);
        if (scope === 'B') expect(changed).toBe(text.replace('A', 'B'));
      }
    },
  );

  it('is added if there is none', () => {
    expect(setFields('## T\n**Status:** ready\n\n## Next\n', AGENT_QUEUE, { id: 't' }, { Scope: 'B' })).toBe(
      '## T\n**Status:** ready\n\nB\n\n## Next\n',
    );
    expect(setFields('## T\n', AGENT_QUEUE, { id: 't' }, { Scope: 'B' })).toBe('## T\nB\n');
  });
});

describe('a placeholder task of a template', () => {
  it.each([
    '## <title>\n**Status:** <status>\n**Started:** <timestamp>\n**Completed:** <timestamp>\n\n<body>\n',
    '## <descriptive title>\n**Status:** ready\n\n<description of what to do>\n',
  ])('is ignored in a task file: %j', (text) => {
    expect(parseQueue(text, AGENT_QUEUE)).toEqual([]);
  });

  it('is ignored in a work queue', () => {
    const text = '## Work Queue\n\n### <ISO timestamp>\n**Task:** Short title\n**Scope:** Detailed description\n**Status:** ready\n';
    expect(parseQueue(text, PROJECT_QUEUE)).toEqual([]);
  });

  it('is not confused with a task whose title is in angle brackets', () => {
    expect(parseQueue('## <title>\n**Status:** ready\n\nSet it on every page.\n', AGENT_QUEUE)).toHaveLength(1);
    expect(parseQueue('## <Button>\n**Status:** ready\n', AGENT_QUEUE)).toHaveLength(1);
  });
});
