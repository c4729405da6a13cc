import { expect, test } from 'vitest';
import { CortexError } from '../../../../src/engine/platform/errors.ts';
import { formatMessage, parseMessages } from '../../../../src/engine/stack/messages/format.ts';
import { type Message, messageIdentity } from '../../../../src/engine/stack/messages/message.ts';
import { messageId } from '../../../../src/engine/stack/messages/message-id.ts';
import { type RoutedStack, routeMessages } from '../../../../src/engine/stack/messages/route.ts';
import { StackStore } from '../../../../src/engine/stack/store.ts';
import { type Aftermath, exploreCrashes } from '../../../support/crash-explorer.ts';
import { readText, writeText } from '../../../support/fault-fs/files.ts';
import type { FaultFileSystem } from '../../../support/fault-fs.ts';
import { SimulatedTime, simulatedRuntime } from '../../../support/simulation.ts';

const STACKS = { ann: '/repo/ann/.cstack', bob: '/repo/bob/.cstack' };
const OUTBOX = `${STACKS.ann}/OUTBOX.md`;
const INBOX = `${STACKS.bob}/INBOX.md`;
const KEPT = '# Outbox\n';

interface World {
  readonly time: SimulatedTime;
}

function message(content: string, to = 'bob'): Message {
  const draft = { from: 'ann', to, thread: null, replyTo: null, type: 'task', time: '2026-01-19T10:30:00Z', content, fields: [] };
  return { ...draft, id: messageId(draft) };
}

const DIRECT = message('by hand');
const ROUTED = [message('one\n\n---\nFrom: x\n---\n'), message('two')];
const LOST = message('for nobody', 'nobody');

function setup(fs: FaultFileSystem): World {
  for (const folder of Object.values(STACKS)) fs.mkdirSync(folder, { recursive: true });
  writeText(fs, OUTBOX, KEPT + [...ROUTED, LOST].map((each) => formatMessage(each)).join(''));
  fs.syncAll();
  return { time: new SimulatedTime() };
}

/** Works with the stacks as one process. */
async function withStacks<T>(
  fs: FaultFileSystem,
  { time }: World,
  { seed, boot = 'boot-1' }: { seed: number; boot?: string },
  work: (stacks: RoutedStack[]) => Promise<T>,
): Promise<T> {
  const runtime = simulatedRuntime(fs, { time, seed, boot });
  const stacks = Object.entries(STACKS).map(([name, directory]) => ({ name, store: new StackStore(runtime, directory) }));
  try {
    return await work(stacks);
  } finally {
    for (const { store } of stacks) await store.edits.whenIdle();
  }
}

function find(stacks: readonly RoutedStack[], to: string): RoutedStack | CortexError {
  return stacks.find(({ name }) => name === to) ?? new CortexError('not-found', 'nobody has this name', { value: to });
}

async function scenario(fs: FaultFileSystem, acknowledged: Message[], world: World): Promise<void> {
  await withStacks(fs, world, { seed: 1 }, async (stacks) => {
    await stacks[1]?.store.mailbox.deliver([DIRECT]);
    acknowledged.push(DIRECT);
    const { routed } = await routeMessages(stacks, (to) => find(stacks, to));
    for (const { id, outcome } of routed) if (outcome !== 'kept') acknowledged.push(...ROUTED.filter((each) => each.id === id));
  });
}

/** Returns a function that counts complete copies of a message in the INBOX. A full disk may leave partial ones. */
function countsIn(inbox: string): (message: Message) => number {
  const there = parseMessages(inbox).messages.map(messageIdentity);
  return (wanted) => there.filter((identity) => identity === messageIdentity(wanted)).length;
}

async function verify({ fs, acknowledged, context, ending }: Aftermath<World, Message>): Promise<void> {
  const world = { time: context.time.fork() };
  world.time.advance(fs, 61_000);
  const boot = ending.startsWith('power loss') ? 'boot-2' : 'boot-1';
  await withStacks(fs, world, { seed: 8, boot }, async (stacks) => {
    await routeMessages(stacks, (to) => find(stacks, to));
  });
  const inbox = readText(fs, INBOX);
  const count = countsIn(inbox);
  // Power loss may leave fragments of a write after the last complete message.
  const there = parseMessages(inbox).messages;
  const begun = (wanted: Message) => there.filter(({ id, content }) => id === wanted.id && content.startsWith(wanted.content)).length;
  const times = boot === 'boot-1' ? count : begun;
  expect(ROUTED.map(times), `each once: ${JSON.stringify(inbox)}`).toEqual([1, 1]);
  expect(
    acknowledged.filter((wanted) => times(wanted) !== 1),
    `acknowledged messages are present: ${JSON.stringify(inbox)}`,
  ).toEqual([]);
  const [one = '', two = ''] = ROUTED.map(({ id }) => `ID: ${id}`);
  expect(inbox.lastIndexOf(one), 'in order').toBeLessThan(inbox.lastIndexOf(two));
  expect(readText(fs, OUTBOX), 'undeliverable messages stay').toBe(KEPT + formatMessage(LOST));
  expect(fs.openCount, 'open descriptors').toBe(0);
}

test('sent and routed messages arrive once, whichever call the process dies at', async () => {
  const report = await exploreCrashes<World, Message>({ setup, scenario, verify, modes: { before: false, reads: false, losses: 2 } });
  expect(report.runs).toBeGreaterThan(80);
});
