import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { contentOf } from './stack-content.ts';
import { makeStacks, messagesIn, program, routeUntil, type StackEvent, type StackWorker, start } from './stack-support.ts';
import { allReady } from './support.ts';

const SENDERS = Number(process.env.SENDERS ?? 16);
const EACH = 80;
/** Pause between two messages of a sender, so that OUTBOXes are emptied repeatedly meanwhile; milliseconds. */
const SENDER_PAUSE_MS = 80;
/** Pause between two changes of the rewriting program; milliseconds. */
const REWRITER_PAUSE_MS = 5;

type EventOf<K extends StackEvent['kind']> = Extract<StackEvent, { kind: K }>;

function eventsOf<K extends StackEvent['kind']>({ events }: StackWorker, kind: K): EventOf<K>[] {
  return events.filter((event): event is EventOf<K> => event.kind === kind);
}

/** Returns the texts that could not be merged and were saved beside an OUTBOX. */
function putBeside(root: string, name: string): string {
  const folder = path.join(root, name, '.cstack');
  const names = fs.readdirSync(folder).filter((file) => file.startsWith('OUTBOX.md.kept-'));
  return names.map((file) => fs.readFileSync(path.join(folder, file), 'utf8')).join('\n');
}

it(`${SENDERS} senders, dying routers and a rewriting program: each message that it does not drop arrives once, in order`, async () => {
  const names = Array.from({ length: SENDERS }, (_, n) => `agent-${n}`);
  const routed = names.filter((_, n) => n % 2 === 1);
  const root = makeStacks([...names, 'target']);
  const sender = await program('stack-sender');
  const wayOf = (name: string) => (routed.includes(name) ? 'outbox' : 'inbox');
  const senders = names.map((name) => start(name, [sender, root, name, wayOf(name), String(EACH), String(SENDER_PAUSE_MS)]));
  const rewriter = start('rewriter', [await program('foreign-rewriter'), root, String(REWRITER_PAUSE_MS), '/.cstack/OUTBOX.md', ...routed]);
  await allReady([...senders, rewriter]);
  for (const worker of senders) worker.say('go');
  const sent = Promise.all(senders.map(({ exited }) => exited)).then(() => {
    rewriter.say('stop');
    return rewriter.exited;
  });
  const { kills, last } = await routeUntil(root, sent);

  expect([...senders, rewriter, last].map(({ errors }) => errors).join('')).toBe('');
  const messages = messagesIn(root, 'target', 'INBOX.md');
  const rewrites = eventsOf(rewriter, 'rewrote');
  const counts = { sent: SENDERS * EACH, delivered: messages.length, rewrites: rewrites.length, kills, dropped: 0, beside: 0 };
  for (const worker of senders) {
    const found = messages.filter(({ from }) => from === worker.name).map(({ content }) => content);
    const whole = eventsOf(worker, 'sent').filter(({ n }) => found.includes(contentOf(worker.name, n)));
    expect(found, `once, whole, and in order: ${worker.name}`).toEqual(whole.map(({ n }) => contentOf(worker.name, n)));
    const beside = putBeside(root, worker.name);
    const own = rewrites.filter(({ name }) => name === worker.name);
    for (const { n, from, to } of eventsOf(worker, 'sent').filter((event) => !whole.includes(event))) {
      const isBeside = beside.includes(`\nmessage ${n}\n`);
      const isDropped = own.some((rewrite) => rewrite.from <= to && from <= rewrite.to);
      expect(isBeside || isDropped, `message ${n} of ${worker.name} is lost, but nothing rewrote its OUTBOX while it was written`).toBe(
        true,
      );
      counts[isDropped ? 'dropped' : 'beside'] += 1;
    }
    expect(eventsOf(worker, 'sent')).toHaveLength(EACH);
    if (wayOf(worker.name) === 'outbox') expect(messagesIn(root, worker.name, 'OUTBOX.md'), worker.name).toEqual([]);
    else expect(whole, worker.name).toHaveLength(EACH);
  }
  console.log(counts);
  expect(kills, 'the router died').toBeGreaterThan(0);
  expect(rewrites.length, 'OUTBOXes were rewritten').toBeGreaterThan(SENDERS);
  expect(messages.length, 'most messages were delivered').toBeGreaterThan(0.7 * counts.sent);
});
