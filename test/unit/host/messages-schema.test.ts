import { expect, test } from 'vitest';
import { messagesStepSchema, messagesViewSchema } from '../../../src/host/dashboards/messages/protocol.ts';

const range = { from: 0, count: 50 };
const filter = { words: 'a', only: 'all', stack: null };
const view = { filter, threads: range, thread: null, start: null, messages: null, unfolded: [], answering: null };
const draft = { id: 'd', to: 'a', type: 'task', thread: '', text: 'x', replyTo: null };

test('valid views and steps of the page are accepted unchanged', () => {
  expect(messagesViewSchema.parse(view)).toEqual(view);
  expect(messagesStepSchema.parse({ kind: 'send', draft })).toEqual({ kind: 'send', draft });
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['more words than anybody looks for', { ...view, filter: { ...filter, words: 'x'.repeat(1_001) } }],
  ['a filter that there is not', { ...view, filter: { ...filter, only: 'mine' } }],
  ['a place before the first', { ...view, threads: { from: -1, count: 1 } }],
  ['more unfolded messages than anybody unfolds', { ...view, unfolded: Array.from({ length: 10_001 }, String) }],
])('a view with %s is rejected', (_, said) => {
  expect(messagesViewSchema.safeParse(said).success).toBe(false);
});

test.each<[string, unknown]>([
  ['a kind that there is not', { kind: 'run', command: 'evil' }],
  ['no message', { kind: 'open-message' }],
  ['a message that is no id', { kind: 'mark', message: { file: '/etc/passwd' }, read: true }],
  ['a text of more than a million characters', { kind: 'send', draft: { ...draft, text: 'x'.repeat(1_000_001) } }],
  ['a line before the first', { kind: 'open-problem', file: '/x', line: 0, column: 1 }],
])('a step with %s is rejected', (_, said) => {
  expect(messagesStepSchema.safeParse(said).success).toBe(false);
});
