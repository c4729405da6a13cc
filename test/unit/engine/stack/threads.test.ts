import { describe, expect, it } from 'vitest';
import { allMessages } from '../../../../src/engine/stack/messages/all-messages.ts';
import { CachedThreads, findThread, groupIntoThreads, type MessageThread } from '../../../../src/engine/stack/messages/threads/threads.ts';
import { messageText, stackWith } from '../../../support/stack-folders.ts';

/** Returns the threads of an INBOX, the manager's INBOX and an OUTBOX. */
function threadsIn(inbox: readonly string[], other: readonly string[] = [], outbox: readonly string[] = []): MessageThread[] {
  const stacks = [
    stackWith({ 'INBOX.md': inbox.join(''), 'OUTBOX.md': outbox.join('') }),
    stackWith({ 'INBOX.md': other.join('') }, 'manager'),
  ];
  return groupIntoThreads(allMessages(stacks).messages);
}

const idsOf = (threads: readonly MessageThread[]) => threads.map(({ messages }) => messages.map(({ id }) => id));

describe('threads', () => {
  it('consist of messages with the same Thread or that reply to each other, in all stacks', () => {
    const threads = threadsIn(
      [messageText({ ID: '1', Thread: 'auth' }), messageText({ ID: '2' }), messageText({ ID: '3' })],
      [messageText({ ID: '4', ReplyTo: '2', Thread: 'auth' }), messageText({ ID: '5', ReplyTo: 'gone' })],
      [messageText({ ID: '6', ReplyTo: 'gone' })],
    );
    expect(idsOf(threads).toSorted()).toEqual([['1', '2', '4'], ['3'], ['6', '5']]);
    expect(threads.find(({ messages }) => messages.length === 3)).toMatchObject({ id: 'auth', unread: 3 });
  });

  it('sort messages by time, and messages without one after their predecessor in the file', () => {
    const at = (id: string, time: string) => messageText({ ID: id, Thread: 't', Time: time });
    const [thread] = threadsIn(
      [at('late', '2026-01-21T10:00:00+02:00'), at('no time', ''), at('early', '2026-01-19')],
      [at('no time at all', 'soon'), at('between', '2026-01-20T10:00:00Z')],
    );
    expect(thread?.messages.map(({ id }) => id)).toEqual(['no time at all', 'early', 'between', 'late', 'no time']);
    expect(thread?.last).toBe(Date.UTC(2026, 0, 21, 8));
  });

  it('are sorted newest first, and those without a time last', () => {
    const threads = threadsIn([
      messageText({ ID: '1' }),
      messageText({ ID: '2', Time: '' }),
      messageText({ ID: '3', Time: '2027-01-01T00:00Z' }),
    ]);
    expect(idsOf(threads)).toEqual([['3'], ['1'], ['2']]);
    expect(threads.at(-1)?.last).toBeNull();
  });

  it('use their first line as title, cut between characters', () => {
    const [thread] = threadsIn([messageText({}, `\n  \n  ${'😀'.repeat(100)}\nmore`)]);
    expect(thread?.title).toBe(`${'😀'.repeat(79)}…`);
    expect(threadsIn([messageText({}, '')])[0]?.title).toBe('');
  });

  it('list senders and recipients, with the owner of the INBOX as default recipient', () => {
    const [thread] = threadsIn([messageText({ ID: '1', From: 'carl' })], [messageText({ ID: '2', ReplyTo: '1', To: 'dora' })]);
    expect(thread?.participants).toEqual(['carl', 'bob', 'ann', 'dora']);
  });

  it('are found by name first, and by the id of any message', () => {
    const threads = threadsIn([
      messageText({ ID: '1', Thread: 'auth' }),
      messageText({ ID: '2', ReplyTo: '1' }),
      messageText({ ID: 'other' }),
    ]);
    expect(findThread(threads, 'auth')?.id).toBe('auth');
    expect(findThread(threads, '2')?.id).toBe('auth');
    expect(findThread(threads, 'other')?.id).toBe('other');
    expect(findThread(threads, 'none')).toBeUndefined();
  });
});

describe('threads of changing messages', () => {
  const inBoxes = (...boxes: readonly (readonly string[])[]) =>
    boxes.map((texts, n) => allMessages([stackWith({ 'INBOX.md': texts.join('') }, `agent-${n}`)]).messages);
  const auth = messageText({ ID: '1', Thread: 'auth' });
  const [cart, pay] = [messageText({ ID: '2', Thread: 'cart' }), messageText({ ID: '3', Thread: 'pay' })];

  it('are the same objects if unchanged', () => {
    const kept = new CachedThreads();
    const [bob = [], ann = []] = inBoxes([auth, cart], [pay]);
    const before = kept.of([bob, ann]);
    const [more = []] = inBoxes([pay, messageText({ ID: '4', ReplyTo: '1' })]);
    const after = kept.of([bob, more]);
    const named = (threads: readonly MessageThread[], name: string) => findThread(threads, name);
    expect(named(after, 'cart')).toBe(named(before, 'cart'));
    expect(named(after, 'pay')).not.toBe(named(before, 'pay'));
    expect(named(after, 'auth')?.messages.map(({ id }) => id)).toEqual(['1', '4']);
    expect(kept.of([bob]).map(({ messages }) => messages.length)).toEqual([1, 1]);
  });

  it('equal newly built threads, also after boxes are joined, split and reordered', () => {
    const kept = new CachedThreads();
    const [bob = [], ann = [], carl = []] = inBoxes(
      [auth, cart, messageText({ ID: '5', ReplyTo: '3', Time: '' })],
      [pay, messageText({ ID: '6', Thread: 'auth', ReplyTo: '2' }), messageText({ ID: '7', ReplyTo: '6', Time: '2026-01-01T10:00:00Z' })],
      [messageText({ ID: '8', Thread: 'pay', ReplyTo: '1' }), messageText({ ID: '1', Thread: 'other' })],
    );
    for (const lists of [[bob], [bob, ann], [bob, ann, carl], [carl, ann, bob], [carl, bob], [ann]]) {
      const whole = groupIntoThreads(lists.flat());
      expect(kept.of(lists)).toEqual(whole);
    }
  });
});

describe('allMessages', () => {
  it('returns a delivered message once, and a different one with the same id separately', () => {
    const sent = { ID: '1', To: 'manager' };
    const threads = threadsIn([], [messageText(sent)], [messageText(sent), messageText({ ID: '1', To: 'carl' })]);
    expect(threads[0]?.messages.map(({ box, to, stack }) => [stack, box, to])).toEqual([
      ['bob', 'outbox', 'carl'],
      ['manager', 'inbox', 'manager'],
    ]);
  });

  it('are unread in an INBOX without a mark, and never in an OUTBOX', () => {
    const files = { 'INBOX.md': messageText({ ID: '1' }) + messageText({ ID: '2' }), 'OUTBOX.md': messageText({ ID: '3' }) };
    const { messages } = allMessages([stackWith({ ...files, '.local/read.json': '{"read": ["1"]}' })]);
    expect(messages.map(({ id, unread }) => [id, unread])).toEqual([
      ['1', false],
      ['2', true],
      ['3', false],
    ]);
  });

  it('skips broken files, and reports them', () => {
    const stack = stackWith({ 'OUTBOX.md': messageText({ ID: '1' }), 'INBOX.md/folder': '' });
    const { messages, problems } = allMessages([stack]);
    expect(messages.map(({ id }) => id)).toEqual(['1']);
    expect(problems).toEqual([expect.stringContaining('INBOX.md: is a folder')]);
  });
});
