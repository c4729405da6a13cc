import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import { readStatus, readStatuses } from '../../../../src/engine/stack/status.ts';
import { StackStore } from '../../../../src/engine/stack/store.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { messageText, stackWith } from '../../../support/stack-folders.ts';

const NOW = Date.UTC(2026, 1, 1);

describe('the status of a stack', () => {
  it('contains the task, tasks in progress and blocked tasks, and counts messages', () => {
    const stack = stackWith({
      'CURRENT.md': '# Current State\n\n## Current Task\nLogin\n',
      'PLAN.md': '- [ ] a\n- [>] b\n- [x] c\n- [!] d | blocked: why\n- [~] e\n- [?] f\n- [>] g\n',
      'INBOX.md': messageText({ ID: '1' }) + messageText({ ID: '2' }),
      'OUTBOX.md': messageText({ ID: '3' }),
      '.local/read.json': '{"read": ["2"]}',
    });
    const status = readStatus(stack, NOW);
    expect(status).toMatchObject({
      name: 'bob',
      directory: stack.store.directory,
      exists: true,
      unread: 1,
      inbox: 2,
      outbox: 1,
      problems: [],
    });
    expect(status.current.task).toBe('Login');
    expect(status.counts).toEqual({ pending: 1, 'in progress': 2, completed: 1, blocked: 1, closed: 1, unknown: 1 });
    expect(status.inProgress.map(({ title }) => title)).toEqual(['b', 'g']);
    expect(status.blocked.map(({ title }) => title)).toEqual(['d']);
  });

  it('counts overdue messages of its agent in all given stacks', () => {
    const [ann, bob] = [
      stackWith({}, 'agent-ann'),
      stackWith({ 'INBOX.md': messageText({ ID: '1' }) + messageText({ ID: '2', From: 'carl' }) }),
    ];
    expect(readStatus(ann, NOW).overdue).toBe(0);
    expect(readStatus(ann, NOW, [ann, bob]).overdue).toBe(1);
    expect(readStatuses([ann, bob], NOW).map(({ overdue }) => overdue)).toEqual([1, 0]);
  });

  it('is empty without files', () => {
    const missing = { name: 'x', store: new StackStore(nodeRuntime({}), path.join(temporaryFolder(), '.cstack')) };
    expect(readStatus(missing, NOW)).toMatchObject({ exists: false, inbox: 0, unread: 0, problems: [] });
  });

  it('contains problems of broken files, and the rest', () => {
    const stack = stackWith({ 'PLAN.md/folder': '', 'INBOX.md': messageText({}), '.local/read.json': '{broken' });
    const status = readStatus(stack, NOW);
    expect(status).toMatchObject({ inbox: 1, unread: 1 });
    expect(status.problems).toEqual([expect.stringContaining('PLAN.md: is a folder')]);
  });
});
