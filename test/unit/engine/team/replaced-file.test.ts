import { describe, expect, it } from 'vitest';
import { CortexError } from '../../../../src/engine/platform/errors.ts';
import { withProjects } from '../../../../src/engine/team/notes/agent-projects.ts';
import { writeTaskHeartbeat } from '../../../../src/engine/team/notes/heartbeat.ts';
import { addSession } from '../../../../src/engine/team/notes/session-log.ts';
import { finishTask, reopenTask } from '../../../../src/engine/team/queue/moves.ts';
import { addTask } from '../../../../src/engine/team/queue/new-task.ts';
import { AGENT_QUEUE, PROJECT_QUEUE, parseQueue } from '../../../../src/engine/team/queue/queue.ts';
import { setFields } from '../../../../src/engine/team/queue/queue-edit.ts';
import { agentNote, projectNote, TeamFolder, taskText } from '../../../support/team-folder.ts';

const slug = 'web';

const by = { agent: 'ann', at: '2026-03-28T14:30' };
const id = '2026-03-28T10:00';
const queue = (task: string): string => `## Work Queue\n\n### ${id}\n${task}`;
const first = (text: string) => parseQueue(text, PROJECT_QUEUE)[0];

describe('text of a person in a task', () => {
  it.each([
    '**Status:** ready\nSee the wiki.\n',
    '**Status:** ready\n\nSee the wiki.  \n',
    'See the wiki.\n',
    'See the wiki.\n\n**Status:** ready\n',
  ])('is unchanged after a block reason is added and removed: %j', (task) => {
    const text = queue(`${task}\n### later\n`);
    const blocked = setFields(text, PROJECT_QUEUE, { id }, { Blocked: 'no key' });
    expect(first(blocked)?.blocked).toBe('no key');
    expect(setFields(blocked, PROJECT_QUEUE, { id }, { Blocked: null })).toBe(text);
  });

  it('below an approval field stays when the task is approved', () => {
    const text = queue('**Status:** ready\n**Approval:** needed\nAsk Ann first.\n');
    const approved = setFields(text, PROJECT_QUEUE, { id }, { Approval: 'person:ann 2026-03-28T14:30' });
    expect(approved).toBe(queue('**Status:** ready\n**Approval:** person:ann 2026-03-28T14:30\nAsk Ann first.\n'));
  });

  it('below the status is not part of the summary', () => {
    const text = queue('**Status:** in-progress\nSee the wiki.\n**Agent:** ann\n');
    const done = finishTask(text, { shape: PROJECT_QUEUE, slug }, { id }, by, 'It is there.');
    expect(first(done)?.summary).toBe('It is there.');
    expect(done).toBe(queue('**Status:** done\nSummary: It is there.\n\nSee the wiki.\n**Agent:** ann\n**Completed:** 2026-03-28T14:30\n'));
  });

  it('in several summaries is kept when the task is reopened', () => {
    const text = '## One\n**Status:** done\nSummary: first\nSummary: second\n\n### Summary\nthird\n';
    const reopened = reopenTask(text, { shape: AGENT_QUEUE, slug }, { id: 'one' });
    expect(reopened).toBe('## One\n**Status:** ready\n**Earlier summary:** first\nsecond\nthird\n\n');
  });

  it.each(['\n', '\r\n'])('below the session placeholder of the template stays when the first report is added: %j', (eol) => {
    const log = ['## Session Log', 'Last session: --', 'Status: registered', '', 'Ask Ann first.', ''].join(eol);
    expect(addSession(log, { when: '2026-03-28', status: 'here' })).toBe(
      ['## Session Log', 'Last session: 2026-03-28', 'Status: here', '', 'Ask Ann first.', ''].join(eol),
    );
  });

  it('keeps trailing spaces of its last line', () => {
    const added = addTask(queue('**Status:** ready  \n'), PROJECT_QUEUE, { heading: 'later', title: 'Two', scope: '' });
    expect(added).toBe(queue('**Status:** ready  \n\n### later\n**Task:** Two\n**Status:** ready\n'));
    expect(addSession('## Session Log\nA note  \n', { when: '2026-03-28', status: 'here' })).toBe(
      '## Session Log\nA note  \n\nLast session: 2026-03-28\nStatus: here\n',
    );
  });
});

describe('a field that occurs twice', () => {
  it('is removed completely, so that the second one does not become valid', () => {
    const twice = queue('**Status:** in-progress\n**Agent:** ann\n**Started:** 2026-03-27\n**Agent:** bob\n');
    expect(first(reopenTask(twice, { shape: PROJECT_QUEUE, slug }, { id }))).toMatchObject({ state: 'ready', agent: null, started: null });
    const blocked = queue('**Status:** in-progress\n**Blocked:** a\n**Agent:** ann\n**Blocked:** b\n');
    expect(first(finishTask(blocked, { shape: PROJECT_QUEUE, slug }, { id }, by, 'Done.'))?.blocked).toBeNull();
  });
});

describe('a change that would be hidden', () => {
  const failure = (change: () => unknown): CortexError => {
    try {
      change();
    } catch (error) {
      if (error instanceof CortexError) return error;
    }
    throw new Error('it worked');
  };
  const OPEN = 'unclosed code block or comment, which would hide the change';

  it.each(['```\nnpm start\n', '<!-- not yet\n'])('by an unclosed construct of a note is refused, with the line: %j', (open) => {
    const note = `## Role\nBuilds.\n${open}`;
    for (const change of [
      () => addSession(note, { when: '2026-03-28', status: 'here' }),
      () => writeTaskHeartbeat(note, by.at),
      () => withProjects(note, { add: ['q'], remove: [] }),
    ])
      expect(failure(change)).toMatchObject({ code: 'broken-file', message: OPEN, data: { line: 3 } });
  });

  it('by an unclosed code block of a queue is refused, and the queue is unchanged', async () => {
    const text = projectNote(`${taskText(id, 'One')}\n\`\`\`\nnpm start\n`);
    const team = new TeamFolder({ 'agents/ann.md': agentNote('ann', ['p']), 'projects/p.md': text });
    const work = team.work();
    await expect(work.dispatch('p', { title: 'Two', scope: '' })).rejects.toMatchObject({ message: OPEN, data: { file: 'projects/p.md' } });
    expect(team.read('projects/p.md')).toBe(text);
    // Tasks before the unclosed code block can be changed.
    expect((await work.claim('p', 'ann')).task.agent).toBe('ann');
    await work.store.edits.whenIdle();
  });
});
