import { expect, it } from 'vitest';
import { parseMessages } from '../../../../src/engine/stack/messages/format.ts';
import { removeMessages } from '../../../../src/engine/stack/messages/remove-messages.ts';

it('keeps half a header within a message from becoming a torn end', () => {
  const text = '---\nID: 1\nFrom: ann\n---\none\n---\nFrom: dead\n\n---\nID: 2\nFrom: bob\n---\ntwo\n';
  const rest = removeMessages(text, ({ id }) => id === '2');
  const [one] = parseMessages(text).messages;
  expect(parseMessages(rest)).toMatchObject({ torn: null, messages: [{ content: one?.content }] });
  const added = parseMessages(`${rest}---\nID: 3\nFrom: eve\n---\nthree\n`);
  expect(added.messages.map(({ id, content }) => [id, content])).toEqual([
    ['1', 'one\n---\nFrom: dead'],
    ['3', 'three'],
  ]);
});
