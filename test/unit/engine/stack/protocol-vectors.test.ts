import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { formatMessage, parseMessages } from '../../../../src/engine/stack/messages/format.ts';
import { type HashedFields, messageId } from '../../../../src/engine/stack/messages/message-id.ts';

const PAGE = fs.readFileSync(path.join(import.meta.dirname, '../../../../docs/protocols/stack.md'), 'utf8');

/** Returns the rows of the table whose head starts with these words. */
function tableWith(...words: readonly string[]): string[][] {
  const lines = PAGE.split('\n');
  const cells = (line = '') =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const head = lines.findIndex((line) => words.every((word, n) => cells(line)[n] === word));
  const rows = lines.slice(head + 2);
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) => cells(line));
}

const plain = (cell = ''): string => cell.replaceAll('`', '');
const orNull = (cell: string | undefined): string | null => plain(cell) || null;
const text = (cell = ''): string => JSON.parse(plain(cell));

const ids = tableWith('From', 'To', 'Thread').map(([from, to, thread, replyTo, type, time, content, id, longer]) => {
  const fields: HashedFields = {
    from: plain(from),
    to: orNull(to),
    thread: orNull(thread),
    replyTo: orNull(replyTo),
    type: plain(type),
    time: orNull(time),
    content: text(content),
  };
  return { id: plain(id), fields, isLonger: longer !== '' };
});

it.each(ids)('the specification gives the message of $id this id', ({ id, fields, isLonger }) => {
  expect(messageId(fields, isLonger)).toBe(id);
});

it.each(tableWith('content', 'is written'))('the specification writes %s as %s', (content, written = '') => {
  const [shown, ending] = written.split(', and ');
  const message = { from: 'a', id: 'msg-1', to: null, thread: null, replyTo: null, type: '', time: null, fields: [] };
  const lines = formatMessage({ ...message, content: text(content) });
  expect(lines).toBe(`\n---\nID: msg-1\nFrom: a\n${ending === undefined ? '' : `${plain(ending)}\n`}---\n${text(shown)}\n`);
  expect(parseMessages(lines).messages.map((each) => each.content)).toEqual([text(content)]);
});

it('has all published vectors', () => {
  expect(ids.length).toBeGreaterThanOrEqual(7);
  expect(ids.filter(({ isLonger }) => isLonger).length).toBe(2);
  const [, header = '', content = ''] = /```markdown\n# Inbox\n\n(---\n[\s\S]*?---\n)([\s\S]*?)```/.exec(PAGE) ?? [];
  expect(parseMessages(header + content).messages.map(({ id, place: _place, hasId: _has, ...fields }) => messageId(fields) === id)).toEqual(
    [true],
  );
});
