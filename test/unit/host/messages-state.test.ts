import { expect, test } from 'vitest';
import type { MessageFolder } from '../../../src/host/dashboards/messages/message-index.ts';
import type { MessagesFilter, MessagesSnapshot, MessagesView } from '../../../src/host/dashboards/messages/protocol.ts';
import { MessagesViewModel } from '../../../src/host/dashboards/messages/state.ts';
import { busy, busyMessages, folder, hugeMail, message, NOW } from '../../webview/mail.ts';

const ALL: MessagesFilter = { words: '', only: 'all', stack: null };
const VIEW: MessagesView = {
  filter: ALL,
  threads: { from: 0, count: 50 },
  thread: null,
  start: null,
  messages: null,
  unfolded: [],
  answering: null,
};
const THERE = { sending: null, requested: null, problems: [], now: NOW, readOnly: null };

function look(folders: readonly MessageFolder[], view: Partial<MessagesView> = {}): MessagesSnapshot {
  const camera = new MessagesViewModel();
  camera.point(folders);
  return camera.take({ ...VIEW, ...view }, THERE);
}

const filtered = (filter: Partial<MessagesFilter>) => look(busy.folders, { filter: { ...ALL, ...filter } }).threads.rows;

/** Returns the shown thread whose title contains a text. */
function read(folders: readonly MessageFolder[], title: string, view: Partial<MessagesView> = {}) {
  const thread = look(folders).threads.rows.find((row) => row.title.includes(title))?.id ?? '';
  return look(folders, { thread, ...view }).thread;
}

test('threads are listed newest first, with participants, unread and overdue counts', () => {
  const { threads, messages, unread, overdue } = look(busy.folders);
  expect({ messages, unread, overdue }).toEqual({ messages: 16, unread: 3, overdue: 1 });
  expect(threads.rows.slice(0, 5).map(({ title, messages: count, unread: fresh, overdue: late }) => [title, count, fresh, late])).toEqual([
    ['Is there an endpoint for the discounts of one line?', 1, 0, 0],
    ['Sixty of the tax tests fail since this morning:', 1, 1, 0],
    ['Implement the login endpoint', 3, 1, 0],
    ['The cart shows discounts; the totals are still without them.', 1, 0, 0],
    ['Show the discount of each line in the cart', 1, 1, 1],
  ]);
  expect(threads.rows[2]?.participants).toEqual({ first: ['manager', 'agent-backend', 'agent-tests'], total: 3 });
  expect(threads.rows[0]?.last).toBe(NOW - 60_000);
});

test('a thread opens at the first unread message, or else at the last message', () => {
  expect(read(busy.folders, 'login')).toMatchObject({ name: 'auth', unread: 1, start: 1, messages: { from: 0, total: 3 } });
  expect(read(hugeMail(10).folders, 'Step 0')).toMatchObject({ start: 0 });
  const long = Array.from({ length: 500 }, (_, n) => message('a', 'manager', `Step ${n}`, { minutesAgo: 500 - n, thread: 'one' }));
  expect(read([folder(long)], 'Step 0')).toMatchObject({ start: 499, messages: { from: 469, total: 500 } });
});

test('a message shows the message that it answers, whether it is overdue, and its box', () => {
  expect(read(busy.folders, 'login')?.messages.rows[1]).toMatchObject({
    from: 'agent-backend',
    to: 'manager',
    type: 'question',
    box: 'inbox',
    unread: true,
    answers: 'Implement the login endpoint',
    unfolded: null,
  });
  expect(read(busy.folders, 'Show the discount')?.messages.rows[0]?.overdue).toBe(true);
  expect(read(busy.folders, 'Is there an endpoint')?.messages.rows[0]).toMatchObject({ box: 'outbox', overdue: false });
});

test('a message dated without a time of day has no timestamp', () => {
  const day = '2026-01-08';
  const all = [
    message('ann', 'bob', 'Do it', { time: '2026-01-07T10:00:00Z', type: 'task', thread: 't' }),
    message('bob', 'ann', 'Done', { time: day, thread: 't' }),
  ];
  const state = read([folder(all)], 'Do it');
  expect(state?.messages.rows.map(({ at, time }) => [at, time])).toEqual([
    [Date.parse('2026-01-07T10:00:00Z'), '2026-01-07T10:00:00Z'],
    [null, day],
  ]);
  expect(look([folder(all)]).threads.rows.map(({ last }) => last)).toEqual([day]);
});

