import { expect, test } from 'vitest';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { Stacks } from '../../../src/engine/stack/index.ts';
import { resolveRecipient } from '../../../src/host/dashboards/messages/address.ts';
import { type MessageFolder, MessageIndex } from '../../../src/host/dashboards/messages/message-index.ts';
import type { Draft } from '../../../src/host/dashboards/messages/protocol.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { folder, message } from '../../webview/mail.ts';

const asked = message('agent-tests', 'manager', 'Why?', { thread: 'auth' });
const shop = folder([asked]);
const bank = folder([], { name: 'bank', root: '/bank', stacks: ['agent-tests', 'teller'], recipients: ['agent-tests', 'teller'] });

function addressed(draft: Partial<Draft>, folders: readonly MessageFolder[] = [shop, bank]) {
  const book = new MessageIndex(folders);
  const replyTo = draft.replyTo === undefined ? null : book.idOf(shop, asked);
  const whole = { id: 'd', to: '', type: 'task', thread: '', text: 'x', ...draft, replyTo };
  const opened: MessageFolder[] = [];
  const stacks = Stacks.open(nodeRuntime({}), temporaryFolder());
  const stacksOf = (each: MessageFolder) => {
    opened.push(each);
    return stacks;
  };
  const { to, thread } = resolveRecipient(whole, { book, stacksOf });
  return [...opened.map(({ name }) => name), to, thread];
}

test('a recipient is found by name, with or without its folder', () => {
  expect(addressed({ to: ' bank/agent-tests ' })).toEqual(['bank', 'agent-tests', null]);
  expect(addressed({ to: 'teller' })).toEqual(['bank', 'teller', null]);
  expect(addressed({ to: 'nobody', thread: ' t ' }, [shop])).toEqual(['shop', 'nobody', 't']);
});

test('a name in two folders is rejected as ambiguous, with all full names', () => {
  expect(() => addressed({ to: 'agent-tests' })).toThrow(
    expect.objectContaining({ data: expect.objectContaining({ allowed: 'shop/agent-tests, bank/agent-tests' }) }),
  );
});

test('a reply goes to the folder and the thread of the message that it answers', () => {
  expect(addressed({ to: 'agent-tests', replyTo: '' })).toEqual(['shop', 'agent-tests', 'auth']);
  expect(() => addressed({ to: 'nobody' })).toThrow('no agent has this name');
});
