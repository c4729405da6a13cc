import { expect, it } from 'vitest';
import { type HashedFields, messageId } from '../../../../src/engine/stack/messages/message-id.ts';

const message = (fields: Partial<HashedFields>): HashedFields => {
  return { from: 'a', to: null, thread: null, replyTo: null, type: 'task', time: null, content: 'x', ...fields };
};

// Published test vectors: docs/protocols/stack.md, "Ids".
it.each<[string, Partial<HashedFields>]>([
  ['msg-1E2rMO84Z', { from: 'manager', to: 'agent-backend', content: 'Implement the login endpoint.', time: '2026-01-19T10:30:00Z' }],
  [
    'msg-qoeaeulx',
    {
      from: 'agent-frontend',
      thread: 'auth-implementation',
      replyTo: 'msg-a7f3bc',
      type: 'question',
      time: '2026-01-19T11:00:00Z',
      content: 'Should login return user profile data?',
    },
  ],
  ['msg-yxaHkO4V', { from: 'agent-id', type: '', content: 'Message content here.' }],
  ['msg-190H336zT', { content: 'é\n---\n', time: '2026-01-20T01:59:59.999+02:00' }],
  ['msg-1BSRnsGS9', { time: '2026-01-19T10:30:59' }],
  ['msg-111l8Yn1Y', { time: 'soon' }],
])('returns %s', (id, fields) => {
  expect(messageId(message(fields))).toBe(id);
});

it('hashes more on request', () => {
  const done = message({ to: 'b', type: 'done', content: 'Done.', time: '2026-01-19T10:30:00Z' });
  expect(messageId(done, true)).toBe('msg-R8TcsuQK');
  expect(messageId(done)).not.toBe('msg-R8TcsuQK');
});

it('is the same within a minute, and different in the next', () => {
  const at = (time: string) => messageId(message({ time }));
  expect(at('2026-01-19T10:30:00Z')).toBe(at('2026-01-19T12:30:59+0200'));
  expect(at('2026-01-19T10:30:00Z')).not.toBe(at('2026-01-19T10:31:00Z'));
});
