import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeRuntime } from '../../../src/engine/platform/runtime.ts';
import { formatMessage } from '../../../src/engine/stack/messages/format.ts';
import type { MessageDraft } from '../../../src/engine/stack/messages/message.ts';
import { messageId } from '../../../src/engine/stack/messages/message-id.ts';
import { StackStore } from '../../../src/engine/stack/store.ts';
import { contentOf } from '../stack-content.ts';

// Sends `count` messages as the agent `name`, in order: directly into the INBOX of `<root>/target`, or, as `outbox`, by a plain append to
// its own OUTBOX, for a router. It pauses `pause` milliseconds between messages and reports each sent message with its time span. It ends
// without the second look, which is left to others.
const [root = '', name = '', way = '', count = '0', pause = '0'] = process.argv.slice(2);
const say = (event: object) => fs.writeSync(1, `${JSON.stringify(event)}\n`);
const now = () => Number(process.hrtime.bigint()) / 1e6;
const runtime = nodeRuntime({});

function draft(n: number): MessageDraft {
  const fields = { thread: null, replyTo: null, type: 'task', time: '2026-01-19T10:30:00Z', fields: [] };
  return { from: name, to: 'target', content: contentOf(name, n), ...fields };
}

async function sendAll(send: (message: MessageDraft) => Promise<void> | void): Promise<void> {
  for (let n = 0; n < Number(count); n += 1) {
    const from = now();
    await send(draft(n));
    say({ kind: 'sent', n, from, to: now() });
    if (pause !== '0') await sleep(Number(pause));
  }
}

say({ kind: 'ready' });
fs.readSync(0, Buffer.alloc(1));
if (way === 'outbox') {
  const file = path.join(root, name, '.cstack', 'OUTBOX.md');
  await sendAll((message) => fs.appendFileSync(file, formatMessage({ ...message, id: messageId(message) })));
} else {
  const store = new StackStore(runtime, path.join(root, 'target', '.cstack'));
  await sendAll(async (message) => void (await store.mailbox.deliver([message])));
  say({ kind: 'closed', problems: store.problems });
  process.exit();
}
