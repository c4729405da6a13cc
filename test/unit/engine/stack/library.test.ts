import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cstack } from '../../../../src/engine/index.ts';
import { formatMessage, parseMessages } from '../../../../src/engine/stack/messages/format.ts';
import { removeMessages } from '../../../../src/engine/stack/messages/remove-messages.ts';
import { setNote, setStatus } from '../../../../src/engine/stack/plan/plan-edit.ts';
import { temporaryFolder } from '../../../support/folders.ts';
import { stackRuntime } from '../../../support/stack-project.ts';

const fixtures = path.join(import.meta.dirname, '../../../fixtures');

/** Copies a fixture to a temporary folder. */
function copyOf(name: string): string {
  const root = temporaryFolder();
  fs.cpSync(path.join(fixtures, name), root, { recursive: true });
  return root;
}

const V1 = 'stacks-v1';
const text = (root: string, file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const fixture = (file: string) => text(fixtures, file);

describe('the library', () => {
  it('reads files of version 1', async () => {
    const root = path.join(fixtures, V1);
    expect(await cstack.parseCurrent(root)).toEqual({ task: '', focus: '', nextSteps: ['Step 1', 'Step 2', 'Step 3'] });
    const { tasks, notes } = await cstack.parsePlan(root);
    expect(tasks.map(({ title, status }) => [title, status])).toEqual([
      ['Pending task', 'pending'],
      ['In progress task', 'in progress'],
      ['Completed task', 'completed'],
      ['Blocked task', 'blocked'],
    ]);
    expect(notes).toBe('Additional context and notes');
    expect(await cstack.readInbox(root)).toMatchObject([
      { id: 'msg-a7f3', from: 'agent-id', thread: 'optional-thread-id', content: 'Message content here.' },
    ]);
  });

  it('reads files of version 2', async () => {
    const [inbox, outbox] = [
      await cstack.readInbox(path.join(fixtures, 'stacks-v2/backend')),
      await cstack.readOutbox(path.join(fixtures, 'stacks-v2/frontend')),
    ];
    expect(inbox).toMatchObject([
      { id: 'msg-a7f3bc', from: 'manager', to: 'agent-backend', type: 'task', content: 'Implement the login endpoint.' },
    ]);
    expect(outbox).toMatchObject([{ id: 'msg-b8c4de', to: null, thread: 'auth-implementation', replyTo: 'msg-a7f3bc', type: 'question' }]);
  });

  it('treats missing files as empty, and rejects a missing folder', async () => {
    const root = temporaryFolder();
    expect(await cstack.parseCurrent(root)).toEqual({ task: '', focus: '', nextSteps: [] });
    expect(await cstack.parsePlan(root)).toEqual({ tasks: [], notes: '' });
    expect([await cstack.readInbox(root), await cstack.readOutbox(root)]).toEqual([[], []]);
    expect(fs.readdirSync(root)).toEqual([]);
    await expect(cstack.parseCurrent(path.join(root, 'missing'))).rejects.toMatchObject({ code: 'not-found' });
  });

  it('writes each message into an INBOX once', async () => {
    const root = temporaryFolder();
    await cstack.initStack(root, {}, stackRuntime);
    const message = { from: 'manager', type: 'task', content: 'Implement feature X' };
    const id = await cstack.sendMessage(root, message, stackRuntime);
    await Promise.all([
      cstack.writeInbox(root, message, stackRuntime),
      cstack.writeInboxAtomic(root, { ...message, id: 'mine' }, stackRuntime),
    ]);
    expect(await cstack.readInbox(root)).toMatchObject([
      { id, from: 'manager', to: null, content: 'Implement feature X', time: '2026-01-19T10:30:20Z' },
      { id: 'mine' },
    ]);
    await expect(cstack.sendMessage(root, { ...message, from: 'a\nTo: b' }, stackRuntime)).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('removes processed messages from an OUTBOX, and later ones only when clearing all', async () => {
    const root = copyOf('stacks-v2/frontend');
    const outbox = path.join(root, '.cstack/OUTBOX.md');
    const processed = await cstack.readOutbox(root);
    const later = '\n---\nFrom: agent-frontend\nTo: manager\nType: done\n---\nlater\n';
    fs.appendFileSync(outbox, later);
    await cstack.clearOutbox(root, processed);
    expect(fs.readFileSync(outbox, 'utf8')).toBe(later);
    await cstack.clearOutbox(root);
    expect(fs.readFileSync(outbox, 'utf8')).toBe('');
  });
});

describe('files of the seeds', () => {
  it.each([`${V1}/.cstack/INBOX.md`, 'stacks-v2/backend/.cstack/INBOX.md', 'stacks-v2/frontend/.cstack/OUTBOX.md'])(
    '%s is restored to the byte after a message is added and removed',
    (file) => {
      for (const original of [fixture(file), fixture(file).replaceAll('\n', '\r\n'), `\ufeff${fixture(file)}`]) {
        const [first] = parseMessages(`\n${fixture(file)}`).messages;
        if (first === undefined) throw new Error('the fixture has no message');
        const added =
          original + formatMessage({ ...first, id: 'msg-new', content: 'one\n---\ntwo' }, original.includes('\r') ? '\r\n' : '\n');
        expect(parseMessages(added).messages.at(-1)).toMatchObject({ id: 'msg-new' });
        expect(removeMessages(added, ({ id }) => id === 'msg-new')).toBe(original);
      }
    },
  );

  it('are restored to the byte after a plan is changed back, and only the changed line differs meanwhile', () => {
    const plan = fixture(`${V1}/.cstack/PLAN.md`);
    for (const original of [plan, plan.replaceAll('\n', '\r\n'), `\ufeff${plan}`]) {
      const blocked = setNote(setStatus(original, '1', 'blocked'), '1', 'blocked', 'by rain');
      expect(blocked).toBe(original.replace('- [ ] Pending task', '- [!] Pending task | blocked: by rain'));
      expect(setStatus(setNote(blocked, '1', 'blocked', null), '1', 'pending')).toBe(original);
    }
  });

  it('are restored after a sent message is removed', async () => {
    const root = copyOf(V1);
    await cstack.sendMessage(root, { from: 'manager', type: 'task', content: 'x' }, stackRuntime);
    await cstack.initStack(root, {}, stackRuntime);
    const inbox = path.join(root, '.cstack/INBOX.md');
    const [, sent] = await cstack.readInbox(root);
    fs.writeFileSync(
      inbox,
      removeMessages(fs.readFileSync(inbox, 'utf8'), ({ id }) => id === sent?.id),
    );
    for (const name of ['CURRENT.md', 'PLAN.md', 'INBOX.md']) expect(text(root, `.cstack/${name}`)).toBe(fixture(`${V1}/.cstack/${name}`));
  });
});
