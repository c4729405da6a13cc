import { describe, expect, it } from 'vitest';
import { appendToHistory } from '../../../../src/engine/stack/files/history.ts';
import { allMessages } from '../../../../src/engine/stack/messages/all-messages.ts';
import { parseArchived, readAllMessages } from '../../../../src/engine/stack/messages/archived-messages.ts';
import { formatMessage } from '../../../../src/engine/stack/messages/format.ts';
import type { Message } from '../../../../src/engine/stack/messages/message.ts';
import { messageId } from '../../../../src/engine/stack/messages/message-id.ts';
import { findOverdueInStacks } from '../../../../src/engine/stack/messages/threads/overdue-in.ts';
import { expectLinear } from '../../../support/processor-time.ts';
import { messageText, stackWith } from '../../../support/stack-folders.ts';

function message(content: string): Message {
  const draft = { from: 'ann', to: 'bob', thread: null, replyTo: null, type: 'task', time: '2026-01-19T10:30:00Z', content, fields: [] };
  return { ...draft, id: messageId(draft) };
}

/** Returns a HISTORY.md with these messages and a task after each. */
function historyOf(texts: readonly string[]): string {
  return texts.reduce((history, raw) => {
    const block = { from: 0, to: raw.length, raw, indent: 0 };
    const withMessage = appendToHistory(history, { source: 'INBOX.md', day: '2026-01-26', blocks: [block] }) ?? history;
    return (
      appendToHistory(withMessage, { source: 'PLAN.md', day: '2026-01-26', blocks: [{ ...block, raw: `- [x] task ${raw.length}` }] }) ??
      withMessage
    );
  }, '# History\n');
}

describe('messages in HISTORY.md', () => {
  it('are parsed unchanged, whatever follows them and even if they contain text like our headings', () => {
    const contents = [
      'plain',
      'two\n\n## 2026-01-01 INBOX.md\n\nmore',
      'half\n\n---\nFrom: x',
      '## 2026-01-01 PLAN.md\n- [x] y',
      'a\n\n---\nFrom: z\n---\n\n',
    ];
    const messages = contents.map(message);
    const read = parseArchived(historyOf(messages.map((each) => formatMessage(each).trim())));
    expect(read.map(({ id, content }) => [id, content])).toEqual(messages.map(({ id, content }) => [id, content]));
  });

  it('end at the first heading if their id has another form', () => {
    const read = parseArchived(historyOf([messageText({ ID: 'mine' }, 'one\n\ntwo').trim()]));
    expect(read.map(({ id, content }) => [id, content])).toEqual([['mine', 'one\n\ntwo']]);
  });

  it('are parsed in linear time', () => {
    expectLinear((n) => {
      const text = `${messageText({ ID: 'x' }, '\n## 2026-01-01 PLAN.md\n'.repeat(n)).trim()}\n`.repeat(2);
      return () => expect(parseArchived(text)).toHaveLength(2);
    }, 4_000);
  });
});

describe('readAllMessages', () => {
  const asked = messageText({ ID: 'q', From: 'ann', To: 'bob', Type: 'question', Thread: 't' }, 'why?');
  const answer = messageText({ ID: 'a', From: 'bob', To: 'ann', Type: 'done', ReplyTo: 'q', Thread: 't' }, 'so');
  const history = historyOf([answer.trim()]);

  it('returns a message of two files once, and an archived message as delivered', () => {
    const stacks = [
      stackWith({ 'INBOX.md': answer, 'HISTORY.md': history }, 'ann'),
      stackWith({ 'OUTBOX.md': answer, 'INBOX.md': asked }, 'bob'),
    ];
    expect(readAllMessages(stacks).messages.map(({ id, box, stack }) => [id, box, stack])).toEqual([
      ['a', 'inbox', 'ann'],
      ['q', 'inbox', 'bob'],
    ]);
    const later = [stackWith({ 'HISTORY.md': history }, 'ann'), stackWith({ 'OUTBOX.md': answer }, 'bob')];
    expect(readAllMessages(later).messages).toMatchObject([{ id: 'a', unread: false, file: expect.stringMatching(/HISTORY\.md$/) }]);
  });

  it('treats a message as answered if the answer is archived', () => {
    const now = Date.parse('2026-01-25T00:00:00Z');
    const overdue = (ann: Record<string, string>) => {
      const stacks = [stackWith(ann, 'ann'), stackWith({ 'INBOX.md': asked }, 'bob')];
      return findOverdueInStacks(stacks, allMessages(stacks).messages, now).map(({ message: { id } }) => id);
    };
    expect(overdue({})).toEqual(['q']);
    expect(overdue({ 'INBOX.md': answer })).toEqual([]);
    expect(overdue({ 'HISTORY.md': history })).toEqual([]);
    expect(overdue({ 'HISTORY.md': historyOf(['---\nFrom: cal\n---\nx']) })).toEqual(['q']);
  });

  it('skips unreadable files, and reports them', () => {
    const { messages, problems } = readAllMessages([stackWith({ 'INBOX.md': asked, 'HISTORY.md/x': '' }, 'bob')]);
    expect(messages.map(({ id }) => id)).toEqual(['q']);
    expect(problems).toEqual([expect.stringContaining('HISTORY.md')]);
  });
});
