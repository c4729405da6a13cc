import { expect, it } from 'vitest';
import { examineInbox } from '../../../../src/engine/stack/messages/examine-messages.ts';
import { parseMessages } from '../../../../src/engine/stack/messages/format.ts';
import { removeMessages } from '../../../../src/engine/stack/messages/remove-messages.ts';
import { parsePlanText } from '../../../../src/engine/stack/plan/plan.ts';
import { moveTask, setStatus } from '../../../../src/engine/stack/plan/plan-edit.ts';

const MARK = '\ufeff';

it('may precede the first message, and stays when that is removed', () => {
  const text = `${MARK}---\nFrom: ann\n---\none\n`;
  expect(parseMessages(text)).toMatchObject({ preamble: MARK, messages: [{ from: 'ann', content: 'one', place: { from: 1, line: 1 } }] });
  expect(removeMessages(text, () => true)).toBe(MARK);
});

it('may precede a header without a sender', () => {
  expect(examineInbox(`${MARK}---\nTo: bob\nType: task\n---\none\n`, '/INBOX.md')).toMatchObject([{ code: 'no-sender', line: 1 }]);
});

it('may precede the first task of a plan, and stays at the start of the file', () => {
  const text = `${MARK}- [ ] one\n- [ ] two\n`;
  expect(parsePlanText(text).map(({ title }) => title)).toEqual(['one', 'two']);
  expect(setStatus(text, 'one', 'completed')).toBe(`${MARK}- [x] one\n- [ ] two\n`);
  expect(moveTask(text, 'one', { where: 'after', task: 'two' })).toBe(`${MARK}- [ ] two\n- [ ] one\n`);
  expect(moveTask(text, 'two', { where: 'before', task: 'one' })).toBe(`${MARK}- [ ] two\n- [ ] one\n`);
});
