import fs from 'node:fs';
import path from 'node:path';
import type { Runtime } from '../../src/engine/platform/runtime.ts';
import { formatMessage, parseMessages } from '../../src/engine/stack/messages/format.ts';
import { messageId } from '../../src/engine/stack/messages/message-id.ts';
import { Stacks } from '../../src/engine/stack/stacks.ts';
import { readStatuses } from '../../src/engine/stack/status.ts';
import { StackStore } from '../../src/engine/stack/store.ts';
import type { Figures } from './compare.ts';
import { messageOf, stackIn } from './stack-project.ts';
import { quantile } from './statistics.ts';
import { timed } from './timing.ts';

/** As many as give a 99th percentile, and few beside the messages that are there. */
const SENT = 100;
const A_FEW = 10;

const inboxIn = (root: string) => path.join(stackIn(root), 'INBOX.md');

/** Does something with an INBOX that is afterwards what it was, to the inode. */
async function withInbox<T>(root: string, work: () => Promise<T>): Promise<T> {
  const inbox = inboxIn(root);
  const index = path.join(stackIn(root), '.local', 'inbox.ids');
  const [{ size }, known] = [fs.statSync(inbox), fs.readFileSync(index)];
  try {
    return await work();
  } finally {
    fs.truncateSync(inbox, size);
    fs.writeFileSync(index, known);
  }
}

const half = (times: readonly number[]) => ({ 'half of the messages take at most': quantile(times, 0.5) });

/** Messages sent one after the other, each on the disk before the next; then the look for them a second later. Milliseconds. */
function send(runtime: Runtime, root: string): Promise<Figures> {
  return withInbox(root, async () => {
    const store = new StackStore(runtime, fs.realpathSync(stackIn(root)));
    const times: number[] = [];
    for (let n = 0; n < SENT; n += 1) {
      const draft = messageOf(1_000_000 + n, runtime.clock.now());
      times.push(await timed(() => store.mailbox.deliver([draft])));
    }
    const look = await timed(async () => store.mailbox.read());
    await store.edits.whenIdle();
    return { ...half(times), '99 of 100 take at most': quantile(times, 0.99), 'the look for all of them a second later': look };
  });
}

/** The obvious way: read, parsed, one appended, all written. It does not wait for the disk, and knows nobody else. Milliseconds. */
async function sendObviously(runtime: Runtime, root: string): Promise<Figures> {
  const file = path.join(root, 'INBOX.md');
  fs.copyFileSync(inboxIn(root), file);
  const times: number[] = [];
  for (let n = 0; n < A_FEW; n += 1) {
    const draft = messageOf(2_000_000 + n, runtime.clock.now());
    times.push(
      await timed(async () => {
        const { messages } = parseMessages(fs.readFileSync(file, 'utf8'));
        const all = [...messages, { ...draft, id: messageId(draft) }];
        fs.writeFileSync(file, `# Inbox\n${all.map((message) => formatMessage(message)).join('')}`);
      }),
    );
  }
  return half(times);
}

/** What can be asked of an INBOX. */
export const inboxMeasurements = { send, 'send-rewritten': sendObviously };

/** What all agents are at, found out anew. Milliseconds. */
async function status(runtime: Runtime, root: string): Promise<Figures> {
  const times: number[] = [];
  for (let n = 0; n < A_FEW; n += 1) {
    times.push(await timed(async () => readStatuses(Stacks.open(runtime, root).all().stacks, runtime.clock.now())));
  }
  return { 'all stacks': quantile(times, 0.5) };
}

/** What can be asked of a repository of many stacks. */
export const stacksMeasurements = { status };