test.each<[string, Partial<MessagesFilter>, readonly string[]]>([
  ['all words of one message, in any case', { words: 'HASH  argon2' }, ['Implement the login endpoint']],
  ['words of two messages of one thread', { words: 'lockout argon2' }, []],
  ['a sender', { words: 'agent-tests sixty' }, ['Sixty of the tax tests fail since this morning:']],
  ['signs that would mean something in a pattern', { words: '.*' }, []],
  ['what is unread and has a word', { words: 'cart', only: 'unread' }, ['Show the discount of each line in the cart']],
  ['what is overdue', { only: 'overdue' }, ['Show the discount of each line in the cart']],
  ['one stack', { stack: 'agent-tests' }, ['Implement the login endpoint']],
  ['a stack that is gone', { stack: 'agent-none' }, []],
])('threads are found by %s', (_, filter, titles) => {
  expect(filtered(filter).map(({ title }) => title)).toEqual(titles);
});

test('a search gives the number of matching messages of a thread, and marks them', () => {
  const id = look(busy.folders).threads.rows[2]?.id ?? '';
  const { threads, thread } = look(busy.folders, { filter: { ...ALL, words: 'tests' }, thread: id });
  expect(threads.rows.find((row) => row.id === id)?.matches).toBe(1);
  expect(thread?.messages.rows.map(({ matches }) => matches)).toEqual([false, false, true]);
  expect(filtered({})[0]?.matches).toBeNull();
});

test('a long message is folded by default, and a very long one is truncated even when unfolded', () => {
  const content = Array.from({ length: 5_000 }, (_, line) => `line ${line}`).join('\n');
  const folders = [folder([message('a', 'manager', content)])];
  const folded = read(folders, 'line 0')?.messages.rows[0];
  expect(folded).toMatchObject({ unfolded: false, hidden: { lines: 4_990 } });
  expect(folded?.text.split('\n').at(-1)).toBe('line 9');
  const whole = read(folders, 'line 0', { unfolded: [folded?.id ?? ''] })?.messages.rows[0];
  expect(whole).toMatchObject({ unfolded: true, hidden: { lines: 3_000 } });
  expect(whole?.text.split('\n').at(-1)).toBe('line 1999');
  expect((whole?.text.length ?? 0) + (whole?.hidden.characters ?? 0)).toBe(content.length);
});

test.each([
  ['a line without end', 'x'.repeat(100_000), 1_000],
  ['a line without end behind a short one', `y\n${'x'.repeat(100_000)}`, 1_000],
  ['characters of two halves', '👍'.repeat(50_000), 1_000],
  ['an odd start of them', `y${'👍'.repeat(50_000)}`, 999],
])('%s is cut between characters', (_, content, length) => {
  const row = read([folder([message('a', 'manager', content)])], '')?.messages.rows[0];
  expect(row?.text).toHaveLength(length);
  // A lone surrogate would become a replacement character here.
  expect(Buffer.from(row?.text ?? '').toString()).toBe(row?.text);
});

test.each([
  ['nothing', ''],
  ['a few lines', 'a\nb\nc'],
  ['as many as are shown', Array.from({ length: 14 }, String).join('\n')],
  ['empty lines at the end', 'a\n\n\n'],
])('%s is shown whole', (_, content) => {
  const row = read([folder([message('a', 'manager', content)])], '')?.messages.rows[0];
  expect(row).toMatchObject({ text: content, unfolded: null, hidden: { lines: 0, characters: 0 } });
});

test('two messages with the same id in one file are two rows', () => {
  const twice = [message('a', 'manager', 'one', { id: 'x', thread: 't' }), message('b', 'manager', 'two', { id: 'x', thread: 't' })];
  const rows = read([folder(twice)], 'one')?.messages.rows ?? [];
  expect(rows.map(({ text }) => text)).toEqual(['one', 'two']);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
});

test('names that occur in two folders are qualified by folder, and their threads stay separate', () => {
  const shop = folder([message('agent-tests', 'manager', 'shop', { thread: 'auth' })]);
  const bank = folder([message('agent-tests', 'manager', 'bank', { thread: 'auth', minutesAgo: 2 })], { name: 'bank', root: '/bank' });
  const { threads, recipients, stacks } = look([shop, bank]);
  expect(threads.rows.map(({ title, participants }) => [title, ...participants.first])).toEqual([
    ['bank', 'bank/agent-tests', 'bank/manager'],
    ['shop', 'shop/agent-tests', 'shop/manager'],
  ]);
  expect(recipients).toContain('bank/manager');
  expect(look([shop, bank], { filter: { ...ALL, stack: stacks.at(-1) ?? '' } }).threads.total).toBe(1);
});

