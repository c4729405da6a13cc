import { describe, expect, it } from 'vitest';
import { allMessages } from '../../../../src/engine/stack/messages/all-messages.ts';
import { findOverdue } from '../../../../src/engine/stack/messages/threads/overdue.ts';
import { messageText, stackWith } from '../../../support/stack-folders.ts';

const DAY = 86_400_000;
const SENT = Date.UTC(2026, 0, 19, 10, 30);

/** Returns the ids of overdue messages in an INBOX of agent-bob and one of ann. */
function overdueIn(bob: readonly string[], ann: readonly string[] = [], now = SENT + 10 * DAY): string[] {
  const stacks = [stackWith({ 'INBOX.md': bob.join('') }, 'agent-bob'), stackWith({ 'INBOX.md': ann.join('') }, 'ann')];
  return findOverdue(allMessages(stacks).messages, now).map(({ message }) => message.id);
}

describe('overdue', () => {
  it('includes a task or question after exactly a day, no other type, and none without a time', () => {
    const messages = [messageText({ ID: 'task' }), messageText({ ID: 'question', Type: 'Question', Time: '2026-01-18T10:30:00Z' })];
    const others = [messageText({ ID: 'done', Type: 'done' }), messageText({ ID: 'untimed', Time: 'soon' })];
    expect(overdueIn([...messages, ...others])).toEqual(['question', 'task']);
    expect(overdueIn(messages, [], SENT + DAY - 1)).toEqual(['question']);
    expect(overdueIn(messages, [], SENT + DAY)).toEqual(['question', 'task']);
    const [first] = findOverdue(allMessages([stackWith({ 'INBOX.md': messages.join('') })]).messages, SENT + DAY);
    expect(first?.since).toBe(SENT);
  });

  it('excludes messages that their recipient answered under any form of its name', () => {
    expect(overdueIn([messageText({ ID: '1' })], [messageText({ ReplyTo: '1', From: 'Bob', Type: 'question', Time: '' })])).toEqual([]);
  });

  it('includes a message that only other recipients of the same id answered', () => {
    const reply = messageText({ ID: '2', ReplyTo: '1', From: 'carl', Type: 'done' });
    expect(overdueIn([messageText({ ID: '1', To: 'bob' }), messageText({ ID: '1', To: 'carl' })], [reply])).toEqual(['1']);
  });

  it.each(['milestone', 'blocked', 'DONE'])('excludes a message after its recipient reported %s in the thread', (type) => {
    const task = messageText({ ID: '1', Thread: 't' });
    const report = (time: string, from = 'bob') => messageText({ ID: 'r', Thread: 't', From: from, Type: type, Time: time });
    expect(overdueIn([task], [report('2026-01-19T10:30:00Z')])).toEqual([]);
    expect(overdueIn([task], [report('')])).toEqual([]);
    expect(overdueIn([task], [report('2026-01-19T10:29:59Z')])).toEqual(['1']);
    expect(overdueIn([task], [report('2026-01-20T10:30:00Z', 'carl')])).toEqual(['1']);
  });

  it('includes a task if its recipient reported in the thread only to another agent', () => {
    const report = (to: string, more = {}) => messageText({ ID: 'r', Thread: 't', From: 'bob', To: to, Type: 'done', ...more });
    const task = messageText({ ID: '1', Thread: 't', From: 'ann' });
    expect(overdueIn([task], [report('carl')])).toEqual(['1']);
    expect(overdueIn([task], [report('carl', { ReplyTo: '1' })])).toEqual([]);
    expect(overdueIn([task], [report('agent-ann')])).toEqual([]);
  });

  it('excludes a message if its recipient reported under the same id, or in a thread that other messages join with its own', () => {
    const report = (more: Readonly<Record<string, string>>) => messageText({ ID: 'r', From: 'bob', Type: 'done', ...more });
    const task = messageText({ ID: '1' });
    expect(overdueIn([task], [report({ ID: '1' })])).toEqual([]);
    const between = messageText({ ID: '2', Thread: 't', ReplyTo: '1', From: 'ann', To: 'carl', Type: 'note' });
    expect(overdueIn([task], [between, report({ Thread: 't' })])).toEqual([]);
    expect(overdueIn([task], [report({ Thread: 't' })])).toEqual(['1']);
  });

  it('includes a task if its recipient only asked in the thread', () => {
    const question = messageText({ ID: '2', Thread: 't', From: 'bob', To: 'ann', Type: 'question' });
    expect(overdueIn([messageText({ ID: '1', Thread: 't' })], [question])).toEqual(['1', '2']);
  });
});
