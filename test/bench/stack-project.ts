import fs from 'node:fs';
import path from 'node:path';
import type { Runtime } from '../../src/engine/platform/runtime.ts';
import { formatMessage } from '../../src/engine/stack/messages/format.ts';
import type { MessageDraft } from '../../src/engine/stack/messages/message.ts';
import { messageId } from '../../src/engine/stack/messages/message-id.ts';
import { StackStore } from '../../src/engine/stack/store.ts';

const MINUTE_MS = 60_000;
/** What an agent has in hand. */
const TASKS = 30;
const MESSAGES = 20;
const WAITING = 3;
const BOXES = ' >xx!~x ';

/** The n-th message of somebody, of the length of a paragraph. */
export function messageOf(n: number, sent: number): MessageDraft {
  const content = `Message ${n}. ${'The login endpoint needs a test for expired sessions. '.repeat(1 + (n % 5))}\n\nSee src/login/${n}.ts.`;
  const [from, type] = [`agent-${n % 7}`, n % 3 === 0 ? 'task' : 'milestone'];
  const time = new Date(sent).toISOString();
  return { from, to: 'agent-backend', thread: n % 4 === 0 ? 'login' : null, replyTo: null, type, time, content, fields: [] };
}

export function messagesText(count: number, now: number): string {
  const drafts = Array.from({ length: count }, (_, n) => messageOf(n, now - (count - n) * MINUTE_MS));
  return drafts.map((draft) => formatMessage({ ...draft, id: messageId(draft) })).join('');
}

export const stackIn = (root: string): string => path.join(root, '.cstack');

/** Makes a stack with so many messages in its INBOX, to which one more was sent. */
export async function makeInbox(runtime: Runtime, root: string, size: number): Promise<void> {
  fs.mkdirSync(stackIn(root), { recursive: true });
  fs.writeFileSync(path.join(stackIn(root), 'INBOX.md'), `# Inbox\n${messagesText(size - 1, runtime.clock.now())}`);
  const store = new StackStore(runtime, fs.realpathSync(stackIn(root)));
  await store.mailbox.deliver([messageOf(size, runtime.clock.now())]);
  await store.edits.whenIdle();
}

function planText(agent: number): string {
  const tasks = Array.from({ length: TASKS }, (_, n) => {
    const depends = n % 5 === 4 ? `, depends: t${n - 1}` : '';
    return `${n % 3 === 2 ? '  ' : ''}- [${BOXES[(agent + n) % BOXES.length]}] P${n % 4}: Task ${n} of the release #login (id: t${n}${depends})`;
  });
  return `# Plan\n\n## Tasks\n${tasks.join('\n')}\n\n## Notes\nNone.\n`;
}

/** Makes a repository of so many agents, each in the middle of its work. */
export async function makeStacks(runtime: Runtime, root: string, size: number): Promise<void> {
  const now = runtime.clock.now();
  const agents = Array.from({ length: size }, (_, n) => `## agent-${n}\n- Role: Part ${n}\n- Stack: ./part-${n}/.cstack/\n`);
  fs.mkdirSync(root, { recursive: true });
  fs.writeFileSync(path.join(root, 'AGENTS.md'), `# Agents\n\n${agents.join('\n')}`);
  for (let n = 0; n < size; n += 1) {
    const stack = stackIn(path.join(root, `part-${n}`));
    fs.mkdirSync(stack, { recursive: true });
    const current = `# Current State\n\n## Current Task\nTask ${n}\n\n## Focus\nTests\n\n## Next Steps\n- Write them\n`;
    const files = {
      'INBOX.md': messagesText(MESSAGES, now),
      'OUTBOX.md': messagesText(WAITING, now),
      'PLAN.md': planText(n),
      'CURRENT.md': current,
    };
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(stack, name), text);
  }
}