test('only new messages in an INBOX count as arrived', () => {
  const camera = new MessagesViewModel();
  const arrived = () => camera.take(VIEW, THERE).arrived;
  const messages = busyMessages;
  camera.point([folder(messages)]);
  expect(arrived()).toEqual({ count: 0, from: '' });
  camera.point([folder(messages.map((each) => ({ ...each, unread: false })))]);
  camera.point([folder([...messages, message('agent-tests', 'manager', 'fresh'), message('x', 'y', 'draft', { box: 'outbox' })])]);
  expect(arrived()).toEqual({ count: 1, from: 'agent-tests' });
  camera.point([folder(messages), folder([message('a', 'b', 'c')], { name: 'other', root: '/other' })]);
  expect(arrived().count).toBe(1);
});

test('known messages do not count as arrived after the INBOX, AGENTS.md or the folder was missing for a while', () => {
  const camera = new MessagesViewModel();
  const arrived = () => camera.take(VIEW, THERE).arrived.count;
  const [first, second] = [message('agent-tests', 'manager', 'first'), message('agent-tests', 'manager', 'second')];
  const away = [[folder([])], [folder([], { stacks: ['shop'] })], [], [folder([first])]];
  camera.point([folder([first, second])]);
  for (const folders of away) {
    camera.point(folders);
    camera.point([folder([first, second])]);
  }
  expect(arrived()).toBe(0);
  camera.point([]);
  camera.point([folder([first, second, message('agent-tests', 'manager', 'came meanwhile')])]);
  expect(arrived()).toBe(1);
});

test('messages of a new stack do not count as arrived, but the first message of an existing stack does', () => {
  const camera = new MessagesViewModel();
  camera.point([folder([], { stacks: ['shop'] })]);
  camera.point([folder([message('manager', 'agent-tests', 'old')])]);
  expect(camera.take(VIEW, THERE).arrived.count).toBe(0);
  camera.point([folder([message('manager', 'agent-tests', 'old'), message('agent-tests', 'manager', 'first')])]);
  expect(camera.take(VIEW, THERE).arrived.count).toBe(1);
});

test('a message sent from the dashboard does not count as arrived', () => {
  const camera = new MessagesViewModel();
  camera.point([folder([])]);
  camera.expect('mine');
  camera.point([folder([message('manager', 'agent-tests', 'mine'), message('agent-tests', 'manager', 'yours')])]);
  expect(camera.take(VIEW, THERE).arrived).toEqual({ count: 1, from: 'agent-tests' });
});

test('a missing thread is not shown, and the rows of a page are limited', () => {
  expect(look(busy.folders, { thread: 'gone' }).thread).toBeNull();
  const { threads } = look(hugeMail(6_000).folders, { threads: { from: 20, count: 1e9 } });
  expect(threads).toMatchObject({ total: 600, from: 20 });
  expect(threads.rows).toHaveLength(500);
});

test('a message requested elsewhere is found among all threads, and its thread opens there', () => {
  const review = busyMessages.find(({ content }) => content.includes('Please write tests')) ?? null;
  const camera = new MessagesViewModel();
  camera.point(busy.folders);
  const requested = { id: 'w', root: '/shop', stack: 'agent-tests', message: review };
  const { request } = camera.take({ ...VIEW, filter: { ...ALL, words: 'nothing' } }, { ...THERE, requested });
  expect(request).toMatchObject({ id: 'w', filter: ALL, place: { index: 2 } });
  const { thread } = camera.take({ ...VIEW, thread: request?.place?.thread ?? null, start: request?.place?.message ?? null }, THERE);
  expect(thread).toMatchObject({ start: 2, wanted: request?.place?.message });
  expect(camera.take(VIEW, { ...THERE, requested: { ...requested, message: null } }).request).toEqual({
    id: 'w',
    filter: { ...ALL, stack: 'agent-tests' },
    place: null,
  });
  const gone = [{ root: '/elsewhere', message: null }, { message: message('a', 'b', 'gone') }];
  for (const each of gone) expect(camera.take(VIEW, { ...THERE, requested: { ...requested, ...each } }).request).toBeNull();
});

test('a message that could not be sent counts as arrived when another agent sends it', () => {
  const camera = new MessagesViewModel();
  camera.point([folder([])]);
  camera.expect('mine');
  camera.forget('mine');
  camera.point([folder([message('agent-tests', 'manager', 'mine')])]);
  expect(camera.take(VIEW, THERE).arrived.count).toBe(1);
});

test('the snapshot names the message that is being answered', () => {
  const asked = read(busy.folders, 'login')?.messages.rows[1];
  expect(look(busy.folders, { answering: asked?.id ?? '' }).answering).toMatchObject({ from: 'agent-backend' });
  expect(look(busy.folders, { answering: 'gone' }).answering).toBeNull();
});
