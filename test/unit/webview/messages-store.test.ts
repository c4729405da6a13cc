import { expect, test } from 'vitest';
import type { Sending } from '../../../src/host/dashboards/messages/protocol.ts';
import { MessagesStore } from '../../../webview/messages/messages-store.ts';
import { busy, busyMessages, folder, message } from '../../webview/mail.ts';
import { type MailContent, MessagesHost } from '../../webview/messages-host.ts';

/** Creates a store whose frames are drawn by the test. */
function desk(content: MailContent = busy, saved?: unknown) {
  const host = new MessagesHost(content);
  const frames: (() => void)[] = [];
  const kept: string[] = [];
  const store: MessagesStore = new MessagesStore({
    host,
    saved,
    save: (view) => kept.push(JSON.stringify(view)),
    nextFrame: (callback) => frames.push(callback),
    monotonic: () => 0,
  });
  host.connect((state) => store.show(state));
  return {
    store,
    host,
    kept,
    /** Draws frames until none is pending. */
    draw: () => {
      for (let drawings = 0; frames.length > 0; drawings += 1) {
        if (drawings > 50) throw new Error('The dashboard and its host keep one another busy without end.');
        frames.shift()?.();
      }
    },
    snapshot: () => {
      const { state } = store.get();
      if (state?.kind !== 'messages') throw new Error('there are no messages');
      return state.snapshot;
    },
  };
}

const titleAt = (index: number) => busyMessages[index]?.content.split('\n')[0];

test('a selected thread opens at its first unread message, and is requested once', () => {
  const { store, host, draw, snapshot } = desk();
  draw();
  store.choose('threads', 2);
  draw();
  expect(snapshot().thread).toMatchObject({ title: titleAt(0), start: 1 });
  expect(store.get().view).toMatchObject({ tops: { messages: 1 }, cursors: { messages: { index: 1 } } });
  expect(host.views.filter(({ messages }) => messages === null)).toHaveLength(1);
  const looks = host.views.length;
  store.choose('threads', 2);
  draw();
  expect(host.views).toHaveLength(looks);
});

test('selecting another thread resets the unfolded messages', () => {
  const { store, host, draw } = desk();
  draw();
  store.choose('threads', 1);
  draw();
  store.unfold('x', true);
  draw();
  expect(host.views.at(-1)?.unfolded).toEqual(['x']);
  store.choose('threads', 2);
  draw();
  expect(host.views.at(-1)?.unfolded).toEqual([]);
});

test('a thread hidden by the filter stays open, and no other is selected', () => {
  const { store, draw, snapshot } = desk();
  draw();
  store.choose('threads', 2);
  draw();
  store.filter({ words: 'discount' });
  draw();
  expect(snapshot().thread?.title).toBe(titleAt(0));
  expect(store.get().view.cursors.threads?.id ?? null).toBeNull();
});

test('a reply is addressed to the sender with a matching type, and keeps the drafted text', () => {
  const { store, draw, snapshot, host } = desk();
  draw();
  store.choose('threads', 2);
  draw();
  const [task, question] = snapshot().thread?.messages.rows ?? [];
  if (task === undefined || question === undefined) throw new Error('no rows');
  store.compose();
  store.write({ text: 'hm', thread: 'x' });
  store.reply(question);
  draw();
  expect(store.get().view.draft).toMatchObject({ to: 'agent-backend', type: 'done', text: 'hm', thread: '', replyTo: question.id });
  expect(host.views.at(-1)?.answering).toBe(question.id);
  expect(snapshot().answering?.from).toBe('agent-backend');
  store.reply({ ...task, type: 'milestone' });
  expect(store.get().view.draft?.type).toBe('task');
});

test('a sent draft is kept if it changed in the meantime or was refused', () => {
  const { store, host, draw } = desk();
  draw();
  store.compose();
  store.write({ to: 'agent-tests', text: 'one' });
  const draft = store.get().view.draft?.id ?? '';
  store.send();
  expect(host.steps).toMatchObject([{ kind: 'send', draft: { to: 'agent-tests', text: 'one' } }]);
  const tell = (outcome: Sending['outcome']) => {
    const sending = { draft, outcome, message: '' };
    host.change({ ...busy, sending });
    draw();
    return store.isOurs(sending);
  };
  expect([tell('sending'), tell('refused')]).toEqual([true, true]);
  expect(store.get().view.draft?.text).toBe('one');
  store.write({ text: 'two' });
  expect(tell('sent')).toBe(true);
  expect(store.get().view.draft?.text).toBe('two');
  expect(store.isOurs({ draft: 'of another page', outcome: 'sent', message: '' })).toBe(false);
  store.discard();
  expect(store.get().view.draft).toBeNull();
});

test('a draft that was sent before a reload is discarded', () => {
  const draft = { id: 'd1', to: 'agent-tests', type: 'task', thread: '', text: 'one', replyTo: null };
  const { store, draw } = desk({ ...busy, sending: { draft: 'd1', outcome: 'sent', message: '' } }, { draft });
  expect(store.get().view.draft).toEqual(draft);
  draw();
  expect(store.get().view.draft).toBeNull();
});

test('only ids, positions, filters and the draft are saved', () => {
  const { store, kept, draw } = desk();
  draw();
  store.choose('threads', 2);
  store.filter({ only: 'unread' });
  draw();
  expect(JSON.parse(kept.at(-1) ?? '')).toMatchObject({ filter: { only: 'unread' }, draft: null });
  expect(kept.join()).not.toMatch(/login|hash/);
});

test.each([[null], ['x'], [{ filter: 7, thread: {}, unfolded: 'a', draft: { to: 'x' }, cursors: [], tops: { threads: -1 } }]])(
  'an invalid saved view (%j) is ignored',
  (saved) => {
    const { host, draw, store } = desk(busy, saved);
    draw();
    expect(host.views[0]).toEqual({
      filter: { words: '', only: 'all', stack: null },
      threads: { from: 0, count: 100 },
      thread: null,
      start: null,
      messages: { from: 0, count: 100 },
      unfolded: [],
      answering: null,
    });
    expect(store.get().view.draft).toBeNull();
  },
);

test('a new message in the open thread does not change the selection', () => {
  const { store, host, draw } = desk();
  draw();
  store.choose('threads', 2);
  draw();
  const before = store.get().view.cursors;
  const fresh = message('agent-tests', 'manager', 'the tests are there', { thread: 'auth', minutesAgo: 0, unread: true });
  host.change({ ...busy, folders: [folder([...busyMessages, fresh])] });
  draw();
  expect(store.get().view.cursors.messages).toEqual(before.messages);
  expect(store.get().view.cursors.threads).toMatchObject({ id: before.threads?.id, index: 0 });
});
