import { expect, it } from 'vitest';
import { contentOf } from './stack-content.ts';
import { makeStacks, messagesIn, program, routeUntil, start } from './stack-support.ts';
import { allReady } from './support.ts';

const SENDERS = Number(process.env.SENDERS ?? 20);
const MESSAGES = Number(process.env.MESSAGES ?? 1_000);
const EACH = MESSAGES / SENDERS;

it(`${SENDERS} processes send ${MESSAGES} messages to one INBOX while routers die: each arrives once, in order`, async () => {
  const names = Array.from({ length: SENDERS }, (_, n) => `agent-${n}`);
  const root = makeStacks([...names, 'target']);
  const sender = await program('stack-sender');
  const workers = names.map((name, n) => start(name, [sender, root, name, n % 2 === 0 ? 'inbox' : 'outbox', String(EACH)]));
  await allReady(workers);
  const begun = performance.now();
  for (const worker of workers) worker.say('go');
  const { kills, last } = await routeUntil(root, Promise.all(workers.map(({ exited }) => exited)));

  expect([...workers, last].map(({ errors }) => errors).join('')).toBe('');
  const messages = messagesIn(root, 'target', 'INBOX.md');
  console.log({ messages: messages.length, kills, seconds: ((performance.now() - begun) / 1_000).toFixed(1) });
  expect(kills, 'the router died').toBeGreaterThan(0);
  const ofSender = (name: string) => messages.filter(({ from }) => from === name).map(({ content }) => content);
  for (const name of names) {
    expect(ofSender(name)).toEqual(Array.from({ length: EACH }, (_, n) => contentOf(name, n)));
  }
  expect(messages).toHaveLength(MESSAGES);
  for (const name of names.filter((_, n) => n % 2 === 1)) {
    expect(messagesIn(root, name, 'OUTBOX.md'), name).toEqual([]);
  }
});
