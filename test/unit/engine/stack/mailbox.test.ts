import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFileSystem } from '../../../../src/engine/platform/file-system.ts';
import { nodeRuntime } from '../../../../src/engine/platform/runtime.ts';
import type { MessageDraft } from '../../../../src/engine/stack/messages/message.ts';
import { StackStore } from '../../../../src/engine/stack/store.ts';
import { temporaryFolder } from '../../../support/folders.ts';

const draft = (content: string): MessageDraft => {
  return { from: 'ann', to: 'bob', thread: null, replyTo: null, type: 'task', time: '2026-01-19T10:30:00Z', content, fields: [] };
};

const contentsOf = (store: StackStore) => store.mailbox.read().messages.map(({ content }) => content);

describe('an INBOX', () => {
  it('accepts the same message once, also after the index was deleted; sent again after it was cleared, it is new', async () => {
    const directory = temporaryFolder();
    const store = new StackStore(nodeRuntime({}), directory);
    const [first] = await store.mailbox.deliver([draft('one')]);
    const [again, other] = await store.mailbox.deliver([draft('one'), draft('two')]);
    expect([first?.isNew, again?.isNew, other?.isNew]).toEqual([true, false, true]);
    fs.rmSync(path.join(directory, '.local', 'inbox.ids'));
    await store.mailbox.deliver([draft('two')]);
    expect(contentsOf(store)).toEqual(['one', 'two']);
    await store.remove('INBOX.md', store.mailbox.read().messages);
    // Routed again, with its id, it is known.
    if (first !== undefined) await store.mailbox.deliver([first.message]);
    expect(contentsOf(store)).toEqual([]);
    await store.mailbox.deliver([draft('one')]);
    expect(contentsOf(store)).toEqual(['one']);
    await store.edits.whenIdle();
  });

  it('gives a message another id if a different message has its id', async () => {
    const store = new StackStore(nodeRuntime({}), temporaryFolder());
    const [one] = await store.mailbox.deliver([draft('same')]);
    const [other] = await store.mailbox.deliver([{ ...draft('same'), to: 'eve' }]);
    expect(other?.isNew).toBe(true);
    expect(other?.message.id).not.toBe(one?.message.id);
    await store.edits.whenIdle();
  });

  it('contains the message although another file replaces it during the write', async () => {
    const directory = temporaryFolder();
    const inbox = path.join(directory, 'INBOX.md');
    fs.writeFileSync(inbox, '# Inbox\n');
    let isReplaced = false;
    const files = {
      ...nodeFileSystem,
      writeSync: (...args: Parameters<typeof nodeFileSystem.writeSync>) => {
        if (!isReplaced && Buffer.from(args[1]).includes('by mail')) {
          isReplaced = true;
          fs.writeFileSync(`${inbox}.new`, '# Another\n');
          fs.renameSync(`${inbox}.new`, inbox);
        }
        return nodeFileSystem.writeSync(...args);
      },
    };
    const store = new StackStore({ ...nodeRuntime({}), fs: files }, directory);
    const [delivery] = await store.mailbox.deliver([draft('by mail')]);
    await store.edits.whenIdle();
    expect(isReplaced).toBe(true);
    expect(delivery?.isNew).toBe(true);
    expect(contentsOf(store)).toEqual(['by mail']);
    expect(fs.readFileSync(inbox, 'utf8')).toMatch(/^# Another\n/);
    expect(store.problems).toEqual([]);
  });

  it('gets a message back that another program overwrote with older content', async () => {
    const directory = temporaryFolder();
    const inbox = path.join(directory, 'INBOX.md');
    fs.writeFileSync(inbox, '# Inbox\n');
    const store = new StackStore(nodeRuntime({}), directory);
    await store.mailbox.deliver([draft('kept')]);
    fs.writeFileSync(inbox, '# Inbox\n');
    await store.edits.whenIdle();
    expect(contentsOf(store)).toEqual(['kept']);
    expect(store.problems).toEqual([]);
  });

  it('does not get a message back that its reader cleared within a second, and reports no problem', async () => {
    const directory = temporaryFolder();
    const sender = new StackStore(nodeRuntime({}), directory);
    const reader = new StackStore(nodeRuntime({}), directory);
    await sender.mailbox.deliver([draft('read at once')]);
    await reader.remove('INBOX.md', reader.mailbox.read().messages);
    await Promise.all([sender.edits.whenIdle(), reader.edits.whenIdle()]);
    expect(contentsOf(reader)).toEqual([]);
    expect(sender.problems).toEqual([]);
  });

  it('reports a message that is missing from a file with other content', async () => {
    const directory = temporaryFolder();
    const store = new StackStore(nodeRuntime({}), directory);
    await store.mailbox.deliver([draft('lost')]);
    fs.writeFileSync(path.join(directory, 'INBOX.md'), 'something else\n');
    await store.edits.whenIdle();
    expect(store.problems.join()).toContain('is no longer in the file as written');
    expect(contentsOf(store)).toEqual([]);
    const [beside = ''] = fs.readdirSync(directory).filter((name) => name.startsWith('INBOX.md.kept-'));
    expect(fs.readFileSync(path.join(directory, beside), 'utf8')).toContain('lost');
  });
});
